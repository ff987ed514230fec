"""Prints the anchors of the headings of documents, a line each, as MkDocs has Python-Markdown make them."""

import sys

import markdown


def ids(tokens):
    for token in tokens:
        yield token["id"]
        yield from ids(token["children"])


for name in sys.argv[1:]:
    md = markdown.Markdown(extensions=["toc", "attr_list", "footnotes", "tables", "fenced_code"])
    with open(name, encoding="utf-8") as file:
        md.convert(file.read())
    print("\n".join(ids(md.toc_tokens)))
