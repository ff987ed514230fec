package mcpclient

import (
	"strings"
	"testing"
)

// What is no JSON, even with remarks and trailing commas, is told of by its line.
func TestFaultsOfJSON(t *testing.T) {
	for text, want := range map[string]string{
		"[]":                          "expected an object, line 1",
		"// only\n":                   "expected an object, line 2",
		"{\n} {":                      "text after the end, line 2",
		"{\n\"a\": {},\n\"a\": {}\n}": `"a" stands 2 times in one object, last in line 3`,
		"{\n\"a\": 1}":                `"a" in line 2 is no object`,
		"{\"a\" 1}":                   "expected ':', line 1",
		"{\"a\"":                      "expected ':', line 1",
		"{\"a\":\n":                   "expected a value, line 2",
		"{\"a\": 1\n\"b\": 2}":        "expected ',' or '}', line 2",
		"{\n\"a\": 1":                 "the object of line 1 does not end",
		"{\n\"a\": 1,":                "the object of line 1 does not end",
		"{\na: 1}":                    "expected a string, line 2",
		"{\"a":                        "the string of line 1 does not end",
		"{\"a\nb\": 1}":               "the string of line 1 does not end",
		"{\"a\": tru}":                `line 1: "tru"`,
		"{\"b\": [1 2]}":              "expected ',', line 1",
		"{\"b\": [\n1,":               "what begins in line 1 does not end",
		"{\"b\": {\"c\" 1}}":          "expected ':', line 1",
		"{\"b\": {\"c\"":              "expected ':', line 1",
		"{\"b\": {\"c\": }}":          `line 1: ""`,
		"{\"b\": " + strings.Repeat("[", maxDepth+2) + strings.Repeat("]", maxDepth+2) + "}":            "expected a value, line 1",
		"{\"b\": " + strings.Repeat(`{"c": `, maxDepth+1) + "1" + strings.Repeat("}", maxDepth+1) + "}": "expected a value, line 1",
	} {
		if _, _, err := lookup([]byte(text), []string{"a", "b"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
	for _, text := range []string{
		"{}", " // r\n{ /* r */ }\n// end", "\xef\xbb\xbf{}", "{\"x\": [1, [2,], {\"y\": null,},],}", `{"x": "a\"b", "y": -1.5e3, /* z */}`,
		"{\"b\": " + strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1) + "}", `{"x":1/* r */}`, `{"x": true}`,
		"{\"b\": " + strings.Repeat(`{"c": `, maxDepth) + "1" + strings.Repeat("}", maxDepth) + "}", `{/**/"x":/**/1}`,
	} {
		if depth, in, err := lookup([]byte(text), []string{"a", "b"}); err != nil || depth != 0 || in == nil {
			t.Errorf("%.40q: %d, %v", text, depth, err)
		}
	}
}

// A list is read and added to wherever its items end, remarks and a trailing comma stay.
func TestListsOfJSON(t *testing.T) {
	path := []string{"hooks", "list"}
	for text, want := range map[string]string{
		"":                                   "{\n  \"hooks\": {\n    \"list\": [\n      \"new\"\n    ]\n  }\n}\n",
		`{"hooks": {"list": []}}`:            "{\"hooks\": {\"list\": [\n  \"new\"\n]}}",
		"{\"hooks\": {\"list\": [\n  1\n]}}": "{\"hooks\": {\"list\": [\n  1,\n  \"new\"\n]}}",
		"{\"hooks\": {\"list\": [\n  1, // one\n]}}": "{\"hooks\": {\"list\": [\n  1, // one\n  \"new\",\n]}}",
		"{\"hooks\": {\"list\": [\r\n  1\r\n]}}":     "{\"hooks\": {\"list\": [\r\n  1,\r\n  \"new\"\r\n]}}",
		"{\"hooks\": {\"list\": [ // none\n]}}":      "{\"hooks\": {\"list\": [ // none\n\n  \"new\"\n]}}",
		`{"hooks": {"list": 1}}`:                     "expected a list, line 1",
		`{"hooks": {"list": [1 2]}}`:                 "expected ',', line 1",
	} {
		after, err := addItem([]byte(text), path, `"new"`)
		got := string(after)
		if err != nil {
			got = err.Error()
		}
		if got != want && !(err != nil && strings.Contains(got, want)) {
			t.Errorf("%q:\n%q, want\n%q", text, got, want)
		}
	}
	ours := func(item []byte) bool { return string(item) == `"x"` }
	for text, want := range map[string]string{
		`{"hooks": {"list": ["x", 1, "x"]}}`: `{"hooks": {"list": [ 1]}}`, `{"hooks": {"list": ["x"]}}`: `{"hooks": {"list": []}}`,
		`{"hooks": {"list": [1]}}`: `{"hooks": {"list": [1]}}`, `{"hooks": {}}`: `{"hooks": {}}`, ``: ``,
	} {
		after, err := cutItems([]byte(text), path, ours)
		if got := string(after); err != nil || got != want {
			t.Errorf("%s without ours: %s, %v; want %s", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		`{"hooks": {"list": [{"in": ["x", 1, "x"]}, {"in": ["x"]}, 7, {"in": 1}, {"out": ["x"]}]}}`://
		`{"hooks": {"list": [{"in": [ 1]}, {"in": []}, 7, {"in": 1}, {"out": ["x"]}]}}`,
		`{"hooks": {"list": [{"in": [1, "x", "x"]}]}}`: `{"hooks": {"list": [{"in": [1]}]}}`,
		`{"hooks": {}}`: `{"hooks": {}}`,
	} {
		after, err := cutInner([]byte(text), path, "in", ours)
		if got := string(after); err != nil || got != want {
			t.Errorf("%s without ours: %s, %v; want %s", text, got, err, want)
		}
	}
	for text, want := range map[string]bool{"": true, " \n": true, "{}": true, "{ }\n": true, "\xef\xbb\xbf{}": true, "{} // r": false,
		"// r\n{}": false, "{/* r */}": false, "{\"a\": 1}": false, "[]": false} {
		if empty([]byte(text)) != want {
			t.Errorf("%q says nothing: %v", text, !want)
		}
	}
}

// A table of TOML is cut where it begins a line, with the line end before it or without.
func TestTablesAreCut(t *testing.T) {
	const table = "[kb]\nx = 1\n"
	for text, want := range map[string]string{
		"a = 1\n\n" + table: "a = 1\n|a = 1|a = 1\n\n", table + "b = 2\n": "b = 2\n|b = 2\n|b = 2\n", "a [kb]\nx = 1\n": "", "": "",
		"a = 1\r\n[kb]\r\nx = 1\r\n": "a = 1|a = 1|a = 1\r\n",
	} {
		var got []string
		for _, left := range cutTOML([]byte(text), table) {
			got = append(got, string(left))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", text, strings.Join(got, "|"), want)
		}
	}
}

func TestNamedClients(t *testing.T) {
	for _, c := range Clients() {
		if got, ok := Named(c.Name); !ok || got.Title != c.Title {
			t.Errorf("%s is %+v", c.Name, got)
		}
	}
	if _, ok := Named("nobody"); ok {
		t.Error("nobody is a client")
	}
}
