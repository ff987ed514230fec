package program

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/index"
)

// answers are the objects that the commands print, by their names in docs/json.md.
func answers() []any {
	var all []any
	for _, v := range verbs() {
		all = append(all, v.Answers...)
	}
	return all
}

// TestJSONPage compares the fields of docs/json.md with those of the structs that are printed, both ways.
func TestJSONPage(t *testing.T) {
	written := documentedFields(t)
	printed := make(map[string][]string)
	for _, a := range answers() {
		printedFields(reflect.TypeOf(a), printed)
	}
	for _, name := range slices.Sorted(maps.Keys(printed)) {
		for _, field := range printed[name] {
			if !slices.Contains(written[name], field) {
				t.Errorf("docs/json.md: %s lacks the field %s", name, field)
			}
		}
		for _, field := range written[name] {
			if !slices.Contains(printed[name], field) {
				t.Errorf("docs/json.md: %s has no field %s in the program", name, field)
			}
		}
	}
	for name := range written {
		if _, ok := printed[name]; !ok {
			t.Errorf("docs/json.md: nothing prints a %s", name)
		}
	}
}

// TestJSONPageNamesEveryCommand sees to it that each verb that promises JSON answers says which.
func TestJSONPageNamesEveryCommand(t *testing.T) {
	page := jsonPage(t)
	for _, v := range verbs() {
		if len(v.Answers) == 0 {
			continue
		}
		parser, err := newParser(new(app.Globals), []verb{v}, new(bytes.Buffer), func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		for _, leaf := range parser.Model.Leaves(true) {
			row := regexp.MustCompile("(?m)^\\| `" + regexp.QuoteMeta(leaf.FullPath()) + "` \\| (.*) \\|$").FindStringSubmatch(page)
			if row == nil {
				t.Errorf("docs/json.md does not say what %s prints", leaf.FullPath())
				continue
			}
			name := strings.Trim(row[1], "`")
			if name != row[1] && !strings.Contains(page, "\n### "+name+"\n") {
				t.Errorf("docs/json.md: %s prints a %s, which is not explained", leaf.FullPath(), name)
			}
		}
	}
}

func jsonPage(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "json.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// documentedFields reads the tables below the headings of the page.
func documentedFields(t *testing.T) map[string][]string {
	t.Helper()
	_, objects, found := strings.Cut(jsonPage(t), "\n## The objects\n")
	if !found {
		t.Fatal("docs/json.md has lost its objects")
	}
	fields := make(map[string][]string)
	object := ""
	for line := range strings.Lines(objects) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "### "); ok {
			object = name
			fields[object] = nil
		}
		if strings.HasPrefix(line, "| `") {
			for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(strings.Split(line, "|")[1], -1) {
				fields[object] = append(fields[object], name[1])
			}
		}
	}
	return fields
}

// printedFields collects the JSON names of a struct and of all structs that it holds.
func printedFields(t reflect.Type, into map[string][]string) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Array:
		printedFields(t.Elem(), into)
		return
	case reflect.Struct:
	default:
		return
	}
	if _, done := into[t.Name()]; done || t == reflect.TypeFor[index.Weights]() { // whose names are no promise
		return
	}
	into[t.Name()] = []string{}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || !f.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		into[t.Name()] = append(into[t.Name()], name)
		printedFields(f.Type, into)
	}
}
