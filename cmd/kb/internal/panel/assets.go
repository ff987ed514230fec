package panel

import (
	"fmt"

	"github.com/9aea2451/kb/cmd/kb/internal/picture"
	"github.com/9aea2451/kb/cmd/kb/internal/reviews"
)

// assetNames are the files that pages load.
func assetNames() []string {
	return []string{"panel.css", "panel.js", "graph.css", "timeline.css", "review.css"}
}

// asset returns a file that pages load. The styles of pictures and reviews hold within their own element.
func asset(name string) []byte {
	switch name {
	case "graph.css", "timeline.css":
		style := picture.Style()
		if name == "timeline.css" {
			style = picture.TimelineStyle()
		}
		return fmt.Appendf(nil, ".drawing{%s}\n", style)
	case "review.css":
		return fmt.Appendf(nil, ".review{%s}\n", reviews.Style())
	}
	text, _ := files.ReadFile("assets/" + name) // which is embedded
	return text
}
