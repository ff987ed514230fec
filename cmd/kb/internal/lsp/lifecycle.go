package lsp

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
)

// initialize opens the repository of the editor's folder and says what can be asked. Outside of a
// repository nothing can.
func (s *Server) initialize(ctx context.Context, p *initializeParams) (any, error) {
	s.utf8 = slices.Contains(p.Capabilities.General.PositionEncodings, "utf-8")
	s.watches = p.Capabilities.Workspace.WatchedFiles.Dynamic
	answer := map[string]any{"serverInfo": map[string]string{"name": "kb", "version": s.o.Version}, "capabilities": map[string]any{}}
	s.phase = running
	d, folder, err := s.open(ctx, p)
	switch {
	case err != nil:
		s.log(err.Error())
		return answer, s.out.Notify("window/showMessage", map[string]any{"type": 2, "message": "kb: " + err.Error()})
	case d.Repo.Root == "":
		s.log("a bare repository has no work tree to edit")
		return answer, d.Close(nil)
	}
	s.desk, s.root = d, spelled(d.Repo.Root, folder)
	s.log("serving " + d.Repo.Root)
	answer["capabilities"] = s.capabilities()
	return answer, nil
}

// open opens the first of the editor's folders that lies in a repository.
func (s *Server) open(ctx context.Context, p *initializeParams) (d *desk.Desk, folder string, err error) {
	var folders []string
	for _, f := range p.Folders {
		folders = append(folders, fileOf(f.URI))
	}
	folders = append(folders, fileOf(p.RootURI), p.RootPath)
	folders = slices.DeleteFunc(folders, func(f string) bool { return f == "" })
	if len(folders) == 0 {
		folders = []string{""}
	}
	for _, folder := range folders {
		opened, openErr := s.o.Open(ctx, folder)
		if openErr == nil {
			return opened, folder, nil
		}
		err = errors.Join(err, openErr)
	}
	return nil, "", err
}

// spelled is the root of a work tree as an editor spells it that came to a folder through links, "" where
// that cannot be told, as where a link leads to a folder of the work tree.
func spelled(root, folder string) string {
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return ""
	}
	if real == root {
		return filepath.Clean(folder)
	}
	if rel, ok := below(root, real); ok {
		above, found := strings.CutSuffix(filepath.ToSlash(filepath.Clean(folder)), "/"+rel)
		if top, err := filepath.EvalSymlinks(above); found && err == nil && top == root {
			return above
		}
	}
	return ""
}

// capabilities are what can be asked.
func (s *Server) capabilities() map[string]any {
	encoding := "utf-16"
	if s.utf8 {
		encoding = "utf-8"
	}
	files := map[string]any{"filters": []any{map[string]any{"scheme": "file", "pattern": map[string]any{"glob": "**/*"}}}}
	return map[string]any{
		"positionEncoding":        encoding,
		"textDocumentSync":        map[string]any{"openClose": true, "change": 2, "save": map[string]any{"includeText": false}},
		"completionProvider":      map[string]any{"triggerCharacters": []string{"[", "(", "#", "/", ":"}},
		"hoverProvider":           true,
		"definitionProvider":      true,
		"referencesProvider":      true,
		"documentSymbolProvider":  true,
		"workspaceSymbolProvider": true,
		"renameProvider":          map[string]any{"prepareProvider": true},
		"codeActionProvider":      map[string]any{"codeActionKinds": []string{"quickfix", "refactor.rewrite"}},
		"codeLensProvider":        map[string]any{"resolveProvider": false},
		"executeCommandProvider":  map[string]any{"commands": []string{commandVerify, commandLinked}},
		"workspace":               map[string]any{"fileOperations": map[string]any{"willRename": files, "didRename": files}},
	}
}

