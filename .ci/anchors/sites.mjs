// Prints the anchors of the headings of documents, a line each: as GitHub (rehype-slug), Docusaurus and VitePress
// make them. Its arguments are where the modules lie and the documents.
import fs from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, ...files] = process.argv.slice(2);
const require = createRequire(modules + "/");
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const [{ unified }, ...plugins] = await Promise.all(
  ["unified", "remark-parse", "remark-gfm", "remark-rehype", "rehype-raw", "rehype-slug"].map(load));
const [parse, gfm, toHTML, raw, slugs] = plugins.map((p) => p.default);
const { toString } = await load("mdast-util-to-string");
const { createSlugger } = require("@docusaurus/utils/lib/slugger.js"); // the rest of it asks for webpack
const { parseMarkdownHeadingId } = require("@docusaurus/utils/lib/markdownHeadingIdUtils.js");
const markdownIt = require("markdown-it");
const attributes = require("markdown-it-attrs");
const anchors = (await load("markdown-it-anchor")).default;
const { slugify } = await load("@mdit-vue/shared");

// The nodes of a tree that are headings, in order, those of footnotes left out.
function headings(node, is) {
  if (node.properties?.dataFootnotes !== undefined) return [];
  return is(node) ? [node] : (node.children ?? []).flatMap((below) => headings(below, is));
}

function github(text) {
  const html = unified().use(parse).use(gfm).use(toHTML, { allowDangerousHtml: true }).use(raw).use(slugs);
  return headings(html.runSync(html.parse(text)), (n) => /^h[1-6]$/.test(n.tagName)).map((n) => n.properties.id);
}

function docusaurus(text) { // as the plugin for headings of its loader does
  const slugger = createSlugger();
  return headings(unified().use(parse).use(gfm).parse(text), (n) => n.type === "heading").map((n) => {
    const words = toString(n.children.filter((child) => child.type !== "html"));
    return parseMarkdownHeadingId(words).id ?? slugger.slug(words);
  });
}

function vitepress(text) { // as its renderer does
  const found = [];
  const getTokensText = (tokens) => tokens.filter((t) => t.type !== "html_inline").map((t) => t.content).join("");
  markdownIt({ html: true, linkify: true }).use(attributes)
    .use(anchors, { slugify, getTokensText, callback: (token) => found.push(token.attrGet("id")) }).render(text);
  return found;
}

for (const file of files) {
  const text = fs.readFileSync(file, "utf8");
  const columns = [github, docusaurus, vitepress].map((site) => site(text));
  columns[0].forEach((_, i) => console.log(columns.map((ids) => ids[i]).join("\t")));
  if (new Set(columns.map((ids) => ids.length)).size > 1) throw new Error(file + ": " + columns.map((ids) => ids.length));
}
