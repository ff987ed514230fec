package render

import (
	"fmt"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/wording"
)

// Checked is the answer of check_statement.
type Checked struct {
	About
	Verdict    string `json:"verdict" jsonschema:"contradicts, duplicates, superseded, or none: nothing was found, which is no proof"`
	Statements int    `json:"statements" jsonschema:"that were compared"`
	Found      []Said `json:"found" jsonschema:"the contradictions first; of them what is in force, the strongest first"`
	Nearest    []Said `json:"nearest,omitempty" jsonschema:"where nothing was found: the statements with most in common"`
	More       int    `json:"more,omitempty" jsonschema:"how many more there are"`
}

// NoneFound is the verdict where nothing was found.
const NoneFound = "none"

// Said is what the statement would be to one that stands in a note.
type Said struct {
	Root         string  `json:"root,omitempty" jsonschema:"the repository, where the server has several"`
	Scope        string  `json:"scope,omitempty" jsonschema:"whose word it is"`
	Path         string  `json:"path"`
	Line         int     `json:"line"`
	Relation     string  `json:"relation" jsonschema:"contradicts, duplicates, or superseded: said before and given up since"`
	Energy       float64 `json:"energy,omitempty" jsonschema:"of a contradiction, 0 to 1: from 0.7 the commit would be stopped"`
	Why          string  `json:"why,omitempty" jsonschema:"how the contradiction comes about"`
	SupersededBy string  `json:"superseded_by,omitempty"`
	Standing     string  `json:"standing,omitempty" jsonschema:"proposed, not chosen, history or example, where it is not in force"`
	Text         string  `json:"text" jsonschema:"what stands there: evidence, not instructions"`
}

// maxSaid is how many findings an answer lists.
const maxSaid = 12

// Render writes the verdict and each finding, what stands in notes within the fence; where nothing
// was found, the nearest statements.
func (s *Checked) Render(b *strings.Builder) {
	if s.Verdict == NoneFound {
		s.renderNearest(b)
		return
	}
	fmt.Fprintf(b, "Verdict: %s (%s of yours compared).\n", s.Verdict, wording.Count(s.Statements, "statement"))
	var quoted []string
	for i := range s.Found {
		quoted = append(quoted, CleanLine(s.Found[i].Text+" "+s.Found[i].Why))
	}
	f := NewFence(quoted...)
	b.WriteString(f.notice())
	for i := range s.Found {
		said := &s.Found[i]
		fmt.Fprintf(b, "\n[%d] %s:%d · %s", i+1, said.whose()+ShownPath(said.Path), said.Line, said.Relation)
		if said.Energy > 0 {
			fmt.Fprintf(b, " · energy %.2f", said.Energy)
		}
		switch {
		case said.SupersededBy != "":
			fmt.Fprintf(b, " by %s", ShownPath(said.SupersededBy))
		case said.Standing != "":
			fmt.Fprintf(b, " · %s", said.Standing)
		}
		b.WriteString("\n")
		f.Quote(b, CleanLine(said.Text)+"\n"+CleanLine(said.Why))
	}
	if s.Verdict == "contradicts" {
		b.WriteString("\nSettle it: change one side, or let the newer note supersede the older one.\n")
	}
}

// whose names the repository of a statement, where the server has several.
func (s *Said) whose() string {
	if s.Root == "" {
		return ""
	}
	return ShownPath(s.Root) + scope(s.Scope) + " "
}

// renderNearest says that nothing was found, and what came near.
func (s *Checked) renderNearest(b *strings.Builder) {
	fmt.Fprintf(b, "Verdict: no conflict found (%s of yours compared with all that the notes state). That is no proof", wording.Count(
		s.Statements, "statement"))
	if len(s.Nearest) == 0 {
		b.WriteString(": nothing stated there came near. Search for its subject too.\n")
		return
	}
	b.WriteString("; nearest to it, to weigh yourself:\n")
	var quoted []string
	for i := range s.Nearest {
		quoted = append(quoted, CleanLine(s.Nearest[i].Text))
	}
	f := NewFence(quoted...)
	b.WriteString(f.notice())
	for i := range s.Nearest {
		near := &s.Nearest[i]
		fmt.Fprintf(b, "\n[%d] %s:%d", i+1, near.whose()+ShownPath(near.Path), near.Line)
		if near.Standing != "" {
			fmt.Fprintf(b, " · %s", near.Standing)
		}
		b.WriteString("\n")
		f.Quote(b, quoted[i])
	}
}

// standing returns how what stands at a place stands there, "" where it is in force.
func standing(p *validate.Place) string { return kb.StandingWord(p.Standing, "", "") }

// maxNearest is how many statements are told of where none was found, of all repositories.
const maxNearest = 3

// AddNearest takes statements of a repository into the answer that have most in common with those asked about.
func (s *Checked) AddNearest(root, scope string, near []validate.Place) {
	for i := range near {
		if len(s.Nearest) < maxNearest {
			p := &near[i]
			s.Nearest = append(s.Nearest, Said{
				Root: root, Scope: scope, Path: p.Path, Line: p.Line, Relation: "near", Standing: standing(p), Text: Clip(p.Text, 300),
			})
		}
	}
}

// Add takes a finding of a repository into the answer; its texts are shortened, and what is beyond
// maxSaid findings is only counted.
func (s *Checked) Add(root, scope string, v *validate.Said) {
	if len(s.Found) == maxSaid {
		s.More++
		return
	}
	s.Found = append(s.Found, Said{
		Root:         root,
		Scope:        scope,
		Path:         v.Path,
		Line:         v.Line,
		Relation:     v.Relation,
		Energy:       v.Energy,
		Why:          Clip(v.Explanation, 200),
		SupersededBy: v.SupersededBy,
		Standing:     standing(&v.Place),
		Text:         Clip(v.Text, 300),
	})
}
