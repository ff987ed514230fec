package kb

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestDatesAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		"2026-05-04": "2026-05-04", "2026/05/04": "2026-05-04", "2026/5/4": "2026-05-04", "2026-5-4": "2026-05-04",
		"2026.05.04": "2026-05-04", " 4 May 2026 ": "2026-05-04",
		"May 4, 2026": "2026-05-04", "04-May-2026": "2026-05-04", "4-May-2026": "2026-05-04", "2026-05": "2026-05", "2026/05": "2026-05",
		"2026-05-04T10:20:30Z": "2026-05-04T10:20:30Z", "2026-05-04T10:20:30.5+02:00": "2026-05-04T10:20:30+02:00",
		"2026-05-04 10:20":    "2026-05-04T10:20:00Z",
		"2026-05-04T10:20:30": "2026-05-04T10:20:30Z", "2026-05-04 10:20:30 +0200": "2026-05-04T10:20:30+02:00", "2026-13-01": "",
		"2026": "", "today": "", "": "",
		"2026-05-04T10:20:30+0200": "2026-05-04T10:20:30+02:00", "2026-05-04T10:20+02": "2026-05-04T10:20:00+02:00",
		"2026-05-04T10:20:30.123456": "2026-05-04T10:20:30Z", "2026-05-04 10:20:30 UTC": "2026-05-04T10:20:30Z",
		"2026-05-04T10:20Z": "2026-05-04T10:20:00Z", "2026-05-04 3:04 pm": "2026-05-04T15:04:00Z",
		"[[2026-05-04]]": "2026-05-04", "[[journal/2026-05-04|Monday]]": "2026-05-04", "[2026-05-04](../log/x.md)": "2026-05-04",
		"<2026-05-04 Mon>": "2026-05-04", "`2026-05-04`": "2026-05-04", "[[Plan of 2026]]": "", "2026-5": "2026-05",
		"2026-05-4": "2026-05-04",
		"20260504":  "2026-05-04", "202605041020": "2026-05-04T10:20:00Z", "20260504102030": "2026-05-04T10:20:30Z",
		"20260504T102030Z": "2026-05-04T10:20:30Z", "20261304": "", "1777890030": "2026-05-04T10:20:30Z",
		"1616492400000": "2021-03-23T09:40:00Z", "1616492400000000": "", "12": "", "123456": "",
		"Mon, 04 May 2026 10:20:30 +0200": "2026-05-04T10:20:30+02:00", "4 May 2026 10:20 GMT": "2026-05-04T10:20:00Z",
		"Mon May  4 10:20:30 2026 +0200":    "2026-05-04T10:20:30+02:00",
		"Monday, May 4th 2026, 10:20:30 am": "2026-05-04T10:20:30Z",
		"4th of May, 2026":                  "2026-05-04", "Sept. 1st, 2026": "2026-09-01", "1 SEP 2026": "2026-09-01",
		"2026-May-04": "2026-05-04",
		"May 2026":    "2026-05", "2026年5月4日": "2026-05-04", "2026년 5월 4일": "2026-05-04", "2026年5月": "2026-05",
		"05/04/2026": "", "13/05/2026": "", "04.05.2026": "", "4-5-26": "", "2026-W19": "", "2026-05-04 - 2026-05-08": "",
		"2026-05-04 25:00": "", "2026.05": "", "May 4": "", "Mayor 4 2026": "", "2026-05-04 or so": "", strings.Repeat("1", 1<<16): "",
	} {
		if got, ok := normalDate(text); got != want || ok != (want != "") {
			t.Errorf("%q: %q %v, want %q", text, got, ok, want)
		}
	}
	for text, want := range map[string]string{"2026-05-04": "2026-05-04 00:00:00 2026-05-05 00:00:00",
		"2026-05":              "2026-05-01 00:00:00 2026-06-01 00:00:00",
		"2026-05-04T10:20:30Z": "2026-05-04 10:20:30 2026-05-04 10:20:31", "": "", "soon": ""} {
		from, end, ok := dateSpan(text)
		got := ""
		if ok {
			got = from.UTC().Format("2006-01-02 15:04:05") + " " + end.UTC().Format("2006-01-02 15:04:05")
		}
		if got != want {
			t.Errorf("%q lasts %q, want %q", text, got, want)
		}
	}
}