// initialized asks to be told what changes on disk, and begins to read the history.
func (s *Server) initialized(ctx context.Context, _ *struct{}) (any, error) {
	if s.watches {
		s.request("client/registerCapability", map[string]any{"registrations": []any{map[string]any{
			"id": "files", "method": "workspace/didChangeWatchedFiles",
			"registerOptions": map[string]any{"watchers": []any{
				map[string]string{"globPattern": "**/*.{md,markdown,mdx}"}, map[string]string{"globPattern": "**/.memory/*.yaml"},
			}},
		}}})
	}
	_, err := s.saved(ctx)
	saved := s.notes.saved
	if saved != nil {
		s.life.busy.Go(func() {
			p := &past{stale: map[string]string{}}
			p.err = guard("read the history", s.log, func() error {
				var err error
				if p.Past, err = s.desk.HistoryAt(ctx, ""); err != nil || p.Head == "" {
					return err
				}
				found, err := p.Stale(ctx, saved, desk.StaleRequest{})
				if err != nil {
					return err
				}
				for i := range found.Notes {
					p.stale[found.Notes[i].Path] = found.Notes[i].Line()
				}
				return nil
			})
			s.life.done <- p
		})
	}
	return nil, err
}

// didOpen takes a document over from the disk.
func (s *Server) didOpen(_ context.Context, p *didOpenParams) (any, error) {
	path, ok := s.pathOf(p.Document.URI)
	if !ok || !kb.IsMarkdown(path) || git.BadPath(path) != "" || len(p.Document.Text) > git.MaxFile {
		return nil, nil
	}
	b := s.newBuffer(path, p.Document.URI, []byte(p.Document.Text))
	b.version = &p.Document.Version
	s.buffers[path] = b
	s.changed(path)
	return nil, nil
}

// changed notes that a buffer is another one now.
func (s *Server) changed(path string) {
	s.drop()
	s.unsaid[path] = struct{}{}
}

// buffer is an open document.
func (s *Server) buffer(uri string) (*buffer, error) {
	if path, ok := s.pathOf(uri); ok && s.buffers[path] != nil {
		return s.buffers[path], nil
	}
	return nil, errNoNote
}

// didChange changes a buffer as the editor did. A buffer whose change cannot be applied is given
// up, and the file on disk counts until the document is opened again.
func (s *Server) didChange(_ context.Context, p *didChangeParams) (any, error) {
	b, err := s.buffer(p.Document.URI)
	if err != nil {
		return nil, nil // it was not taken when it was opened
	}
	if err := b.apply(p.Changes); err != nil {
		return nil, errors.Join(err, s.giveUp(b)) // what the editor has is not known any more
	}
	version := p.Document.Version
	b.version = &version
	s.changed(b.path)
	return nil, nil
}

// didSave counts as a change on disk, whichever document was saved.
func (s *Server) didSave(_ context.Context, p *documentParams) (any, error) {
	s.diskChanged()
	return nil, nil
}

// diskChanged has the notes read again, and every open one judged.
func (s *Server) diskChanged() {
	s.notes.behind = true
	s.drop()
	for path := range s.buffers {
		s.unsaid[path] = struct{}{}
	}
}

// didClose gives a document back to the disk.
func (s *Server) didClose(_ context.Context, p *documentParams) (any, error) {
	b, err := s.buffer(p.Document.URI)
	if err != nil {
		return nil, nil
	}
	return nil, s.giveUp(b)
}

// giveUp forgets a buffer and takes back what was told of it: the file on disk counts.
func (s *Server) giveUp(b *buffer) error {
	delete(s.buffers, b.path)
	delete(s.judged, b.path)
	delete(s.unsaid, b.path)
	s.drop()
	return s.out.Notify("textDocument/publishDiagnostics", diagnosticsParams{URI: b.uri, Diagnostics: []Diagnostic{}})
}

// didChangeFiles has the notes read again, and from the beginning where a file that is no markdown,
// such as kb.yaml, is among those that changed.
func (s *Server) didChangeFiles(_ context.Context, p *struct {
	Changes []struct {
		URI string `json:"uri"`
	} `json:"changes"`
},
) (any, error) {
	for _, c := range p.Changes {
		if path, ok := s.pathOf(c.URI); ok && !kb.IsMarkdown(path) {
			s.notes.saved = nil // the settings, which say what a note is
		}
	}
	s.diskChanged()
	return nil, nil
}

// didRenameFiles counts as a change on disk: willRenameFiles has told the links anew before.
func (s *Server) didRenameFiles(context.Context, *renameFilesParams) (any, error) {
	s.diskChanged()
	return nil, nil
}
