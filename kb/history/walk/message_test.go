package walk

import (
	"testing"
	"time"
	"unicode/utf8"
)

func TestParseCommit(t *testing.T) {
	c := parseCommit(
		"id",
		[]byte(
			"tree 1\nparent 2\nparent 3\nauthor  \xc4 B <a@b> 1700000000 -0130\ncommitter C <> 99999999999999999999 +9900\nencoding "+
				"latin1\ngpgsig x\n y\n\n\nsub\nject\n\nbody\n\nCo-authored-by: X <x@y>\n more\nRef: #1\n",
		),
	)
	want := &Commit{ID: "id", Parents: []string{"2", "3"}, Subject: "sub ject", Body: "body\n\nCo-authored-by: X <x@y>\n more\nRef: #1",
		Author:    Signature{"Ä B", "a@b", time.Unix(1700000000, 0).In(time.FixedZone("", -90*60))},
		Committer: Signature{"C", "", time.Unix(0, 0)},
		Trailers:  []Trailer{{"Co-authored-by", "X <x@y> more"}, {"Ref", "#1"}}}
	diff(t, "commit", c, want)
	if got := c.Author.When.Format(time.RFC3339); got != "2023-11-14T20:43:20-01:30" {
		t.Errorf("author's time = %s", got)
	}
}

func TestTrailers(t *testing.T) {
	for _, c := range []struct {
		body string
		want []Trailer
	}{
		{"", nil},
		{"just text: with a colon in it\nand more", nil},
		{"A: 1", []Trailer{{"A", "1"}}},
		{"A: 1\n\nnot the last: but this", nil},
		{"text\nmore\nSigned-off-by: S", []Trailer{{"Signed-off-by", "S"}}},
		{"text\nmore\nReviewed-by: S", nil},
		{"1\n2\n3\n4\nSigned-off-by: S", nil},
		{"K: v\n(cherry picked from commit 1234)", []Trailer{{"K", "v"}}},
		{"x\n\nKey : v  \n  w \n", []Trailer{{"Key", "v w"}}},
	} {
		diff(t, c.body, ParseTrailers(c.body), c.want)
	}
}

func FuzzParseCommit(f *testing.F) {
	f.Add([]byte("author A <a> 1 +0000\n\nsubject\n\nA: b\n c\n"))
	f.Add([]byte("encoding latin1\nauthor \xff<\xff>\xff\n\n\xff\n\n\n :\n\t"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c := parseCommit("x", data)
		for _, s := range []string{c.Subject, c.Body, c.Author.Name, c.Author.Email, c.Committer.Name} {
			if !utf8.ValidString(s) || len(s) > maxBody {
				t.Errorf("%q", s)
			}
		}
		if len(c.Subject) > maxSubject || len(c.Trailers) > maxTrailers {
			t.Errorf("subject of %d bytes, %d trailers", len(c.Subject), len(c.Trailers))
		}
		if _, err := c.Author.When.MarshalJSON(); err != nil {
			t.Error(err)
		}
	})
}
