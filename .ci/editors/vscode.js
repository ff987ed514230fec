// Drives kb lsp with the protocol library of VS Code, in the folder that it is started in.
"use strict";
const assert = require("assert");
const fs = require("fs");
const path = require("path");
const { spawn } = require("child_process");
const { pathToFileURL, fileURLToPath } = require("url");
const p = require("vscode-languageserver-protocol/node");

const uri = (file) => pathToFileURL(path.resolve(file)).href;
const open = new Map(); // texts of documents that are open, by address
let found = () => {}; // called with findings

// Where a text begins in a document that is open, as VS Code counts: in units of UTF-16.
function at(address, text, behind = 0) {
  const before = open.get(address).slice(0, open.get(address).indexOf(text) + behind);
  assert(open.get(address).includes(text), text);
  return { textDocument: { uri: address }, position: { line: before.split("\n").length - 1, character: before.length - before.lastIndexOf("\n") - 1 } };
}

// Carries an edit of a workspace out: on what is open in the editor, the rest on the disk.
function carryOut(edit) {
  for (const change of edit.documentChanges) {
    if (p.RenameFile.is(change)) {
      fs.renameSync(fileURLToPath(change.oldUri), fileURLToPath(change.newUri));
      continue;
    }
    assert(p.TextDocumentEdit.is(change), JSON.stringify(change));
    const file = fileURLToPath(change.textDocument.uri);
    const text = open.get(change.textDocument.uri) ?? fs.readFileSync(file, "utf8");
    const lines = text.split("\n");
    const offset = (place) => lines.slice(0, place.line).reduce((n, line) => n + line.length + 1, 0) + place.character;
    let out = text;
    for (const e of [...change.edits].sort((a, b) => offset(b.range.start) - offset(a.range.start))) {
      out = out.slice(0, offset(e.range.start)) + e.newText + out.slice(offset(e.range.end));
    }
    fs.writeFileSync(file, out);
  }
}

async function main() {
  const server = spawn(process.argv[2], ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  const c = p.createProtocolConnection(new p.StreamMessageReader(server.stdout), new p.StreamMessageWriter(server.stdin));
  c.onError(([error]) => { throw error; });
  c.onRequest(p.RegistrationRequest.type, () => {});
  c.onNotification(p.PublishDiagnosticsNotification.type, (params) => found(params));
  c.listen();
  const findings = (address, version) => new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("no findings for " + address)), 30000);
    found = (params) => {
      if (params.uri !== address || params.version !== version) return;
      assert(params.diagnostics.every((d) => p.Diagnostic.is(d)), JSON.stringify(params));
      clearTimeout(late);
      resolve(params.diagnostics);
    };
  });

  const said = await c.sendRequest(p.InitializeRequest.type, {
    processId: process.pid, rootUri: uri("."), workspaceFolders: [{ uri: uri("."), name: "base" }],
    capabilities: {
      general: { positionEncodings: ["utf-16"] },
      workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["rename"] }, didChangeWatchedFiles: { dynamicRegistration: true } },
    },
  });
  assert.equal(said.capabilities.positionEncoding, "utf-16");
  await c.sendNotification(p.InitializedNotification.type, {});

  // A document that is on the disk otherwise: its second link and its fault are in the editor alone.
  const draft = uri("notes/n1.md");
  const show = (text, version) => {
    const first = !open.has(draft);
    open.set(draft, text);
    return first
      ? c.sendNotification(p.DidOpenTextDocumentNotification.type, { textDocument: { uri: draft, languageId: "markdown", version, text } })
      : c.sendNotification(p.DidChangeTextDocumentNotification.type, { textDocument: { uri: draft, version }, contentChanges: [{ text }] });
  };
  let told = findings(draft, 1);
  await show("# Note 1\n\n🙂 [[target]] and [gone](none.md) and [[tar\n\nUser sessions MUST expire after 36 hours.\n", 1);
  let list = await told;
  const broken = list.find((d) => d.code === "broken-link");
  assert(broken && broken.range.start.line === 2 && broken.range.start.character === "🙂 [[target]] and ".length, JSON.stringify(list));
  const conflict = list.find((d) => d.relatedInformation?.some((r) => r.location.uri === uri("notes/target.md")));
  assert(conflict && conflict.range.start.line === 4, "no contradiction with another note: " + JSON.stringify(list));

  const completion = await c.sendRequest(p.CompletionRequest.type, at(draft, "[[tar\n", 5));
  const items = completion.items ?? completion;
  assert(items.every((i) => p.TextEdit.is(i.textEdit)) && items.some((i) => i.label === "target"), JSON.stringify(completion));
  const hover = await c.sendRequest(p.HoverRequest.type, at(draft, "[[target", 4));
  assert(p.Hover.is(hover) && hover.contents.value.includes("The target"), JSON.stringify(hover));
  const where = await c.sendRequest(p.DefinitionRequest.type, at(draft, "[[target", 4));
  assert(p.Location.is(where) && where.uri === uri("notes/target.md"), JSON.stringify(where));

  told = findings(draft, 2);
  await show("# Note 1\n\n🙂 [[target]] twice: [[target#A part]].\n", 2);
  list = await told;
  assert.equal(list.length, 0, "what was mended is still found: " + JSON.stringify(list));

  const edit = await c.sendRequest(p.RenameRequest.type, { ...at(draft, "[[target", 4), newName: "renamed" });
  assert(p.WorkspaceEdit.is(edit), JSON.stringify(edit));
  const mine = edit.documentChanges.find((change) => change.textDocument?.uri === draft);
  assert(mine && mine.textDocument.version === 2, "the links that are not saved: " + JSON.stringify(mine));
  assert(edit.documentChanges.length >= 101, edit.documentChanges.length + " changes");
  carryOut(edit);
  assert(fs.readFileSync("notes/n1.md", "utf8").includes("🙂 [[renamed]] twice: [[renamed#A part]]."), "an edit in the wrong place");

  await c.sendRequest(p.ShutdownRequest.type);
  await c.sendNotification(p.ExitNotification.type);
  assert.equal(await ended, 0, "the end of the server");
}

setTimeout(() => { console.error("no answer within a minute"); process.exit(1); }, 60000).unref();
main().catch((error) => { console.error(error); process.exit(1); });
