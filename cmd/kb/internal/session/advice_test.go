package session

import (
	"errors"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
)

func TestAdviceAboutTheHistory(t *testing.T) {
	b := &Base{}
	for want, err := range map[string]error{
		"git add and git commit": &desk.UncommittedError{Path: "a.md"}, "git fetch --refetch": &desk.MissingError{},
		"leave out --no-update": &desk.BehindError{},
	} {
		if got := told(b.Worded(err)); !strings.Contains(got, want) {
			t.Errorf("%s: %q is missing", got, want)
		}
	}
	if other := errors.New("other"); b.Worded(other) != other {
		t.Error("another error is changed")
	}
}

// A section that is not there: those that are called alike, or all.
func TestAdviceAboutSections(t *testing.T) {
	source := []byte("# Tea\n\n## Green tea\n\nTwo. ^two\n\n## Black tea\n\nFive.\n")
	for heading, want := range map[string]string{
		"Green tee": "kb: a.md has no section \"Green tee\"\n  did you mean:\n    Green tea\n",
		"xyzzyxyz":  "kb: a.md has no section \"xyzzyxyz\"\n  its sections are:\n    Tea\n    Green tea\n    Black tea\n",
		"^three":    "kb: a.md has no block ^three\n  a block is marked by \" ^three\" at the end of its last line\n",
	} {
		if _, err := Cut(source, desk.Ref{Path: "a.md", Heading: heading}); told(err) != want {
			t.Errorf("%s\nwant\n%s", told(err), want)
		}
	}
	if _, err := Cut([]byte("Plain.\n"), desk.Ref{Path: "a.md", Heading: "x"}); !strings.Contains(told(err),
		"it has no headings at all") {
		t.Error(told(err))
	}
	if cut, err := Cut(source, desk.Ref{Path: "a.md", Heading: "black-tea"}); err != nil || cut.StartLine != 7 {
		t.Errorf("%+v, %v", cut, err)
	}
}

func TestMistakesInTheConfiguration(t *testing.T) {
	wrong := &userconfig.Error{Path: "config.toml", Message: "unknown key", Given: "embedings", Allowed: []string{"embeddings", "search"}}
	if got := told(ConfigError(wrong)); !strings.HasSuffix(got, "\n  did you mean embeddings?\n") {
		t.Error(got)
	}
	wrong.Given = "zzzzzz"
	if got := told(ConfigError(wrong)); strings.Contains(got, "did you mean") {
		t.Error(got)
	}
	if ConfigError(nil) != nil {
		t.Error("an error of nothing")
	}
	p := in(notes(t).Dir, app.Globals{})
	p.env["KB_EMBED_PROVIDER"] = "nobody"
	if _, err := Open(t.Context(), p.App); err == nil {
		t.Error("an unknown provider is taken")
	}
}

func TestARemarkIsMadeOnce(t *testing.T) {
	var said []string
	once := Once(func(m string) { said = append(said, m) })
	for _, m := range []string{"a", "b", "a"} {
		once(m)
	}
	if strings.Join(said, "") != "ab" {
		t.Errorf("%q", said)
	}
}
