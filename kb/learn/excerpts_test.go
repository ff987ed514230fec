package learn

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// excerpt is a piece of a session, and what a careful colleague would note of it. Who wrote them had
// not seen the rules.
type excerpt struct {
	ID     int    `json:"id"`
	Script string `json:"script"`
	Gold   []struct {
		About string `json:"about"` // words of the text
		Type  string `json:"type"`
	} `json:"gold"`
}

func excerpts(t *testing.T) []excerpt {
	t.Helper()
	f, err := os.Open("testdata/excerpts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []excerpt
	in := bufio.NewScanner(f)
	for in.Scan() {
		var e excerpt
		if err := json.Unmarshal(in.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

// part is what an excerpt is for: the odd ones of the first two hundred were used to better the
// rules, the even ones and those that came later only to measure.
func (e excerpt) part() string {
	switch {
	case e.ID > 200:
		return "later"
	case e.ID%2 == 0:
		return "held"
	}
	return "tuned"
}

// scores are candidates that are ready, those of them that are right, what is to be found, and what
// of it is found.
type scores struct{ found, right, all, hit int }

// score counts what the rules find in a part of the excerpts. Only of those that the rules may be
// bettered on it tells what is missed and wrong.
func score(t *testing.T, part string) (n scores) {
	for _, e := range excerpts(t) {
		if e.part() != part {
			continue
		}
		got := From(told(t, e.Script), Repository{}).Candidates
		got = slices.DeleteFunc(got, func(c Candidate) bool { return !c.Ready() })
		n.all += len(e.Gold)
		n.found += len(got)
		for _, g := range e.Gold {
			if slices.ContainsFunc(got, func(c Candidate) bool { return about(c, g.About) }) {
				n.hit++
			} else if part == "tuned" {
				t.Logf("%d missed: %s (%s)\n%s", e.ID, g.About, g.Type, e.Script)
			}
		}
		for _, c := range got {
			ok := false
			for _, g := range e.Gold {
				ok = ok || about(c, g.About)
			}
			if ok {
				n.right++
			} else if part == "tuned" {
				t.Logf("%d wrong: %s %q\n%s", e.ID, c.Rule, c.Statement, e.Script)
			}
		}
	}
	return n
}

// about reports whether a candidate says what is to be noted: it has more than half of its words.
func about(c Candidate, words string) bool {
	said, n := tokens(c.Statement+" "+c.Title+" "+c.Why), 0
	wanted := tokens(words)
	for _, w := range wanted {
		if slices.Contains(said, w) {
			n++
		}
	}
	return 2*n > len(wanted)
}

// Of what the rules find at least eight of ten are right, and they find two fifths of what is worth
// a note; in the excerpts that the rules were bettered on, and in all others.
func TestExcerpts(t *testing.T) {
	held, later := score(t, "held"), score(t, "later")
	t.Logf("held %+v, later %+v", held, later)
	for name, n := range map[string]scores{
		"tuned":  score(t, "tuned"),
		"others": {held.found + later.found, held.right + later.right, held.all + later.all, held.hit + later.hit},
	} {
		t.Logf("%s: precision %d/%d, recall %d/%d", name, n.right, n.found, n.hit, n.all)
		if 10*n.right < 8*n.found || 10*n.hit < 4*n.all {
			t.Errorf("%s: precision %d/%d, recall %d/%d", name, n.right, n.found, n.hit, n.all)
		}
	}
}
