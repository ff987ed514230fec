package line

import (
	"maps"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/kb/schema"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/wording"
)

// stored returns candidates of the kinds that the index knows: notes and tags. It never updates the
// index: a person waits at each key.
func (c *completer) stored(kind, word string) []candidate {
	switch kind {
	case "file", "folder":
		return []candidate{{word: "@" + kind}}
	case "section":
		if note, heading, ok := strings.Cut(word, "#"); ok {
			return c.fromIndex(func(b *session.Base, _ *index.Searcher) []candidate { return c.sections(b, note, heading) })
		}
		return c.stored("note", word)
	case "note":
		return c.fromIndex(func(b *session.Base, s *index.Searcher) []candidate {
			names, err := s.Names(c.ctx)
			if err != nil {
				return nil
			}
			return noteCandidates(b.Repo.Prefix, names, word)
		})
	case "type":
		return startingWith(word, plain(kb.MemoryTypes()))
	case "kind":
		return startingWith(word, plain(kb.Kinds()))
	case "newkind":
		return startingWith(word, append(plain(kb.Kinds()), candidate{"daily", "the note of the day"}))
	case "status":
		return startingWith(word, plain(kb.Statuses()))
	case "label":
		return startingWith(word, plain(kb.Labels()))
	case "doc-type":
		return startingWith(word, plain(kb.DocTypes()))
	case "source":
		return startingWith(word, plain(kb.Sources()))
	case "relation":
		return startingWith(word, plain(kb.RelationTypes()))
	case "rule":
		var out []candidate
		for _, r := range slices.Concat(validate.Rules(), review.Rules()) {
			out = append(out, candidate{r.Name, r.Finds})
		}
		return startingWith(word, out)
	case "base":
		out := []candidate{{userconfig.Here, "the repository that you are in"}}
		if config, err := userconfig.Load(c.world.Getenv); err == nil {
			for _, b := range config.Bases {
				out = append(out, candidate{b.Name, b.Scope + ", " + b.Path})
			}
		}
		return startingWith(word, out)
	case "assignment":
		return assignments(word)
	case "tag":
		return c.fromIndex(func(_ *session.Base, s *index.Searcher) []candidate {
			tags, err := s.Tags(c.ctx)
			if err != nil {
				return nil
			}
			return tagCandidates(tags, word)
		})
	}
	return nil
}

// assignments offers the keys that some kind of note has, and the values of those that have few.
func assignments(word string) []candidate {
	if key, value, ok := strings.Cut(word, "="); ok {
		values := map[string][]string{"status": kb.Statuses(), "type": kb.MemoryTypes(), "kind": kb.Kinds(), "source": kb.Sources(),
			"pinned": {"true", "false"}, "needs_review": {"true", "false"}, "disputed": {"true", "false"}}
		out := startingWith(value, plain(values[key]))
		for i := range out {
			out[i].word = key + "=" + out[i].word
		}
		return out
	}
	var out []candidate
	seen := map[string]bool{}
	for _, name := range kb.Kinds() {
		kind, _ := schema.Find(name)
		for _, f := range kind.Fields {
			if !seen[f.Key] && f.Type != schema.Relations && f.Type != schema.Foreign && strings.HasPrefix(f.Key, word) {
				out = append(out, candidate{f.Key + "=", f.Description})
			}
			seen[f.Key] = true
		}
	}
	return out
}

// fromIndex asks the index as it is. Without one there is nothing to offer, and nothing to say: the
// shell shows no errors.
func (c *completer) fromIndex(ask func(*session.Base, *index.Searcher) []candidate) []candidate {
	a := app.New(c.world, app.Globals{Dir: c.dir, Quiet: true, NoUpdate: true})
	b, s, err := session.Read(c.ctx, a)
	if err != nil {
		return nil
	}
	defer b.Close()
	return ask(b, s)
}

// sections offers the anchors of a note.
func (c *completer) sections(b *session.Base, note, heading string) []candidate {
	at, err := b.Lookup(c.ctx, note, false)
	if err != nil {
		return nil
	}
	text, err := b.Text(c.ctx, at)
	if err != nil {
		return nil
	}
	var out []candidate
	for _, sec := range notes.Document(text.Source).Sections {
		if sec.Anchor != "" && strings.HasPrefix(sec.Anchor, heading) {
			out = append(out, candidate{note + "#" + sec.Anchor, app.HeadingPath([]string{sec.Heading})})
		}
	}
	return out
}

// noteCandidates offers paths; when none begins with the word, stems; then titles, aliases and ids.
func noteCandidates(prefix string, names []kb.Name, word string) []candidate {
	ways := []func(kb.Name) []string{
		func(n kb.Name) []string { return []string{fromFolder(prefix, n.Path)} },
		func(n kb.Name) []string { return []string{session.Stem(n.Path)} },
		func(n kb.Name) []string { return append([]string{n.Title, n.ID}, n.Aliases...) },
	}
	for _, way := range ways {
		var out []candidate
		for _, n := range names {
			for _, name := range way(n) {
				if name != "" && strings.HasPrefix(name, word) {
					out = append(out, candidate{name, report.CleanLine(n.Title)})
				}
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// fromFolder shortens the path of a note below the folder that the person is in.
func fromFolder(prefix, p string) string {
	if prefix == "" {
		return p
	}
	return strings.TrimPrefix(p, prefix+"/")
}

// tagCandidates offers tags with the number of their notes.
func tagCandidates(tags map[string]int, word string) []candidate {
	var out []candidate
	for _, tag := range slices.Sorted(maps.Keys(tags)) {
		if strings.HasPrefix(tag, word) {
			out = append(out, candidate{tag, wording.Count(tags[tag], "note")})
		}
	}
	return out
}
