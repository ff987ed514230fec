package validate

import (
	"cmp"
	"fmt"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/cited"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/stale"
	"github.com/9aea2451/kb/markdown"
)

// GoneSymbol is the name of the rule about citations of symbols, which a change of code alone can break.
const GoneSymbol = "gone-symbol"

// LostSymbol is a citation of a symbol that leads nowhere.
type LostSymbol struct {
	cited.Gone
	Line, Col int // of the citation in its note, from 1
}

// goneSymbol is the rule about citations of symbols that the code does not have.
func goneSymbol() Rule {
	return Rule{
		Name: GoneSymbol, Severity: Warning,
		Finds: "a citation of a symbol of the code that is not there",
		About: "A note cites a symbol with its file: `files: [internal/auth/jwt.go#Sign]` in the front matter, or\n" +
			"`internal/auth/jwt.go#Sign` in a code span. It is gone when that file can be read and declares nothing of the name,\n" +
			"also because the change renames, moves or removes it: what became of it is told from its body. Only the files that\n" +
			"are cited so are read, and those that a change moved a symbol to. Notes that do not hold, and change logs, may cite what\n" +
			"is gone. A commit of code alone is judged by this rule, too.\n\n" +
			"Settle it by `kb mv OLD NEW`, which writes the citations of a symbol anew, or by correcting the note.",
		Tree: (*Run).goneSymbols,
	}
}

// goneSymbols judges what changed notes cite, and of the others what the change of the code took away.
func (r *Run) goneSymbols() []Finding {
	if r.symbol == nil {
		return nil
	}
	var found []Finding
	changed := map[string]bool{}
	for _, c := range r.Changes {
		if c.New == nil {
			continue
		}
		changed[c.New.File.Path] = true
		stood := map[string]bool{}
		if c.Old != nil {
			for _, cites := range cited.Of(c.Old) {
				stood[cites.Text+"#"+cites.Symbol] = true
			}
		}
		for _, cites := range cited.Of(c.New) {
			if f := r.lost(c.New, &cites, stood[cites.Text+"#"+cites.Symbol]); f != nil {
				found = append(found, *f)
			}
		}
	}
	if r.alone || len(r.Before.Entries) == 0 {
		return found
	}
	for _, e := range r.After.Entries {
		if changed[e.File.Path] {
			continue
		}
		for _, cites := range cited.Of(e) {
			if f := r.lost(e, &cites, true); f != nil {
				found = append(found, *f)
			}
		}
	}
	return found
}

// lost is the finding about a citation, nil for none; of one that stood before only what the change
// took away is told.
func (r *Run) lost(e *snapshot.Entry, cites *stale.Citation, stood bool) *Finding {
	if kb.PathStanding(e.File.Path) >= markdown.History || r.After.Inactive(e, r.Day) != "" {
		return nil
	}
	g := r.symbol(e, cites, stood)
	if g == nil || stood && !g.Was {
		return nil
	}
	written := cites.Text + "#" + cites.Symbol
	f := &Finding{Place: at(e.File.Path, g.Line, g.Col), Fingerprint: fingerprint("symbol", e.File.Path, written)}
	now := g.File + "#" + g.Symbol
	switch {
	case g.Home != "":
		f.Message = cmp.Or(g.Past, fmt.Sprintf("symbol %s is gone: it is %s now", written, g.Home))
		f.Suggestion = fmt.Sprintf("kb mv '%s' '%s' writes its citations anew", now, g.Home)
	case g.Was:
		f.Message = cmp.Or(g.Past, fmt.Sprintf("symbol %s is gone: nothing with its body is left", written))
	default:
		f.Message = fmt.Sprintf("symbol %s is not there: %s declares no %s", written, g.File, g.Symbol)
	}
	if g.Home == "" && g.Near != "" {
		f.Suggestion = fmt.Sprintf("did you mean %s#%s?", g.File, g.Near)
	}
	return f
}
