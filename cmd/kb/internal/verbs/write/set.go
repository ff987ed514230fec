package write

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/edits"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/adr"
	"github.com/9aea2451/kb/kb/schema"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/markdown/edit"
)

// Set is kb set.
func (Verbs) Set() app.Verb {
	return app.Verb{
		Name: "set", Place: 150,
		Help:    "Set keys of a note's front matter.",
		Command: &setCmd{},
		Words:   map[string]string{"assigned": "key=value sets, key= removes the key, key+=item adds to a list, key-=item removes it."},
		Answers: []any{edits.Edited{}},
		Edits:   true,
	}
}

// setCmd sets keys of a note's front matter.
type setCmd struct {
	Note   string   `arg:"" name:"note" complete:"note" help:"Path, stem, title, alias, id or number."`
	Keys   []string `arg:"" name:"key=value" complete:"assignment" help:"${assigned}"`
	DryRun bool     `help:"Show the lines that would change, and change nothing."`
}

// Run sets the keys.
func (c *setCmd) Run(ctx context.Context, a *app.App) error {
	e, err := edits.Open(ctx, a)
	if err != nil {
		return err
	}
	notes, keys := []string{c.Note}, c.Keys
	for len(keys) > 1 && !strings.Contains(keys[0], "=") { // as a pattern of the shell names several
		notes, keys = append(notes, keys[0]), keys[1:]
	}
	for _, note := range notes {
		path, err := e.Find(note)
		if err != nil {
			return err
		}
		for _, text := range keys {
			if err := set(e, path, text); err != nil {
				return err
			}
		}
	}
	return e.Finish(c.DryRun)
}

// set carries out one key=value.
func set(e *edits.Editor, path, text string) error {
	key, value, ok := strings.Cut(text, "=")
	op := byte(0)
	if n := len(key); ok && n > 1 && (key[n-1] == '+' || key[n-1] == '-') {
		op, key = key[n-1], key[:n-1]
	}
	if key = strings.TrimSpace(key); !ok || key == "" {
		return app.WithHint(fmt.Errorf("%q is no assignment", text), "write it as key=value, as in status=accepted")
	}
	field, known := field(e, path, key)
	if !known {
		e.App.Remark("%s is no key of kb's; it is kept and can be searched", app.CleanName(key))
	}
	entry := e.Snapshot.Entry(path)
	return e.Edit(path, func(source []byte) ([]byte, error) {
		r := adr.At(path, source)
		said, inHeader := r.Says(key)
		record := entry != nil && adr.Read(&entry.Note, source) != nil && !r.Fronted()
		switch {
		case inHeader && value == "" && op == 0:
			return r.Drop(key), nil
		case inHeader && op != 0:
			items := slices.DeleteFunc(listed(said), func(item string) bool { return item == value })
			if op == '+' {
				items = append(items, value)
			}
			out, _, err := r.Set(key, strings.Join(items, ", "))
			return out, err
		case inHeader:
			out, _, err := r.Set(key, value)
			return out, err
		case record && key == "status" && op == 0 && value != "":
			return r.SetStatus(value)
		case record:
			return nil, app.WithHint(fmt.Errorf("the records of its log have no front matter, and its head has no line %q", key),
				"nothing was changed: give it a front matter by hand, if the log allows one")
		}
		return assign(source, field, known, key, value, op)
	})
}

// assign carries out one assignment in the front matter.
func assign(source []byte, field schema.Field, known bool, key, value string, op byte) ([]byte, error) {
	switch {
	case op == '+' && known && field.Type == schema.Entities:
		e := kb.ParseEntity(value)
		return edit.AddEntity(source, e.Type, e.Name)
	case op == '+':
		return inList(source, field, key, func(list []byte) ([]byte, error) { return edit.Add(list, key, value) })
	case op == '-':
		return inList(source, field, key, func(list []byte) ([]byte, error) { return edit.Remove(list, key, value) })
	case value == "":
		return edit.Unset(source, key)
	}
	v, err := typed(field, known, key, value)
	if err != nil {
		return nil, err
	}
	had, there := markdown.Head(source).FrontMatter.Get(key)
	_, isText := had.(string)
	list, isList := v.([]string)
	if isList && (isText || !there && field.Key == "category") { // a text stays one
		v = strings.Join(list, ", ")
	}
	return edit.Set(source, key, v)
}

// inList changes a list. Where the note has a text such as "a, b" in its place, that is made the list
// that it is read as, unless nothing changes in it.
func inList(source []byte, f schema.Field, key string, change func(source []byte) ([]byte, error)) ([]byte, error) {
	v, _ := markdown.Head(source).FrontMatter.Get(key)
	text, single := v.(string)
	if f.Type != schema.List && f.Type != schema.Patterns || !single || !strings.Contains(text, ",") {
		return change(source)
	}
	list, err := edit.Set(source, key, listed(text))
	if err != nil {
		return nil, err
	}
	out, err := change(list)
	if err != nil || bytes.Equal(out, list) {
		return source, err
	}
	return out, nil
}

// listed splits a text at its commas.
func listed(text string) []string {
	items := []string{}
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// field describes a key of the note's kind.
func field(e *edits.Editor, path, key string) (schema.Field, bool) {
	name := "doc"
	if entry := e.Snapshot.Entry(path); entry != nil {
		name = entry.Note.Kind
	}
	kind, _ := schema.Find(name)
	for _, f := range kind.Fields {
		if strings.EqualFold(f.Key, key) {
			return f, true
		}
	}
	return schema.Field{}, false
}

// typed reads a value as its key takes it. What a key of another tool takes is not known: it is
// read as YAML would, but a number that is written in another way, such as 1.10, stays text.
func typed(f schema.Field, known bool, key, value string) (any, error) {
	if !known {
		v, _ := markdown.Head([]byte("---\nk: " + value + "\n---\n")).FrontMatter.Get("k")
		switch v := v.(type) {
		case bool:
			return v, nil
		case float64:
			if strconv.FormatFloat(v, 'g', -1, 64) == value {
				return v, nil
			}
		case int64:
			if strconv.FormatInt(v, 10) == value {
				return int(v), nil
			}
		}
		return value, nil
	}
	switch f.Type {
	case schema.Unit:
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: expected a number from 0 to 1, not %q", key, value)
		}
		return n, nil
	case schema.Flag:
		b, err := strconv.ParseBool(value)
		if err != nil {
			return nil, fmt.Errorf("%s: expected true or false, not %q", key, value)
		}
		return b, nil
	case schema.List, schema.Patterns:
		return listed(value), nil
	case schema.Entities:
		return nil, app.WithHint(fmt.Errorf("%s cannot be set as a whole", key), "add one: entities+=tool:redis")
	case schema.Relations:
		return nil, app.WithHint(fmt.Errorf("%s cannot be set as a whole", key), "kb relate and kb supersede add relations")
	}
	return value, nil
}
