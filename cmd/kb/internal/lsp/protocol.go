package lsp

import "github.com/9aea2451/kb/cmd/kb/internal/report"

import "encoding/json"

// The types of the protocol, as far as they are used: version 3.17 of the specification, whose names
// they have.

// Position is a place in a document: lines and characters from 0. What a character is was agreed on
// at the start: a code unit of UTF-16, or a byte of UTF-8.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range is what lies between two positions; the end does not belong to it.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a range of a document.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

type textDocument struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
	Text    string `json:"text"`
}

type initializeParams struct {
	RootURI      string   `json:"rootUri"`
	RootPath     string   `json:"rootPath"`
	Folders      []folder `json:"workspaceFolders"`
	Capabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		Workspace struct {
			WatchedFiles struct {
				Dynamic bool `json:"dynamicRegistration"`
			} `json:"didChangeWatchedFiles"`
		} `json:"workspace"`
	} `json:"capabilities"`
}

type folder struct {
	URI string `json:"uri"`
}

type didOpenParams struct {
	Document textDocument `json:"textDocument"`
}

type didChangeParams struct {
	Document textDocument `json:"textDocument"`
	Changes  []change     `json:"contentChanges"`
}

// change replaces a range of a document, or all of it where there is no range.
type change struct {
	Range *Range `json:"range"`
	Text  string `json:"text"`
}

// documentParams name a document.
type documentParams struct {
	Document textDocument `json:"textDocument"`
}

// placeParams name a place in a document.
type placeParams struct {
	Document textDocument `json:"textDocument"`
	Position Position     `json:"position"`
	NewName  string       `json:"newName"`
	Context  struct {
		Declaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

type symbolParams struct {
	Query string `json:"query"`
}

type actionParams struct {
	Document textDocument `json:"textDocument"`
	Range    Range        `json:"range"`
}

type renameFilesParams struct {
	Files []struct {
		OldURI string `json:"oldUri"`
		NewURI string `json:"newUri"`
	} `json:"files"`
}

type commandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

// Hover is what is shown of the thing under the cursor.
type Hover struct {
	Contents Markup `json:"contents"`
	Range    Range  `json:"range"`
}

// Markup is a text for people.
type Markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

func markdownOf(text string) Markup { return Markup{"markdown", report.Clean(text)} }

// CompletionList is what may stand at a place.
type CompletionList struct {
	Incomplete bool             `json:"isIncomplete"`
	Items      []CompletionItem `json:"items"`
}

// CompletionItem is one text that may stand there.
type CompletionItem struct {
	Label         string   `json:"label"`
	Kind          int      `json:"kind"`
	Detail        string   `json:"detail,omitempty"`
	Documentation string   `json:"documentation,omitempty"`
	SortText      string   `json:"sortText"`
	FilterText    string   `json:"filterText,omitempty"`
	Edit          TextEdit `json:"textEdit"`
}

// Kinds of completion items.
const (
	kindProperty  = 10
	kindKeyword   = 14
	kindFile      = 17
	kindReference = 18
)

// TextEdit replaces a range.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// WorkspaceEdit changes documents: each element is a DocumentEdit, a CreateFile or a RenameFile.
type WorkspaceEdit struct {
	Changes []any `json:"documentChanges"`
}

// DocumentEdit changes one document.
type DocumentEdit struct {
	Document versioned  `json:"textDocument"`
	Edits    []TextEdit `json:"edits"`
}

// versioned names a document in the state in which it is to be changed; the version is null for one
// that is not open.
type versioned struct {
	URI     string `json:"uri"`
	Version *int   `json:"version"`
}

// FileOperation makes or renames a file.
type FileOperation struct {
	Kind   string `json:"kind"` // create, rename
	URI    string `json:"uri,omitempty"`
	OldURI string `json:"oldUri,omitempty"`
	NewURI string `json:"newUri,omitempty"`
}

// DocumentSymbol is a heading with the headings below it.
type DocumentSymbol struct {
	Name      string           `json:"name"`
	Kind      int              `json:"kind"`
	Range     Range            `json:"range"`
	Selection Range            `json:"selectionRange"`
	Children  []DocumentSymbol `json:"children,omitempty"`
}

// WorkspaceSymbol is a note.
type WorkspaceSymbol struct {
	Name      string   `json:"name"`
	Kind      int      `json:"kind"`
	Location  Location `json:"location"`
	Container string   `json:"containerName,omitempty"`
}

// Kinds of symbols: a note shows as a file, a heading as a text.
const (
	symbolFile = 1
	symbolText = 15
)

// Diagnostic is a finding at its place.
type Diagnostic struct {
	Range       Range     `json:"range"`
	Severity    int       `json:"severity"` // 1 error, 2 warning, 3 information
	Code        string    `json:"code"`
	Description *codeLink `json:"codeDescription,omitempty"`
	Source      string    `json:"source"`
	Message     string    `json:"message"`
	Related     []related `json:"relatedInformation,omitempty"`
	Data        string    `json:"data,omitempty"` // the finding's fingerprint
}

type codeLink struct {
	Href string `json:"href"`
}

type related struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

type diagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// CodeAction is an edit that is offered.
type CodeAction struct {
	Title     string        `json:"title"`
	Kind      string        `json:"kind"`
	Preferred bool          `json:"isPreferred,omitempty"`
	Edit      WorkspaceEdit `json:"edit"`
}

// CodeLens is a line of text above a place of a document.
type CodeLens struct {
	Range   Range   `json:"range"`
	Command Command `json:"command"`
}

// Command is what an editor asks the server to do when a lens is chosen.
type Command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}
