package survey

import (
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb/category"
	"github.com/9aea2451/kb/text/wording"
)

// infoOf counts what belongs to a category.
func infoOf(c *desk.Category) CategoryInfo {
	i := CategoryInfo{Definition: c.Definition, BuiltIn: c.BuiltIn, Notes: len(c.Notes)}
	var oldest, newest time.Time
	for _, n := range c.Notes {
		if n.Named {
			i.Named++
		}
		if n.When.IsZero() {
			continue
		}
		if oldest.IsZero() || n.When.Before(oldest) {
			oldest = n.When
		}
		if n.When.After(newest) {
			newest = n.When
		}
	}
	i.Oldest, i.Newest = stamp(oldest), stamp(newest)
	return i
}

// stamp writes a time in RFC 3339, "" for the zero time.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}

// noCategory is the error for a name that no category has.
func noCategory(all *desk.Categories, name string) error {
	var names []string
	for _, c := range all.List {
		names = append(names, c.Name)
	}
	err := fmt.Errorf("no category is called %q", name)
	if near := wording.Nearest(category.Slug(name), names, 1); len(near) > 0 {
		return app.WithHint(err, "did you mean %s?", near[0])
	}
	return app.WithHint(err, "kb categories lists them")
}
