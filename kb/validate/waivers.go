package validate

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/text/wording"
)

// Waiver is a finding that was looked at and accepted: an entry of .memory/waivers.yaml.
type Waiver struct {
	Finding    string   // fingerprint of any finding
	Statements []string // of a contradiction: the fingerprints of its two statements
	Reason     string
	Author     string
	Until      string // ISO date of its last day, "" for always
	Line       int
}

// Waivers are the waivers of a tree.
type Waivers struct {
	List     []Waiver
	problems []Finding
}

// maxWaivers bounds what every finding is looked up in.
const maxWaivers = 10_000

// readWaivers reads the waivers of a tree.
func readWaivers(tree *kb.Tree) *Waivers {
	data, err := tree.Setting(kb.WaiversFile)
	return parseWaivers(data, err)
}

// parseWaivers reads the file. err is that of reading it: a file that is not there is an empty one.
func parseWaivers(data []byte, err error) *Waivers {
	w := &Waivers{}
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			w.problem(1, 1, err.Error())
		}
		return w
	}
	var doc yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader(data)).Decode(&doc); err != nil {
		if err != io.EOF {
			w.problem(1, 1, "not valid YAML: "+strings.TrimPrefix(err.Error(), "yaml: "))
		}
		return w
	}
	root := doc.Content[0]
	if root.Kind == yaml.ScalarNode && root.Tag == "!!null" {
		return w
	}
	list := mapValue(root, "waivers")
	if list == nil || list.Kind != yaml.SequenceNode && list.Tag != "!!null" {
		w.problem(root.Line, root.Column, "expected waivers: with a list below it")
		return w
	}
	for _, n := range list.Content {
		if len(w.List) == maxWaivers {
			w.problem(n.Line, n.Column, fmt.Sprintf("more than %d waivers", maxWaivers))
			break
		}
		e := Waiver{Line: n.Line}
		text := func(key string) string {
			if v := mapValue(n, key); v != nil && v.Kind == yaml.ScalarNode && v.Tag != "!!null" {
				return strings.TrimSpace(v.Value)
			}
			return ""
		}
		e.Finding, e.Reason, e.Author, e.Until = text("finding"), text("reason"), text("author"), text("until")
		if v := mapValue(n, "statements"); v != nil {
			for _, s := range v.Content {
				e.Statements = append(e.Statements, s.Value)
			}
			slices.Sort(e.Statements)
		}
		switch {
		case e.Finding == "" && len(e.Statements) != 2:
			w.problem(n.Line, n.Column, "a waiver needs finding: or statements: with two fingerprints (kb waive writes them)")
		case e.Reason == "":
			w.problem(n.Line, n.Column, "a waiver needs a reason:")
		case e.Until != "" && !isDay(e.Until):
			w.problem(n.Line, n.Column, fmt.Sprintf("until: %q is no date such as 2026-12-31", e.Until))
		default:
			w.List = append(w.List, e)
		}
	}
	return w
}

// problem keeps what is wrong at a place of the file of waivers.
func (w *Waivers) problem(line, col int, message string) {
	w.problems = append(w.problems,
		Finding{Place: at(kb.WaiversFile, line, col), Message: message, Fingerprint: fingerprint("waiver", message)})
}

