// Package lsp is the server for editors: the language server protocol on an open repository. What
// it answers counts what the editor has not saved yet. It writes no file: an edit is given to the
// editor, which makes it.
package lsp
