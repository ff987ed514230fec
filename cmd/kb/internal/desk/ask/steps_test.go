package ask

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/model/modeltest"
	"github.com/9aea2451/kb/model/remote"
)

// steps are what a model that looks into the notes is told in the end of its actions.
const steps = `- notes: 1 parts, 10 sections, 808 bytes
- late: 1 parts, 2 sections, 166 bytes
- result4: 1 parts, 0 sections, 0 bytes
- parts: 2 parts, 2 sections, 166 bytes
- five: 1 parts, 10 sections, 802 bytes

Round 12 of 20, 3 of 3 questions asked.

there is no variable "none"
late has 2 sections
that is no regular expression
result4 has 0 sections
parts has 2 sections
there is no such action
Stored: garden 11 is late
there is nothing to search for
five has 10 sections
2 parts were asked
1 parts were asked
`

// A model is told what each of its actions gave, and can use it in the next.
func TestStepsIntoTheNotes(t *testing.T) {
	v, s := teas(t), modeltest.New(t)
	actions := []action{
		{Do: "peek", Of: "none"},
		{Do: "filter", Of: "notes", Pattern: "garden 1[01]", As: "late"},
		{Do: "filter", Of: "notes", Pattern: "(", As: "wrong"},
		{Do: "filter", Of: "notes", Pattern: "garden 99", As: "notes"},
		{Do: "chunk", Of: "late", Size: 1, As: "parts"},
		{Do: "dance", Of: "late"},
		{Do: "store", Value: "garden 11 is late"},
		{Do: "search", Question: " "},
		{Do: "search", Question: "garden 5", As: "five"},
		{Do: "ask", Of: "parts"},
		{Do: "ask", Of: "notes"},
	}
	var told []string
	s.Say = func(_, user string) string {
		if !strings.Contains(user, "\n\nVariables:\n") { // a part is asked about
			return says(written{})("", "")
		}
		_, state, _ := strings.Cut(user, "\n\nVariables:\n")
		told = append(told, state)
		if len(told) > len(actions) {
			return says(action{Do: "answer", Final: true, Done: true})("", "")
		}
		return says(actions[len(told)-1])("", "")
	}
	reply := asked(t, v, s, "compare the tea of garden 10 with that of garden 11", func(r *Request, _ *remote.Endpoint) {
		r.Limits.Iterations, r.Limits.Calls = 20, 3
	})
	if got := told[len(told)-1]; got != steps {
		t.Errorf("told\n%s", got)
	}
	if reply.Ended != "answered" || reply.Rounds != 12 || reply.Calls != 3 {
		t.Errorf("%d rounds, %d calls, ended by %q", reply.Rounds, reply.Calls, reply.Ended)
	}
}

// kitchen is a view of notes that answer questions: some long, some doubtful, and some that contradict others.
func kitchen(t *testing.T) *desk.View {
	t.Helper()
	r := gittest.New(t)
	r.Write(
		"soup.md", "# Soup\n\n## Summary\n\nA soup is boiled for twenty minutes with the lid on. Salt is added at the end of boiling.\n\n"+
			"## Lids\n\nThe lid keeps the steam in the pot while a soup is boiled. How long does the lid stay on?\n",
		"old.md",
		"---\nstatus: superseded\nsuperseded_by: soup.md\n---\n# Old soup\n\nA soup is boiled for forty minutes with the lid off.\n",
		"draft.md", "---\nstatus: draft\n---\n# Stew\n\nA stew is boiled for two hours with the lid on, they say.\n",
		"other.md", "# Soup of others\n\nA soup is boiled for ninety minutes with the lid on.\n",
		"bread.md",
		"# Bread\n\nBread is baked in a hot oven and cools on a rack. `x = 1`\n\n- Bread of rye is baked for an hour at most.\n",
		"list.md",
		"# Pots\n\n[a link](soup.md)\n\nToo short.\n\n| pot | litres |\n|--|--|\n| The great pot of the kitchen holds | ten litres |\n",
	)
	r.Commit("Cook", gittest.Date("2026-03-01T10:00:00Z")...)
	r.Write("bread.md",
		"# Bread\n\nBread is baked in a hot oven and cools on a rack. `x = 1`\n\n- Bread of rye is baked for two hours at most.\n")
	repo, err := kb.Open(t.Context(), r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	config := &userconfig.Config{}
	config.Models.Embed.Provider = "none"
	d, err := desk.Open(t.Context(), repo, desk.Options{Now: spring, Config: config, Quick: true}, false)
	if err != nil {
		t.Fatal(err)
	}
	v, err := d.Look(t.Context(), desk.Moment{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close(); d.Close(nil) })
	return v
}

// answered is an answer as text.
func answered(t *testing.T, v *desk.View, question string, most int) string {
	t.Helper()
	reply, err := Ask(t.Context(), v, Request{Query: index.Query{Text: question}, Most: most, Trace: true})
	if err != nil {
		return err.Error() + "\n"
	}
	var b strings.Builder
	for _, s := range reply.Sentences {
		for _, c := range s.Citations {
			fmt.Fprintf(&b, "%s [%s:%d-%d, committed %v] %q\n", s.Text, c.Path, c.Line, c.EndLine, c.Commit != "", c.Warnings)
			for _, x := range c.Conflicts {
				fmt.Fprintf(&b, "  but %s:%d %s\n", x.Path, x.Line, x.Text)
			}
		}
	}
	for _, n := range reply.Nearest {
		fmt.Fprintf(&b, "near %s:%d %s\n", n.Path, n.Line, strings.Join(n.HeadingPath, "/"))
	}
	for _, s := range reply.Trace {
		fmt.Fprintf(&b, "%s: %s\n", s.Name, s.Detail)
	}
	return b.String()
}

// What notes say is quoted where most of a question stands together, with what speaks against it.
func TestQuotedAnswers(t *testing.T) {
	v := kitchen(t)
	for _, c := range []struct {
		question string
		most     int
		want     string
	}{
		{"how long is a soup boiled with the lid on", 0,
			`A soup is boiled for twenty minutes with the lid on. [soup.md:5-5, committed true] []
  but other.md:3 A soup is boiled for ninety minutes with the lid on.
The lid keeps the steam in the pot while a soup is boiled. [soup.md:9-9, committed true] []
Salt is added at the end of boiling. [soup.md:5-5, committed true] []
A stew is boiled for two hours with the lid on, they say. [draft.md:6-6, committed true] ["not agreed yet: draft"]
near other.md:1 Soup of others
near old.md:5 Old soup
near list.md:1 Pots
read: 6 sections of 5 notes
words: 100 % of what was asked stand together, more than 50 must
citations: 4 looked up, 0 do not hold
doubts: 2 told
`},
		{"how long is a soup boiled with the lid on", 1,
			`A soup is boiled for twenty minutes with the lid on. [soup.md:5-5, committed true] []
  but other.md:3 A soup is boiled for ninety minutes with the lid on.
near soup.md:7 Soup/Lids
near other.md:1 Soup of others
near old.md:5 Old soup
near draft.md:4 Stew
near list.md:1 Pots
read: 6 sections of 5 notes
words: 100 % of what was asked stand together, more than 50 must
citations: 1 looked up, 0 do not hold
doubts: 1 told
`},
		{"how long is bread of rye baked", 2, `Bread of rye is baked for two hours at most. [bread.md:5-5, committed false] []
Bread is baked in a hot oven and cools on a rack. [bread.md:3-3, committed false] []
near soup.md:7 Soup/Lids
read: 2 sections of 2 notes
words: 100 % of what was asked stand together, more than 50 must
citations: 2 looked up, 0 do not hold
doubts: 0 told
`},
		{"how many litres does the great pot hold", 1, `| The great pot of the kitchen holds | ten litres | [list.md:9-9, committed true] []
near soup.md:7 Soup/Lids
read: 2 sections of 2 notes
words: 100 % of what was asked stand together, more than 50 must
citations: 1 looked up, 0 do not hold
doubts: 0 told
`},
		{"how are pancakes turned", 0, `read: 0 sections of 0 notes
words: 0 % of what was asked stand together, more than 50 must
`},
		{" ", 0, `nothing is asked
`},
	} {
		if got := answered(t, v, c.question, c.most); got != c.want {
			t.Errorf("%q %d:\n%s", c.question, c.most, got)
		}
	}
}

// spring is when the kitchen is asked.
func spring() time.Time { return time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC) }

