package session

import (
	"errors"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/text/wording"
)

// Cut cuts out what a place names, and offers the headings that there are where it names none.
func Cut(source []byte, at desk.Ref) (desk.Section, error) {
	cut, err := at.Section(source)
	return cut, wordedSection(err)
}

// wordedSection adds to the error about a section that is not there which ones are.
func wordedSection(err error) error {
	var none *desk.SectionError
	if !errors.As(err, &none) {
		return err
	}
	if id, ok := strings.CutPrefix(none.Heading, "^"); ok {
		return app.WithHint(err, "a block is marked by \" ^%s\" at the end of its last line", id)
	}
	near := wording.Nearest(none.Heading, none.Headings, shownCandidates)
	switch {
	case len(none.Headings) == 0:
		return app.WithHint(err, "it has no headings at all")
	case len(near) > 0:
		return app.WithHint(err, "did you mean:\n  %s", strings.Join(near, "\n  "))
	}
	shown := none.Headings[:min(len(none.Headings), 2*shownCandidates)]
	return app.WithHint(err, "its sections are:\n  %s", strings.Join(shown, "\n  "))
}
