package packing

import (
	"math"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/rank"
)

// hasCode tells whether a section is code, or has a block of it.
func hasCode(h index.Hit) bool {
	return h.Form == "code" || strings.Contains(h.Text, "\n```") || strings.HasPrefix(h.Text, "```")
}

// codeHeavy tells whether a task is full of names of code: at least a quarter of its words, and no
// fewer than two, or code itself.
func codeHeavy(task string) bool {
	if strings.Contains(task, "```") {
		return true
	}
	words := strings.Fields(task)
	names := 0
	for _, w := range words {
		if query.IsIdentifier(w) {
			names++
		}
	}
	return names > 0 && float64(names) >= math.Max(2, float64(len(words))/4) || len(words) <= 2 && names > 0
}

// silent reports whether a section says nothing: headings and comments alone, what a note is rather
// than what it knows, or a form that nobody has filled in.
func silent(text string) bool {
	return bare(markdown.WithoutComments(text)) || markdown.IsMetadata(text) || kb.IsForm(text)
}

// bare tells that a text has no line but headings.
func bare(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && strings.Trim(line, "-=") != "" {
			return false
		}
	}
	return true
}

// isContents tells that most lines of a text are links and nothing else, or links to headings of the same file.
func isContents(text string) bool {
	lines, links := 0, 0
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(strings.TrimSpace(line), "-*+0123456789. ")
		if line == "" {
			continue
		}
		lines++
		if strings.Contains(line, "](#") || strings.HasPrefix(line, "[") && strings.HasSuffix(line, ")") && strings.Count(line, "](") == 1 {
			links++
		}
	}
	return links*2 > lines
}

// isRecord tells the files that list what was released, and those that tests compare with.
func isRecord(file string) bool {
	for _, segment := range strings.Split(strings.ToLower(file), "/") {
		switch strings.TrimSuffix(segment, path.Ext(segment)) {
		case "changelog", "changelogs", "changes", "history", "releases", "testdata", "golden", "fixtures":
			return true
		}
		if strings.Contains(segment, "release-notes") || strings.Contains(segment, "release_notes") ||
			strings.Contains(segment, "relnotes") {
			return true
		}
	}
	return false
}

// class is what a phase weighs a section as: that of its note or, in a document or a decision, what
// its nearest heading says that it is.
func class(h *index.Hit) string {
	if h.Kind != "memory" && h.Kind != "summary" {
		for i, heading := range slices.Backward(h.HeadingPath) {
			if i == 0 && heading == h.Title {
				break // what the note is about
			}
			if c := headingClass(heading); c != "" {
				return c
			}
		}
	}
	return rank.Class(h.Kind, h.Type)
}

// headingClass is the class of memories that the sections below a heading are like, "" when it says
// nothing of the kind. The words are those of the templates of decisions and proposals: MADR,
// Nygard's, of Rust, Kubernetes, Python, Ethereum and OpenTelemetry.
func headingClass(heading string) string {
	words := strings.FieldsFunc(strings.ToLower(heading), func(r rune) bool { return !unicode.IsLetter(r) })
	for _, w := range words {
		switch w {
		case "alternative", "alternatives", "rejected", "drawbacks", "drawback", "abandoned":
			return "dead_end"
		case "rationale", "decision", "tradeoffs", "considered":
			return "decision"
		case "pitfalls", "pitfall", "caveats", "gotchas", "limitations", "security", "risks", "warnings", "compatibility":
			return "gotcha"
		case "troubleshooting", "errors", "failures", "debugging", "faq":
			return "error_pattern"
		case "specification", "requirements", "requirement", "goals", "criteria", "constraints":
			return "requirement"
		case "testing", "tests", "test", "results", "graduation", "acceptance", "verification":
			return "outcome"
		case "overview", "architecture", "summary", "introduction", "background", "motivation", "abstract":
			return "module_insight"
		case "steps", "procedure", "checklist", "runbook", "howto", "walkthrough":
			return "workflow_recipe"
		case "example", "examples", "usage", "pattern", "patterns", "conventions", "style":
			return "pattern"
		}
	}
	return ""
}
