package markdown_test

import (
	"fmt"

	"github.com/9aea2451/kb/markdown"
)

// Parse a file, and see its parts with their places.
func ExampleParse() {
	doc := markdown.Parse(
		[]byte("---\ntags: [auth]\n---\n# Sessions\n\nSee [the spec](spec.md#expiry).\n\n## Expiry\n\nAfter twelve hours.\n"),
	)
	fmt.Println(doc.Title)
	for _, c := range doc.Chunks {
		fmt.Println("chunk", c.HeadingPath, "lines", c.Span.StartLine, "to", c.Span.EndLine)
	}
	for _, l := range doc.Links {
		fmt.Println("link", l.Kind, l.Target, l.Fragment, l.Line)
	}
	// Output:
	// Sessions
	// chunk [Sessions] lines 4 to 7
	// chunk [Sessions Expiry] lines 8 to 10
	// link markdown spec.md expiry 6
}

// What is wrong with a file has a place, and the rest of it is read all the same.
func ExampleParse_problems() {
	doc := markdown.Parse([]byte("---\ntags: [auth\n---\n# Sessions\n"))
	for _, p := range doc.Problems {
		fmt.Println(p.Line > 0, p.Col > 0)
	}
	fmt.Println(doc.Title)
	// Output:
	// true true
	// Sessions
}
