package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/usage"
)

// configured is a person in a folder whose configuration names bases by "NAME PATH".
func configured(t *testing.T, dir string, g app.Globals, bases ...string) *person {
	t.Helper()
	p := in(dir, g)
	text := "version: 1\nmodels: {embed: {provider: none}}\n"
	for i, b := range bases {
		if i == 0 {
			text += "bases:\n"
		}
		name, path, _ := strings.Cut(b, " ")
		text += fmt.Sprintf("  - {name: %s, path: %q, scope: team}\n", name, filepath.ToSlash(path))
	}
	p.configure(t, text)
	return p
}

// configure writes the person's configuration.
func (p *person) configure(t *testing.T, text string) {
	t.Helper()
	p.env["XDG_CONFIG_HOME"] = t.TempDir()
	file := filepath.Join(p.env["XDG_CONFIG_HOME"], "kb", "config.yaml")
	if err := errors.Join(os.Mkdir(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// team has one note, in a repository of its own.
func team(t *testing.T, note string) *gittest.Repo {
	t.Helper()
	r := gittest.New(t)
	r.Write(note, "# "+strings.TrimSuffix(note, ".md")+"\n\nOur tea.\n")
	r.Commit("Begin")
	return r
}

// asked is which bases are opened for flags, in their order.
func asked(t *testing.T, p *person, f BasesFlag) (string, error) {
	t.Helper()
	config, err := loadConfig(p.App)
	if err != nil {
		t.Fatal(err)
	}
	var opened []string
	err = EachBase(t.Context(), p.App, config, f, func(_ *kb.Repo, b desk.Base) error {
		name := b.Name + " " + b.Scope
		if b.Here {
			name += " here"
		}
		opened = append(opened, name)
		return nil
	})
	return strings.Join(opened, ", "), err
}

// The repository that somebody is in is asked first, under its name where the configuration has one.
func TestWhichBasesAreAsked(t *testing.T) {
	mine, work, home := team(t, "mine.md"), team(t, "work.md"), team(t, "home.md")
	outside := t.TempDir()
	two := []string{"work " + work.Dir, "home " + home.Dir}
	for _, c := range []struct {
		in    string
		bases []string
		flag  BasesFlag
		want  string
		said  string
	}{
		{mine.Dir, two, BasesFlag{All: true}, "here project here, work team, home team", ""},
		{home.Dir, two, BasesFlag{All: true}, "home team here, work team", ""},
		{home.Dir, two, BasesFlag{Base: []string{"here", "work"}}, "home team here, work team", ""},
		{home.Dir, two, BasesFlag{Base: []string{"work"}}, "work team", ""},
		{mine.Dir, two, BasesFlag{Base: []string{"home"}}, "home team", ""},
		{mine.Dir, two, BasesFlag{Base: []string{"here"}}, "here project here", ""},
		{outside, two, BasesFlag{All: true}, "work team, home team", ""},
		{mine.Dir, nil, BasesFlag{All: true}, "here project here",
			"kb: your configuration names no other base: this answer is from here alone\n"},
		{mine.Dir, []string{"gone " + filepath.Join(outside, "no"), "work " + work.Dir}, BasesFlag{All: true},
			"here project here, work team", "kb: base gone is left out: "},
		{mine.Dir, []string{"work " + work.Dir, "again " + work.Dir}, BasesFlag{All: true}, "here project here, work team",
			"kb: base again is left out: " + work.Dir + " is the repository of the base work\n"},
	} {
		p := configured(t, c.in, app.Globals{}, c.bases...)
		got, err := asked(t, p, c.flag)
		if err != nil || got != c.want || !strings.HasPrefix(p.said.String(), c.said) || c.said == "" && p.said.Len() > 0 {
			t.Errorf("in %s, %q %+v: %s, %v, said %s", c.in, c.bases, c.flag, got, err, p.said)
		}
	}
}

// What cannot be asked is refused, with what could be meant.
func TestBasesThatCannotBeAsked(t *testing.T) {
	mine, work := team(t, "mine.md"), team(t, "work.md")
	outside := t.TempDir()
	one := []string{"work " + work.Dir}
	for _, c := range []struct {
		in    string
		bases []string
		flag  BasesFlag
		want  string
	}{
		{mine.Dir, one, BasesFlag{Base: []string{"wrok"}}, "did you mean work?"},
		{mine.Dir, one, BasesFlag{Base: []string{"quite-another"}}, "there are here, work"},
		{mine.Dir, nil, BasesFlag{Base: []string{"work"}}, "no base is called work: your configuration names none"},
		{outside, one, BasesFlag{Base: []string{"here"}}, "is not inside a git repository"},
		{outside, nil, BasesFlag{All: true}, "is not inside a git repository"},
		{outside, []string{"gone " + filepath.Join(outside, "no")}, BasesFlag{All: true}, "none of these bases can be read"},
	} {
		_, err := asked(t, configured(t, c.in, app.Globals{}, c.bases...), c.flag)
		if !strings.Contains(told(err), c.want) {
			t.Errorf("in %s, %q %+v: %s", c.in, c.bases, c.flag, told(err))
		}
	}
	p := configured(t, mine.Dir, app.Globals{}, one...)
	if _, err := ReadBases(t.Context(), p.App, BasesFlag{All: true}, AtFlag{"HEAD"}); told(err) !=
		"kb: --at is about one repository\n  leave out --all and --base, or --at\n" {
		t.Error(told(err))
	}
	full := errors.New("no room")
	config, err := loadConfig(p.App)
	if err != nil {
		t.Fatal(err)
	}
	err = EachBase(t.Context(), p.App, config, BasesFlag{All: true}, func(_ *kb.Repo, b desk.Base) error {
		if b.Here {
			return full
		}
		return nil
	})
	if !errors.Is(err, full) {
		t.Errorf("the one that somebody is in does not answer: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	err = EachBase(ended, p.App, config, BasesFlag{All: true}, func(_ *kb.Repo, b desk.Base) error {
		if b.Here {
			return nil
		}
		end()
		return full
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("after Ctrl-C: %v", err)
	}
}

// Notes of several bases are named by their base, those of the one that somebody is in without; what is
// opened is recorded where it lies.
func TestNotesOfSeveralBases(t *testing.T) {
	mine, work := team(t, "mine.md"), team(t, "work.md")
	p := configured(t, mine.Dir, app.Globals{}, "work "+work.Dir)
	b, err := ReadBases(t.Context(), p.App, BasesFlag{All: true}, AtFlag{})
	if err != nil || b.Empty {
		t.Fatal(told(err))
	}
	defer b.Close()
	for name, want := range map[string]string{"mine": "mine.md", "work:work": "work:work.md", "here:mine.md": "mine.md",
		"work": `kb: no note is called "work"`, "work:mine": `kb: no note is called "mine"`, "play:x": `kb: no note is called "play:x"`} {
		at, err := b.Lookup(t.Context(), name, true)
		got := at.Path
		if err != nil {
			got, _, _ = strings.Cut(told(err), "\n")
		}
		if got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	hits := []index.Hit{{Base: "work", Path: "work.md"}, {Base: "here", Path: "mine.md"}, {Base: "work", Path: "more.md"}}
	p.Printf("the answer")
	var told [][]index.Hit
	err = b.RecordHits(hits, func(r *usage.Recorder, its []index.Hit) { told = append(told, its) })
	if err != nil || p.out.String() != "the answer" || len(told) != 2 ||
		len(told[0]) != 1 || len(told[1]) != 2 || told[1][1].Path != "more.md" {
		t.Errorf("%+v, %v, %q", told, err, p.out)
	}
	told = nil
	p.env["KB_NO_TRACK"] = "1"
	err = b.RecordHits(hits, func(_ *usage.Recorder, its []index.Hit) { told = append(told, its) })
	if err != nil || told != nil {
		t.Errorf("recorded although that is switched off: %+v, %v", told, err)
	}
}

// One note of another base is read by that base's name before it.
func TestNoteOfANamedBase(t *testing.T) {
	mine, work := team(t, "mine.md"), team(t, "work.md")
	for name, want := range map[string][]string{"work:work": {"work"}, "mine": nil, "play:x": nil} {
		p := configured(t, mine.Dir, app.Globals{}, "work "+work.Dir)
		b, err := ReadNamed(t.Context(), p.App, name, AtFlag{})
		if err != nil {
			t.Fatal(told(err))
		}
		var bases []string
		for _, base := range b.View.Bases() {
			bases = append(bases, base.Name)
		}
		if !slices.Equal(bases, want) {
			t.Errorf("%s is looked for in %q, want %q", name, bases, want)
		}
		b.Close()
	}
	empty := gittest.New(t)
	p := configured(t, mine.Dir, app.Globals{}, "none "+empty.Dir)
	b, err := ReadBases(t.Context(), p.App, BasesFlag{Base: []string{"none"}}, AtFlag{})
	if err != nil || !b.Empty || !strings.Contains(p.said.String(), "these bases have no notes") {
		t.Errorf("%v, %s", err, p.said)
	}
	b.Close()
}
