// Package edit changes the front matter of a note and nothing else: comments, the order of keys,
// quoting, line ends and every byte of other values stay as they are. What cannot be changed so is
// an error, and the source is not touched.
package edit

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/9aea2451/kb/markdown"
)

// ErrRefused is wrapped by the errors about front matter that cannot be edited without changing
// more than was asked for.
var ErrRefused = errors.New("the front matter has to be edited by hand")

// refusal is an ErrRefused with its place, counted from 1.
type refusal struct {
	line, col int
	reason    string
}

func (r *refusal) Error() string { return ErrRefused.Error() + ": " + r.reason }
func (r *refusal) Unwrap() error { return ErrRefused }

// At words an error about a source for the person who knows it by a path: path:line:col where it has a place.
func At(path string, err error) error {
	if r := (*refusal)(nil); errors.As(err, &r) {
		path = fmt.Sprintf("%s:%d:%d", path, r.line, r.col)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// Set gives a key a value: a string, bool, int, float64 or []string. A key that is not there is
// added at the end of the front matter, which is made where there is none.
func Set(source []byte, key string, value any) ([]byte, error) {
	return change(source, key, value, func(f *front) ([]byte, error) { return f.set(key, value) })
}

// Unset takes a key away, with its value. A key that is not there is no error.
func Unset(source []byte, key string) ([]byte, error) {
	return change(source, key, nil, func(f *front) ([]byte, error) {
		fd := f.field(key)
		if fd == nil {
			return f.source, nil
		}
		if rest, moved := f.moveAnchor(fd, f.splice(fd.start, fd.end, "")); moved {
			return rest, nil
		}
		return f.splice(fd.start, fd.end, ""), nil
	})
}

// Add appends an item to a list, unless it is there. A single value becomes a list.
func Add(source []byte, key, item string) ([]byte, error) {
	items := listOf(source, key)
	if slices.Contains(items, item) {
		return source, nil
	}
	return change(source, key, append(items, item), func(f *front) ([]byte, error) {
		fd := f.field(key)
		if fd != nil && fd.value < fd.end && (f.isBlockList(fd) || f.source[fd.value] == '[') {
			return f.addToList(key, item)
		}
		return f.set(key, append(items, item))
	})
}

// Remove takes an item out of a list. One that is not there is no error.
func Remove(source []byte, key, item string) ([]byte, error) {
	items := listOf(source, key)
	at := slices.Index(items, item)
	if at < 0 {
		_, err := open(source)
		return source, err
	}
	rest := slices.Delete(slices.Clone(items), at, at+1)
	return change(source, key, rest, func(f *front) ([]byte, error) { return f.remove(key, at, rest) })
}

// AddRelation appends a relation of a type to a target. Strength 0 leaves it out.
func AddRelation(source []byte, typ, target string, strength float64) ([]byte, error) {
	item := table{{"type", typ}, {"target", target}}
	if strength > 0 {
		item = append(item, pair{"strength", strength})
	}
	return addItem(source, "relations", item.values(), item)
}

// AddEntity appends a named thing to the entities, unless it is there. Its type may be "".
func AddEntity(source []byte, typ, name string) ([]byte, error) {
	if v, _ := markdown.Head(source).FrontMatter.Get("entities"); v != nil {
		list, _ := v.([]any)
		for _, have := range list {
			m, _ := have.(map[string]any)
			if typ == "" && have == any(name) || typ != "" && m["type"] == any(typ) && m["name"] == any(name) {
				return source, nil
			}
		}
	}
	if item, ok := Entity(typ, name).(table); ok {
		return addItem(source, "entities", item.values(), item)
	}
	return addItem(source, "entities", name, name)
}

// Entity is a named thing as an item of a list. Its type may be "".
func Entity(typ, name string) any {
	if typ == "" {
		return name
	}
	return table{{"type", typ}, {"name", name}}
}

// addItem appends an item, a string or a table, to a list.
func addItem(source []byte, key string, reads, item any) ([]byte, error) {
	var want []any
	if v, ok := markdown.Head(source).FrontMatter.Get(key); ok && v != nil {
		list, isList := v.([]any)
		if !isList {
			return nil, fmt.Errorf("%w: %s is no list", ErrRefused, key)
		}
		want = slices.Clone(list)
	}
	want = append(want, reads)
	return change(source, key, want, func(f *front) ([]byte, error) {
		if fields, ok := item.(table); ok && f.holdsTables(key) {
			lines, err := f.lines(fields)
			if err != nil {
				return nil, err
			}
			lines = slices.Concat([]string{"", "[[" + f.field(key).Key + "]]"}, lines, []string{""})
			return f.splice(f.end, f.end, strings.Join(lines, f.eol)), nil
		}
		return f.addToList(key, item)
	})
}

// listOf is the items of a list of words, or the one word that stands in its place.
func listOf(source []byte, key string) []string {
	v, _ := markdown.Head(source).FrontMatter.Get(key)
	switch v := v.(type) {
	case string:
		if v != "" {
			return []string{v}
		}
	case []any:
		var items []string
		for _, item := range v {
			items = append(items, fmt.Sprint(item))
		}
		return items
	}
	return nil
}

// change edits and then reads the result again: the key must have the value, and everything else
// must be as it was.
func change(source []byte, key string, want any, edit func(*front) ([]byte, error)) ([]byte, error) {
	f, err := open(source)
	if err != nil {
		return nil, err
	}
	result, err := edit(f)
	if err != nil {
		return nil, err
	}
	old, now := markdown.Head(source), markdown.Head(result)
	if len(now.Problems) > len(old.Problems) {
		return nil, fmt.Errorf("%w: %s would not be readable afterwards", ErrRefused, key)
	}
	if !bytes.Equal(source[old.FrontMatter.Span.End:], result[now.FrontMatter.Span.End:]) && old.FrontMatter.Format != "" {
		return nil, fmt.Errorf("%w: the text would change", ErrRefused)
	}
	var others []string
	for _, f := range old.FrontMatter.Fields {
		if strings.EqualFold(f.Key, key) {
			continue
		}
		others = append(others, f.Key)
		if v, ok := now.FrontMatter.Get(f.Key); !ok || !reflect.DeepEqual(v, f.Value) {
			return nil, fmt.Errorf("%w: %s depends on it", ErrRefused, f.Key)
		}
	}
	have, found := now.FrontMatter.Get(key)
	if len(now.FrontMatter.Fields) != len(others)+map[bool]int{true: 1}[found] {
		return nil, fmt.Errorf("%w: other keys would come or go", ErrRefused)
	}
	if found != (want != nil) || found && !same(have, want) {
		return nil, fmt.Errorf("%w: %s would read back as %v", ErrRefused, key, have)
	}
	return result, nil
}

// same compares a value that was read with one that was asked for.
func same(have, want any) bool {
	switch want := want.(type) {
	case int:
		n, ok := have.(int64)
		return ok && n == int64(want)
	case float64:
		switch n := have.(type) {
		case int64:
			return float64(n) == want
		case float64:
			return n == want
		}
		return false
	case []string:
		list, ok := have.([]any)
		return ok && slices.EqualFunc(list, want, func(a any, b string) bool { return fmt.Sprint(a) == b })
	case map[string]any:
		m, ok := have.(map[string]any)
		if !ok || len(m) != len(want) {
			return false
		}
		for k, v := range want {
			if !same(m[k], v) {
				return false
			}
		}
		return true
	case []any:
		list, ok := have.([]any)
		return ok && slices.EqualFunc(list, want, same)
	}
	return reflect.DeepEqual(have, want)
}
