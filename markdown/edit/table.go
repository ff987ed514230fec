package edit

import (
	"bytes"
)

// table is an item of a list that has keys of its own, in the order in which they are written.
type table []pair

type pair struct {
	key   string
	value any // what text can write
}

// values is the table as it reads back.
func (t table) values() map[string]any {
	m := make(map[string]any, len(t))
	for _, p := range t {
		m[p.key] = p.value
	}
	return m
}

// lines writes each key of a table with its value.
func (f *front) lines(t table) ([]string, error) {
	var lines []string
	for _, p := range t {
		text, err := f.text(p.value, 0)
		if err != nil {
			return nil, err
		}
		lines = append(lines, f.keyText(p.key)+f.separator()+text)
	}
	return lines, nil
}

// separator stands between a key and its value.
func (f *front) separator() string {
	if f.toml {
		return " = "
	}
	return ": "
}

// holdsTables tells a list of TOML whose items are written as tables of their own, [[key]].
func (f *front) holdsTables(key string) bool {
	fd := f.field(key)
	return f.toml && fd != nil && bytes.HasPrefix(bytes.TrimLeft(f.source[fd.start:fd.end], " \t"), []byte("[["))
}
