package write

import (
	"context"
	"path"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/category"
	"github.com/9aea2451/kb/kb/draft"
	"github.com/9aea2451/kb/kb/notes"
)

// maxDefinitions bounds the categories that a new note is compared with.
const maxDefinitions = 200

// guessCategory returns the category whose words the draft uses, "" when none fits well. The
// categories are those of .memory/categories in the work tree, else kb's own; no index is opened
// for it.
func guessCategory(ctx context.Context, repo *kb.Repo, d draft.Draft) string {
	if d.Kind == "summary" {
		return ""
	}
	defs := definedCategories(ctx, repo)
	if len(defs) == 0 {
		defs = category.Defaults()
	}
	name, _ := category.Guess(defs, d.Title, d.Tags, d.Body[:min(len(d.Body), category.TextBytes)])
	return name
}

// definedCategories reads the summaries of the work tree; one that cannot be read defines nothing.
func definedCategories(ctx context.Context, repo *kb.Repo) []category.Definition {
	folder, err := draft.FolderFor(ctx, repo, "summary")
	if err != nil {
		return nil
	}
	names, err := repo.Folder(folder)
	if err != nil {
		return nil
	}
	var defs []category.Definition
	for _, name := range names[:min(len(names), maxDefinitions)] {
		if path.Ext(name) != ".md" {
			continue
		}
		source, _, err := repo.ReadText(path.Join(folder, name))
		if err != nil {
			continue
		}
		note, doc := notes.Of(path.Join(folder, name), source)
		if note.Kind == "summary" {
			defs = append(defs, category.OfNote(&note, string(source[doc.FrontMatter.Span.End:])))
		}
	}
	return defs
}
