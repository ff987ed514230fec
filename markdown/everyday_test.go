package markdown

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is read in everyday documents, each part with the bytes that it covers: a construct that is
// read otherwise, or at another place, shows. KB_UPDATE=1 writes what is expected anew.
func TestEverydayDocuments(t *testing.T) {
	names, err := filepath.Glob("testdata/everyday/*.md")
	if err != nil || len(names) < 5 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := describe(source)
			golden := strings.TrimSuffix(name, ".md") + ".read"
			if os.Getenv("KB_UPDATE") != "" {
				if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// describe writes down all that is read in a document, a line each.
func describe(source []byte) string {
	var b strings.Builder
	doc := Parse(source)
	say := func(what string, value any) { describeValue(&b, source, what, reflect.ValueOf(value)) }
	say("title", doc.Title)
	say("front matter", doc.FrontMatter)
	say("section", doc.Sections)
	say("chunk", doc.Chunks)
	for _, c := range doc.Chunks {
		fmt.Fprintf(&b, "plain %q identifiers %v\n", plainInline(c.Text(source)), Identifiers(c.Text(source)))
	}
	say("link", doc.Links)
	say("code", doc.Code)
	say("tag", doc.Tags)
	say("observation", doc.Observations)
	say("problem", doc.Problems)
	say("statement", Statements(doc, source))
	say("passage", Passages(doc, source))
	for _, s := range doc.Sections {
		fmt.Fprintf(&b, "argues %t: %q\n", Argues(s.Path), s.Path)
	}
	for _, id := range []string{"intro", "last-block", "none"} {
		span, ok := FindBlock(source, id)
		say("block "+id, span)
		fmt.Fprintf(&b, "found %t\n", ok)
	}
	return b.String()
}

// describeValue writes a list element by element, else a struct without its zero fields, and a span
// with its first and last words.
func describeValue(b *strings.Builder, source []byte, what string, v reflect.Value) {
	if v.Kind() == reflect.Slice {
		for i := range v.Len() {
			describeValue(b, source, what, v.Index(i))
		}
		return
	}
	fmt.Fprintf(b, "%s", what)
	if v.Kind() != reflect.Struct {
		fmt.Fprintf(b, " %q\n", fmt.Sprint(v.Interface()))
		return
	}
	var lists []int
	for i := range v.NumField() {
		f := v.Field(i)
		switch {
		case f.IsZero() || !v.Type().Field(i).IsExported():
		case f.Type() == reflect.TypeFor[Span]():
			s := f.Interface().(Span)
			fmt.Fprintf(b, " lines %d-%d %s", s.StartLine, s.EndLine, ends(source[s.Start:s.End]))
		case f.Kind() == reflect.Slice && f.Type().Elem().Kind() == reflect.Struct:
			lists = append(lists, i)
		default:
			fmt.Fprintf(b, " %s=%q", strings.ToLower(v.Type().Field(i).Name), fmt.Sprint(f.Interface()))
		}
	}
	b.WriteByte('\n')
	for _, i := range lists {
		describeValue(b, source, what+" "+strings.ToLower(v.Type().Field(i).Name), v.Field(i))
	}
}

// ends shortens a text to its two ends.
func ends(text []byte) string {
	if len(text) <= 40 {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprintf("%q…%q", text[:20], text[len(text)-20:])
}

// What stands before a document moves it, and changes nothing else of what is read; nor do other
// line ends.
func TestReadingDoesNotHangOnThePlace(t *testing.T) {
	names, err := filepath.Glob("testdata/everyday/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(strings.TrimPrefix(string(source), "\ufeff"), "\r\n", "\n")
		if front := Parse([]byte(text)).FrontMatter; front.Format != "" {
			text = text[front.Span.End:]
		}
		lone, lined := told(text, 0, 0), told(text, 0, -1)
		for _, c := range []struct{ what, want, got string }{
			{"below blank lines", lone, told("\n \n\n"+text, 3, 4)}, {"behind a mark", lone, told("\ufeff"+text, 0, 3)},
			{"below front matter", lone, told("---\ntype: x\n---\n"+text, 3, 16)},
			{"with other line ends", lined, strings.ReplaceAll(told(strings.ReplaceAll(text, "\n", "\r\n"), 0, -1), `\r\n`, `\n`)},
		} {
			if diff := cmp.Diff(strings.Split(c.want, "\n"), strings.Split(c.got, "\n")); diff != "" {
				t.Errorf("%s is read otherwise %s (-alone +there)\n%.3000s", name, c.what, diff)
			}
		}
	}
}

// told says what is read in a text, with the places as they would be without some lines and bytes
// before it. Bytes are left out where there are -1.
func told(text string, lines, bytes int) string {
	source := []byte(text)
	doc := Parse(source)
	var b strings.Builder
	place := func(s Span) string {
		if bytes < 0 {
			return fmt.Sprintf("%d-%d %q", s.StartLine, s.EndLine, source[s.Start:s.End])
		}
		return fmt.Sprintf("%d-%d %d-%d", max(1, s.StartLine-lines), s.EndLine-lines, max(0, s.Start-bytes), s.End-bytes)
	}
	for _, s := range doc.Sections {
		fmt.Fprintln(&b, "section", s.Level, s.Path, s.Anchor, place(s.Span))
	}
	for _, l := range doc.Links {
		fmt.Fprintln(&b, "link", l.Kind, l.Target, l.Fragment, strings.Fields(l.Text), l.Type, l.Image, l.Line-lines, l.Section)
		if bytes >= 0 && l.TargetEnd > 0 {
			fmt.Fprintln(&b, l.Start-bytes, l.End-bytes, l.TargetStart-bytes, l.TargetEnd-bytes)
		}
	}
	for _, c := range doc.Code {
		fmt.Fprintln(&b, "code", c.Text, c.Line-lines)
	}
	fmt.Fprintln(&b, doc.Tags)
	for _, o := range doc.Observations {
		fmt.Fprintln(&b, "observation", o.Category, o.Text, o.Tags, o.Line-lines)
	}
	for _, s := range Statements(doc, source) {
		fmt.Fprintln(&b, "statement", s.Text, s.Kind, s.Force, s.HeadingPath, s.Conditions, s.Section, s.Line-lines, s.Col, place(s.Span))
	}
	for _, p := range Passages(doc, source) {
		fmt.Fprintln(&b, "passage", p.Text, p.Kind, p.Section, place(p.Span))
	}
	return b.String()
}