func TestPlaceholdersOfTemplates(t *testing.T) {
	for text, want := range map[string]bool{"<title>": true, "{date}": true, "YYYY-MM-DD": true, "yyyy-mm-dd": false, "<title": false,
		"title>": false, "{date": false, "2026": false, "": false} {
		if got := isPlaceholder(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	for target, want := range map[string]bool{"<issue>": true, "adr/{{number}}.md": true, "[TODO]": true, "NNNN-title.md": true,
		"XXX.md": true, "NN.md": false, "...": true, "./...": true, "..": false,
		"docs/TBD.md": true, "docs/todo.md": false, "a/…": true, "FIXME#x": true, "YYYYMMDD-x.md": true, "<>": false, "a>b<c": false,
		"NNx.md": false, "docs/a.md": false} {
		if got := hasPlaceholder(target); got != want {
			t.Errorf("target %q: %v", target, got)
		}
	}
	for text, want := range map[string]bool{"": true, "N/A": true, "none": true, " - ": true, "(none)": true, "[TBD]": true, "~": true,
		"Not applicable": true, "N/A (part of other features)": true, "none?": true,
		"none (yet) but soon": true, "nonempty (so far)": false,
		"nothing": false, "a.md": false} {
		if got := isNone(text); got != want {
			t.Errorf("%q is none: %v", text, got)
		}
	}
}

// An address is told from a path by its scheme, the end of a name from an extension, and a
// reference from a path out of their folder.
func TestTellingWordsApart(t *testing.T) {
	for target, want := range map[string]bool{"https://x": true, "HTTP://x": true, "mailto:a@b": true, "Tel:1": true, "git+ssh://x": true,
		"x1.y://z": true, "ab://c": true, `C:\x`: false, "c://x": false,
		"note: text": false, "a/b:c": false, "docs:a.md": false, "urn:isbn:1": true, "data:,x": true, "": false, ":x": false,
		"a b://c": false, "Z9://c": true, "ü://x": false} {
		if got := hasScheme(target); got != want {
			t.Errorf("%q has a scheme: %v", target, got)
		}
	}
	for ext, want := range map[string]bool{".md": true, ".Z": true, ".z": true, ".A": true, ".a": true, ".mp3": true, ".html5": true,
		".abcdef": false, ".1": false, ".10": false, ".": false, "": false, ". Smith": false, ".a-b": false, ".9z": true, ".0a": true} {
		if got := isFileExtension(ext); got != want {
			t.Errorf("%q is an extension: %v", ext, got)
		}
	}
	for word, want := range map[string]bool{"acepted": true, "Accpeted": true, "accepted": false, "accepts": false, "draf": false,
		"drafts": true, "xyzzy": false, "": false} {
		if got := isSlip(word, Statuses()); got != want {
			t.Errorf("%q is a slip: %v", word, got)
		}
	}
}

func TestLinksInALine(t *testing.T) {
	for line, want := range map[string]string{
		"[A](a.md) and [[b]] and [C](c.md)": "a.md|b|c.md", "[[a]][B](b.md)": "a|b.md", "none": "", "[A](a.md": "", "[[a]": "", "](x)": "x",
		"[A](a.md), [B](": "a.md", "[[a|A]]": "a|A", "": "",
	} {
		if got := strings.Join(linksIn(line), "|"); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	if got := linksIn(strings.Repeat("[[a]]", maxRelations+1)); len(got) != maxRelations {
		t.Errorf("%d links", len(got))
	}
	for text, want := range map[string]string{"[A](a.md)": "a.md", "[[a|A]]": "a", " <a.md> ": "a.md", "a.md": "a.md", "[A]": "[A]",
		"see [A](a.md)": "see [A](a.md)"} {
		if got := linkTarget(text); got != want {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
}

func TestLinesOfAHeader(t *testing.T) {
	for text, want := range map[string]string{
		"Status: accepted": "Status=accepted@9", "- Status: accepted": "Status=accepted@11", "* **Status**: accepted": "Status=accepted@15",
		"**Status:** accepted": "Status=accepted@13", "_Status_: x": "Status=x@11",
		"Status:": "Status=@8", "Status:\tx": "Status=x@9", "RFC PR: [x](y)": "RFC PR=[x](y)@9",
		"http://x": "", "C++::name": "", "12:30": "", "one two three four: x": "", "one two three: x": "one two three=x@16", "a (b): c": "",
		": x": "", "text": "", strings.Repeat("k", 41) + ": x": "",
		strings.Repeat("k", 40) + ": x": strings.Repeat("k", 40) + "=x@43", "Status: \xff": "",
	} {
		key, value, col, ok := headerLine(text)
		got := ""
		if ok {
			got = key + "=" + value + "@" + string(rune('0'+col/10)) + string(rune('0'+col%10))
			got = strings.Replace(got, "@0", "@", 1)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// What a note is follows from where it lies.
func TestKindsOfPaths(t *testing.T) {
	for file, want := range map[string]string{
		"docs/a.md": "doc doc semantic", "docs/adr/0001-x.md": "decision decision semantic",
		"docs/adr-archive/0001.md": "decision decision semantic", "adr-x/1.md": "doc doc semantic",
		"Decisions/a.md":        "decision decision semantic",
		".memory/memories/a.md": "memory memory semantic", ".memory/categories/a.md": "summary summary semantic",
		"categories/a.md": "doc doc semantic", "openspec/specs/auth/spec.md": "spec spec semantic",
		"openspec/changes/short/specs/auth/spec.md": "spec delta-spec semantic", "openspec/changes/short/tasks.md": "doc tasks procedural",
		"openspec/changes/short/proposal.md":                  "doc proposal semantic",
		"openspec/changes/archive/2026-short/proposal.md":     "doc proposal procedural",
		"openspec/changes/archive/2026-short/specs/a/spec.md": "spec delta-spec semantic",
		"openspec/changes/archive/2026-short/x.md":            "doc archive semantic",
		"docs/adr/README.md":                                  "doc doc semantic", "a/workflow.md": "doc workflow procedural",
		"docs/adr/sub/x.md": "decision decision semantic", "archive/discovery.md": "doc discovery semantic",
		"discovery.md": "doc doc semantic", "knowledge/x.md": "doc knowledge semantic",
	} {
		kind, label, docType := classify(file)
		if got := kind + " " + label + " " + docType; got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}

// Without the git program the user's own list of ignored files is found where git finds it.
func TestUsersOwnIgnores(t *testing.T) {
	for _, tt := range []struct {
		name   string
		setup  func(r *testRepo, home string) // writes the list
		ignore bool
	}{
		{"none", func(*testRepo, string) {}, false},
		{"in the home folder", func(r *testRepo, home string) { writeAt(r, home, ".config/git/ignore") }, true},
		{"in the configuration folder", func(r *testRepo, home string) {
			writeAt(r, home, "xdg/git/ignore")
			r.Env = append(r.Env, "XDG_CONFIG_HOME="+filepath.Join(home, "xdg"))
		}, true},
		{"of the home folder, where there is a configuration folder", func(r *testRepo, home string) {
			writeAt(r, home, ".config/git/ignore")
			r.Env = append(r.Env, "XDG_CONFIG_HOME="+filepath.Join(home, "xdg"))
		}, false},
		{"named by the repository", func(r *testRepo, home string) {
			writeAt(r, home, "my-ignores")
			r.Git("config", "core.excludesFile", "~/my-ignores")
		}, true},
		{"named by the user", func(r *testRepo, home string) {
			writeAt(r, home, "my-ignores")
			r.Git("config", "--global", "core.excludesFile", filepath.Join(home, "my-ignores"))
		}, true},
	} {
		backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
			r := newTestRepo(t)
			r.Write("a.md", "a", "private.md", "p")
			home := t.TempDir()
			r.Env = append(slices.Clone(r.Env), "HOME="+home)
			tt.setup(r, home)
			_, tree := workTree(t, opened(t, open, r, r.Dir))
			want := []string{"a.md*", "private.md*"}
			if tt.ignore {
				want = want[:1]
			}
			diff(t, tt.name, listing(tree), want)
		})
	}
}

func writeAt(r *testRepo, home, name string) {
	r.T.Helper()
	file := filepath.Join(home, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		r.T.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("private.md\n"), 0o644); err != nil {
		r.T.Fatal(err)
	}
}