// mapValue is the value of a key, nil when there is none.
func mapValue(n *yaml.Node, key string) *yaml.Node {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// isDay reports whether a text is a day such as 2026-05-04.
func isDay(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// ended tells whether the waiver's last day is past.
func (e *Waiver) ended(day time.Time) bool {
	return e.Until != "" && day.Format(time.DateOnly) > e.Until
}

// matches tells whether a waiver is of a finding: by its fingerprint, or by those of its statements.
func (e *Waiver) matches(f *Finding) bool {
	return e.Finding != "" && e.Finding == f.Fingerprint || len(e.Statements) == 2 && slices.Equal(e.Statements, f.statements)
}

// reason is why a finding is waived, "" when it is not.
func (w *Waivers) reason(f *Finding, day time.Time) string {
	for i := range w.List {
		if e := &w.List[i]; !e.ended(day) && e.matches(f) {
			return e.Reason
		}
	}
	return ""
}

// Accepted returns why a contradiction of two texts is waived by the waivers of a tree on a day, "" where it is not.
func Accepted(tree *kb.Tree, day time.Time, a, b string) string {
	f := ofTexts(a, b)
	return readWaivers(tree).reason(&f, day)
}

// staleWaivers finds the entries that the change made wrong, or that it brought so.
func (r *Run) staleWaivers() []Finding {
	stood := map[string]bool{}
	for _, f := range r.waiversBefore.stale(r.Before, r.Day) {
		stood[f.Fingerprint] = true
	}
	found := r.Waivers.stale(r.After, r.Day)
	return slices.DeleteFunc(found, func(f Finding) bool { return stood[f.Fingerprint] })
}

// stale finds the entries that are wrong, have ended, or whose statements are not in the base.
func (w *Waivers) stale(s *snapshot.Snapshot, day time.Time) []Finding {
	found := slices.Clone(w.problems)
	if len(w.List) == 0 {
		return found
	}
	said := map[string]bool{}
	for _, e := range s.Entries {
		for _, st := range e.Statements() {
			said[statementFingerprint(st.Text)] = true
		}
	}
	for i := range w.List {
		e := &w.List[i]
		message := ""
		switch {
		case e.ended(day):
			message = "this waiver ended on " + e.Until
		case len(e.Statements) == 2 && (!said[e.Statements[0]] || !said[e.Statements[1]]):
			message = "this waiver matches nothing any more: a statement of it is no longer in the base"
		default:
			continue
		}
		found = append(found, Finding{Place: at(kb.WaiversFile, e.Line, 1), Message: message, Suggestion: "remove the entry",
			Fingerprint: fingerprint("waiver", e.Finding, strings.Join(e.Statements, " "))})
	}
	return found
}

// Alone is the finding by its fingerprint alone. A waiver of it is not told to be over where one of
// the statements stands in another tree, as of what merging two of them makes.
func (f Finding) Alone() Finding {
	f.statements = nil
	return f
}

// Entry writes a waiver of a finding as a list item of .memory/waivers.yaml.
func (f *Finding) Entry(reason, author, until string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  - finding: %s\n", f.Fingerprint)
	if len(f.statements) == 2 {
		fmt.Fprintf(&b, "    statements: [%s, %s]\n", f.statements[0], f.statements[1])
	}
	for _, field := range [][2]string{{"reason", reason}, {"author", author}, {"until", until}} {
		if field[1] != "" {
			quoted, _ := yaml.Marshal(wording.OneLine(field[1])) // a string always can be
			fmt.Fprintf(&b, "    %s: %s", field[0], quoted)
		}
	}
	return b.String()
}

// AddWaiver gives the bytes of a waivers file with a waiver of the finding at the end of its list, as
// far to the right as the others stand. An error says why it cannot be added.
func (f *Finding) AddWaiver(data []byte, entry string) ([]byte, error) {
	if len(data) > 0 && data[len(data)-1] != '\n' {
		data = append(data, '\n')
	}
	before := parseWaivers(data, nil)
	if len(before.List) == 0 {
		data = emptyList().ReplaceAll(data, []byte("waivers:"))
	}
	var first error
	for _, entry := range []string{entry, shifted(entry, ""), shifted(entry, "    "), "waivers:\n" + entry} {
		with := append(bytes.Clone(data), entry...)
		w := parseWaivers(with, nil)
		err, n := w.mistake(), len(w.List)
		if err == nil && n == len(before.List)+1 && w.List[n-1].Finding == f.Fingerprint {
			return with, nil
		}
		if first == nil {
			first = cmp.Or(err, errors.New("the list of waivers does not end the file"))
		}
	}
	return nil, first
}

// emptyList matches a list without entries that stands beside its key: entries stand below it.
func emptyList() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^waivers:[ \t]*(\[[ \t]*\]|null|~)`)
}

// mistake is the first thing that is wrong with the file, nil when nothing is.
func (w *Waivers) mistake() error {
	if len(w.problems) == 0 {
		return nil
	}
	return fmt.Errorf("line %d: %s", w.problems[0].Line, w.problems[0].Message)
}

// shifted is an entry that begins behind a margin, not behind two blanks.
func shifted(entry, margin string) string {
	var b strings.Builder
	for line := range strings.Lines(entry) {
		b.WriteString(margin + strings.TrimPrefix(line, "  "))
	}
	return b.String()
}

// waiverRule is the rule about the entries of .memory/waivers.yaml.
func waiverRule() Rule {
	return Rule{
		Name: "waiver", Severity: Warning,
		Finds: "a waiver that is wrong, has ended, or silences nothing any more",
		About: `.memory/waivers.yaml holds findings that were looked at and accepted, each with a reason. An entry whose statements ` +
			`are no longer
in the base, or whose date has passed, only hides what it was not meant for.

Settle it by removing the entry.`,
		Tree: func(r *Run) []Finding { return r.staleWaivers() },
	}
}
