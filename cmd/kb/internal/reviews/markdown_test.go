package reviews

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/kb/revision"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/diff"
)

// hostile is text that tries to be markup, to call somebody, and to look like another comment.
const hostile = "a | b `c` </code></details><script>x</script> <!-- kb-review --> [l](http://e.example) ![i](x) @alice #12 **bold** _u_ " +
	"www.example.org\n## head\n- item"

// sample is a review with n changed notes of statements each, whose every text is hostile.
func sample(notes, statements int) *review.Review {
	r := &review.Review{
		Range: review.Range{
			Base:      strings.Repeat("a", 40),
			Head:      strings.Repeat("b", 40),
			MergeBase: strings.Repeat("c", 40),
			BaseName:  hostile,
			HeadName:  "HEAD",
		},
		Verdict: review.Conflict,
		Recall:  &review.Recall{Queries: 2, Top: 5, Old: 1, New: 0.5},
		Queries: []review.Query{
			{Query: hostile, Note: hostile, Change: "lost", Old: 1},
			{Query: "plain", Note: "a.md", Change: "moved up", Old: 3, New: 1},
		},
		Dependents: []review.Dependent{{Path: hostile, Title: hostile, Kind: "doc", On: "n0.md", Relation: hostile, Line: 1}},
		Reviewers:  []review.Reviewer{{Name: "@alice", By: "owner", Notes: []string{hostile, "b", "c", "d"}}},
		NotJudged:  []string{hostile},
	}
	place := validate.Place{Path: hostile, Line: 3, Text: hostile}
	for i, level := range []validate.Severity{validate.Warning, validate.Error} {
		r.Findings = append(r.Findings, review.ScopedFinding{
			Scope: review.InMerge,
			Finding: validate.Finding{
				Rule:       "contradiction",
				Severity:   level,
				Place:      place,
				Message:    fmt.Sprint(i, hostile),
				Related:    []validate.Place{place},
				Suggestion: hostile,
			},
		})
	}
	for i := range notes {
		path := fmt.Sprintf("n%d.md", i)
		r.Notes = append(r.Notes, review.Note{
			Change:  "changed",
			Path:    path,
			OldPath: hostile,
			Title:   hostile,
			Kind:    "doc",
			Status:  hostile,
			Authors: []string{hostile},
		})
		for j := range statements {
			w := &review.Wording{Path: path, Line: j + 1, Text: hostile}
			r.Statements = append(r.Statements, review.Statement{Change: review.Changed, Old: w, New: w, Aspects: []string{"value"},
				Words: []diff.Word{{Op: revision.Removed, Text: hostile}, {Op: revision.Added, Text: hostile}, {Text: hostile}}})
		}
	}
	return r
}

