package model

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
)

type opinion struct {
	Yes   bool     `json:"yes"`
	Notes []string `json:"notes"`
}

func TestForm(t *testing.T) {
	schema, err := jsonschema.For[opinion](nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{`{"yes":true,"notes":[]}`, `{"yes":true,"notes":[]}`},
		{"Sure! ```json\n{\"yes\":true,\"notes\":[\"a,\", ],}\n``` Anything else?", `{"yes":true,"notes":["a,"]}`},
		{`{"yes":false,"notes":["}",",]","\",}"]}`, `{"yes":false,"notes":["}",",]","\",}"]}`},
		{`no json at all`, ""},
		{`} {`, ""},
		{`{"yes":"true","notes":[]}`, ""},
		{`{"yes":true}`, ""},
		{`{"yes":true,"notes":[],"run":"rm"}`, ""},
		{`{"yes":true,"notes":[`, ""},
		{`{}{}`, ""},
	} {
		got, err := Form(c.text, schema)
		if got != c.want || (err == nil) != (c.want != "") || err != nil && !errors.Is(err, ErrForm) {
			t.Errorf("%q: %q, %v, want %q", c.text, got, err, c.want)
		}
	}
	if got, err := Form(" free {text \n", nil); got != "free {text" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

func FuzzForm(f *testing.F) {
	schema, err := jsonschema.For[opinion](nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(`x {"yes":true,"notes":["a",]} y`)
	f.Add(`{"yes":true,"notes":["\\",",]"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		found, err := Form(text, schema)
		if err != nil {
			return
		}
		if again, err := Form(found, schema); err != nil || again != found {
			t.Errorf("%q: %q, then %q, %v", text, found, again, err)
		}
	})
}

// saying answers with a number that grows.
type saying struct{ asked int }

func (s *saying) Model() string { return "toy" }

func (s *saying) Answer(context.Context, Prompt) (Answer, error) {
	s.asked++
	return Answer{Text: fmt.Sprintf("%d", s.asked)}, nil
}

func TestKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kb", "answers")
	says, meter := &saying{}, NewMeter(Limits{})
	chat := KeepIn(dir).Chat(says, meter)
	prompts := []Prompt{{User: "a"}, {System: "a"}, {User: "a", MaxTokens: 1}, {User: "a", Schema: nil}, {User: "a"}}
	for i, want := range []string{"1", "2", "3", "1", "1"} {
		a, err := chat.Answer(t.Context(), prompts[i])
		if err != nil || a.Text != want || a.Kept != (i > 2) {
			t.Errorf("prompt %d: %+v, %v", i, a, err)
		}
	}
	if n := meter.Count(); n.Kept != 2 || says.asked != 3 {
		t.Errorf("%+v, asked %d", n, says.asked)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Fatal(entries, err)
	}
	for _, e := range entries { // damage is asked again
		info, err := e.Info()
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Error(info, err)
		}
		if err := os.WriteFile(filepath.Join(dir, e.Name()), []byte("kb answer 1\n\x05lies"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if a, err := chat.Answer(t.Context(), prompts[0]); err != nil || a.Text != "4" {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestKeptIsBounded(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kb", "answers")
	kept := KeepIn(dir)
	kept.save(filepath.Join(dir, "first"+keptEnd), "x")
	for i := range keptMost {
		name := filepath.Join(dir, fmt.Sprintf("%d%s", i, keptEnd))
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		old := time.Unix(int64(i), 0)
		if err := os.Chtimes(name, old, old); err != nil {
			t.Fatal(err)
		}
	}
	kept.save(filepath.Join(dir, "last"+keptEnd), "x")
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > keptMost {
		t.Fatalf("%d answers, %v", len(entries), err)
	}
	for _, name := range []string{"first", "last", "1999"} {
		if _, err := os.Stat(filepath.Join(dir, name+keptEnd)); err != nil {
			t.Errorf("%s is gone before older ones", name)
		}
	}
}

func TestMeter(t *testing.T) {
	m := NewMeter(Limits{Cost: 1})
	most := Usage{Cost: .6}
	if err := m.Begin(most); err != nil {
		t.Fatal(err)
	}
	if err := m.Begin(most); !errors.Is(err, ErrLimit) {
		t.Errorf("what is under way does not count: %v", err)
	}
	m.End(most, Usage{In: 3, Out: 4, Cost: .1}, true, false)
	if err := m.Begin(most); err != nil {
		t.Error(err)
	}
	m.End(most, Usage{}, false, true)
	if n := m.Count(); n != (Count{Requests: 2, Failed: 1, In: 3, Out: 4, Cost: .1, Unpriced: true}) {
		t.Errorf("%+v", n)
	}
	var nobody *Meter
	if err := nobody.Begin(most); err != nil || nobody.Count() != (Count{}) {
		t.Error("a meter that is none refuses")
	}
	nobody.End(most, most, true, true)
}