// What cannot be found in its lines as it was read is not cited, and is counted; the rest is.
func TestQuotationsThatDoNotHold(t *testing.T) {
	v := kitchen(t)
	answer, err := v.Search(t.Context(), index.Query{Text: "how long is a soup boiled with the lid on"})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(answer.Hits, func(h index.Hit) bool { return h.Path == "soup.md" })
	in := &section{hit: answer.Hits[i]}
	best := []statement{
		{in: in, text: "A soup is boiled for twenty minutes with the lid on.", line: 5, last: 5},
		{in: in, text: "A soup is boiled for thirty minutes with the lid on.", line: 5, last: 5},
		{in: in, text: "A soup is boiled for twenty minutes with the lid on.", line: 99, last: 99},
		{in: in, text: "The lid keeps the steam in the pot while a soup is boiled.", line: 9, last: 9},
	}
	var out Reply
	r := &reader{v: v}
	if err := r.extract(t.Context(), best, &out); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range out.Sentences {
		got = append(got, fmt.Sprintf("%d %s", s.Citations[0].Line, s.Text))
	}
	if want := []string{"5 " + best[0].text, "9 " + best[3].text}; !slices.Equal(got, want) || out.Dropped != 2 {
		t.Errorf("%q, %d dropped", got, out.Dropped)
	}
}

// Of the notes that were found so many are read; what a note says about itself alone is no section.
func TestNotesThatAreRead(t *testing.T) {
	v := kitchen(t)
	hits := []index.Hit{{Path: "0.md", Text: "Status: accepted\nDate: 2026-03-01\n"}}
	for i := range readNotes + 1 {
		path := fmt.Sprintf("%d.md", i)
		hits = append(hits, index.Hit{Path: path, HeadingPath: []string{"Pots"}, Text: "A pot has a lid that fits it well.\n"},
			index.Hit{Path: path, HeadingPath: []string{"Pots"}, Text: "A pan has a lid that fits it well.\n"})
	}
	for i := range hits {
		hits[i].Score = 1
	}
	for _, n := range []int{readNotes, readNotes + 1} {
		r := &reader{v: v}
		r.gather(hits[:2*n+1])
		if r.notes != readNotes || len(r.sections) != readNotes || len(r.sections[0].parts) != 2 {
			t.Errorf("of %d notes %d are read, in %d sections", n, r.notes, len(r.sections))
		}
	}
}

// Sections are shown together as far as they fit, one that is too long alone.
func TestPartsThatFit(t *testing.T) {
	of := func(bytes int) *section { return part("a.md", "Pot", strings.Repeat("x", bytes)) }
	long, little, one, huge := of(partBytes-10), of(10), of(1), of(partBytes+1)
	var got []string
	for _, p := range fitting([][]*section{{long, little, one, huge}, {huge, one}, {}, {one, one}}) {
		sizes := ""
		for _, s := range p {
			sizes += fmt.Sprint(s.size(), " ")
		}
		got = append(got, strings.TrimSpace(sizes))
	}
	if want := []string{"11990 10", "1", "12001", "12001", "1", "1 1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