// rendered is a comment as a forge shows it, before it cleans the HTML.
func rendered(t *testing.T, r *review.Review, limit int) (text, page string) {
	t.Helper()
	var b, out bytes.Buffer
	link := ForgeLink("https://forge.example/owner/name", false)
	if err := Markdown(&b, r, Options{Link: link}, limit); err != nil {
		t.Fatal(err)
	}
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := md.Convert(b.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	return b.String(), out.String()
}

// Whatever a note says is shown as it is, and means nothing.
func TestMarkdownOfHostileText(t *testing.T) {
	text, page := rendered(t, sample(2, 2), 0)
	if !strings.HasPrefix(text, marker+"\n") || strings.Count(text, marker) != 1 {
		t.Error("the marker is not there once, at the beginning")
	}
	for _, tag := range []string{"<script", "<img", "<strong>bold", "<em>u", `href="http://e.example`, "<h2"} {
		if strings.Contains(page, tag) {
			t.Errorf("%s in\n%s", tag, page)
		}
	}
	for _, pair := range []string{"details", "code", "table", "ul", "li", "summary"} {
		if open, closed := len(regexp.MustCompile("<"+pair+"[ >]").FindAllString(page, -1)),
			strings.Count(page, "</"+pair+">"); open != closed ||
			open == 0 {
			t.Errorf("%d <%s> and %d </%s>", open, pair, closed, pair)
		}
	}
	rows := regexp.MustCompile(`(?s)<tr>(.*?)</tr>`).FindAllString(page, -1)
	if len(rows) != 3 {
		t.Errorf("%d rows of the table, want 3", len(rows))
	}
	for _, row := range rows {
		if cells := strings.Count(row, "</td>") + strings.Count(row, "</th>"); cells != 4 {
			t.Errorf("%d cells in %s", cells, row)
		}
	}
	if strings.Index(page, "<strong>error</strong>") > strings.Index(page, "<strong>warning</strong>") {
		t.Error("the error does not come first")
	}
	outside := regexp.MustCompile(`(?s)<code>.*?</code>|<[^>]*>`).ReplaceAllString(page, "")
	if called := regexp.MustCompile(`[@#][a-z0-9]`).FindString(strings.ReplaceAll(outside, "&#", "")); called != "" {
		t.Errorf("%q outside of code: it would call somebody", called)
	}
}

// A great change is cut at the limit, at whole parts, and says so.
func TestMarkdownFits(t *testing.T) {
	for _, limit := range []int{4000, 20000, commentLimit} {
		text, page := rendered(t, sample(300, 20), limit)
		if n := len([]rune(text)); n > limit || n < limit/3 {
			t.Errorf("%d characters, limit %d", n, limit)
		}
		if !strings.Contains(text, "did not fit into") {
			t.Errorf("limit %d: nothing says that it was cut", limit)
		}
		if open, closed := strings.Count(page, "<details"), strings.Count(page, "</details>"); open != closed {
			t.Errorf("limit %d: %d details, %d closed", limit, open, closed)
		}
	}
	if text, _ := rendered(t, sample(2, 2), 0); strings.Contains(text, "did not fit") || strings.Contains(text, "&#96;") {
		t.Error("a small change is cut, or a backtick is written as a number")
	}
}

// The list of dependents is closed wherever it is cut: what comes behind it is not part of it.
func TestMarkdownClosesWhatItFolds(t *testing.T) {
	r := sample(0, 0)
	r.Dependents = nil
	for i := range 29 {
		r.Dependents = append(r.Dependents,
			review.Dependent{Path: fmt.Sprintf("docs/notes/n%d.md", i), On: "docs/sessions.md", Relation: "links to", Line: i + 1})
	}
	for limit := 4000; limit < 9000; limit += 3 {
		var b strings.Builder
		if err := Markdown(&b, r, Options{}, limit); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		open, closed := strings.Count(text, "<details"), strings.Count(text, "\n</details>\n")
		if open != closed || len([]rune(text)) > limit {
			t.Fatalf("limit %d: %d characters, %d details, %d closed", limit, len([]rune(text)), open, closed)
		}
	}
}

func TestForgeLink(t *testing.T) {
	for want, got := range map[string]string{
		"https://h/o/n/blob/abc/docs/a%20b%23.md?plain=1#L7": ForgeLink("https://h/o/n/", false)("docs/a b#.md", 7, "abc"),
		"https://h/o/n/-/blob/abc/docs/%22.md?plain=1#L1":    ForgeLink("https://h/o/n", true)("docs/\".md", 1, "abc"),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// The page for reading holds no markup of notes, and ties findings to statements.
func TestPage(t *testing.T) {
	r := sample(2, 2)
	r.Findings[0].Path, r.Findings[0].Line, r.Findings[0].Text = "n1.md", 1, "of the second row, though its line is that of the first"
	r.Statements[3].New = &review.Wording{Path: "n1.md", Line: 1, Text: r.Findings[0].Text}
	var b bytes.Buffer
	if err := Page(&b, r, Options{}); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, tag := range []string{"<script", "<img", "http://e.example\"", "src="} {
		if strings.Contains(page, tag) {
			t.Errorf("%s in the page", tag)
		}
	}
	for _, want := range []string{`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-`,
		`<a href="#s4"><code>n1.md:1</code></a>`, `<tr id="s4">`, `<a href="#f1">conflict</a>`, "<svg ", "<del>a | b"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in the page", want)
		}
	}
}

// A finding is of the note as it is now: a statement that goes is not what it is about, though it stood
// in that line.
func TestPageOfALineThatStoodElsewhere(t *testing.T) {
	r := &review.Review{
		Notes: []review.Note{{Path: "a.md", Change: review.Changed}},
		Statements: []review.Statement{
			{Change: review.Removed, Old: &review.Wording{Path: "a.md", Line: 5, Text: "It is blue."}},
			{Change: review.Added, New: &review.Wording{Path: "a.md", Line: 7, Text: "It is red."}},
		},
	}
	for _, line := range []int{5, 7} {
		r.Findings = append(r.Findings, review.ScopedFinding{Finding: validate.Finding{Place: validate.Place{Path: "a.md", Line: line}}})
	}
	var b bytes.Buffer
	if err := Page(&b, r, Options{}); err != nil {
		t.Fatal(err)
	}
	for part, want := range map[string]bool{
		`<a href="#s1">`: false, `<a href="#f1">`: false, `<a href="#s2">`: true, `<a href="#f2">`: true,
	} {
		if strings.Contains(b.String(), part) != want {
			t.Errorf("%s is in the page: %v", part, !want)
		}
	}
}
