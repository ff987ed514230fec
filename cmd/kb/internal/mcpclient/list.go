package mcpclient

import (
	"bytes"
	"encoding/json"
	"slices"
)

// readList reads the list that begins at a place.
func readList(text []byte, at int) (*object, error) {
	if at >= len(text) || text[at] != '[' {
		return nil, wrong(text, at, "expected a list, line %d", line(text, at))
	}
	end, err := readNested(text, at, 0)
	if err != nil {
		return nil, err
	}
	o := &object{start: at, end: end - 1}
	for at = skip(text, at+1); at < o.end; {
		m := member{keyStart: at, valueStart: at}
		if m.valEnd, err = readValue(text, at, 0); err != nil {
			return nil, err
		}
		o.members, o.comma = append(o.members, m), 0
		if at = skip(text, m.valEnd); text[at] == ',' {
			o.comma = at + 1
			at = skip(text, at+1)
		}
	}
	return o, nil
}

// listAt gives the list at a path of keys; nil where it, or an object on the way, is missing.
func listAt(text []byte, path []string) (*object, error) {
	if blank(text) {
		return nil, nil
	}
	depth, in, err := lookup(text, path)
	if err != nil || depth < len(path) {
		return nil, err
	}
	m, _ := in.member(path[depth-1])
	return readList(text, m.valueStart)
}

// addItem adds an item at the end of the list at a path of keys, which is made where it is missing.
func addItem(text []byte, path []string, item string) ([]byte, error) {
	list, err := listAt(text, path)
	switch {
	case err != nil:
		return nil, err
	case list == nil:
		return addJSON(text, path, "[\n  "+indented(item, "  ", "  ")+"\n]")
	}
	return list.put(text, func(inner, unit string) string { return indented(item, inner, unit) }), nil
}

// cutItems takes the items out of the list at a path of keys that are ours, wherever others were put.
func cutItems(text []byte, path []string, ours func(item []byte) bool) (after []byte, err error) {
	list, err := listAt(text, path)
	if err != nil || list == nil {
		return text, err
	}
	for _, m := range slices.Backward(list.members) {
		if !ours(text[m.valueStart:m.valEnd]) {
			continue
		}
		text = list.cut(text, m)[0]
		if list, err = listAt(text, path); err != nil {
			return text, err
		}
	}
	return text, nil
}

// cutInner takes out of a list of groups, each with a list of its own under a key, the inner items
// that are ours.
func cutInner(text []byte, path []string, key string, ours func(item []byte) bool) (after []byte, err error) {
	list, err := listAt(text, path)
	if err != nil || list == nil {
		return text, err
	}
	for _, group := range slices.Backward(list.members) { // from the end, so that the places before stay
		if text[group.valueStart] != '{' {
			continue
		}
		in, err := readObject(text, group.valueStart)
		if err != nil {
			return text, err
		}
		m, found := in.member(key)
		if found != 1 || text[m.valueStart] != '[' {
			continue
		}
		for more := true; more; {
			inner, err := readList(text, m.valueStart)
			if err != nil {
				return text, err
			}
			more = false
			for _, item := range slices.Backward(inner.members) {
				if more = ours(text[item.valueStart:item.valEnd]); more {
					text = inner.cut(text, item)[0]
					break
				}
			}
		}
	}
	return text, nil
}

// has tells whether there is something at a path of keys.
func has(text []byte, path []string) bool {
	if blank(text) {
		return false
	}
	depth, _, err := lookup(text, path)
	return err == nil && depth == len(path)
}

// prune takes away the member at a path of keys if it is an empty object or list.
func prune(text []byte, path []string) []byte {
	if !has(text, path) {
		return text
	}
	depth, in, err := lookup(text, path)
	if err != nil {
		return text
	}
	m, _ := in.member(path[depth-1])
	var of *object
	if text[m.valueStart] == '[' {
		of, err = readList(text, m.valueStart)
	} else {
		of, err = readObject(text, m.valueStart)
	}
	if err != nil || !of.bare(text) {
		return text
	}
	return in.cut(text, m)[0]
}

// empty tells that a text is an object that says nothing.
func empty(text []byte) bool {
	if blank(text) {
		return true
	}
	at := skip(text, len(text)-len(trimBOM(text)))
	o, err := readObject(text, at)
	return err == nil && o.bare(text) && blank(text[:o.start]) && blank(text[o.end+1:])
}

// Bare reports whether a text is a JSON object with no members but "version" and "$schema", which
// programs put in by themselves.
func Bare(text []byte) bool {
	var o map[string]any
	err := json.Unmarshal(text, &o)
	delete(o, "$schema")
	delete(o, "version")
	return err == nil && len(o) == 0
}

// bare tells that nothing stands between the brackets, and no remark either.
func (o *object) bare(text []byte) bool { return len(bytes.TrimSpace(text[o.start+1:o.end])) == 0 }

// quote writes a text as JSON.
func quote(s string) string {
	out, _ := json.Marshal(s) // a string always has a JSON form
	return string(out)
}
