package panel

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/gittest"
)

// written writes a site of a repository into a folder, and returns its files.
func written(t *testing.T, repo *gittest.Repo, folder string) map[string]string {
	t.Helper()
	s := opened(t, repo, func(o *Options) { o.Static = true })
	n, err := s.Write(t.Context(), folder, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	err = filepath.WalkDir(folder, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		name, _ := filepath.Rel(folder, file)
		files[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil || len(files) != n {
		t.Fatalf("%d files, want %d: %v", len(files), n, err)
	}
	return files
}

// A site has the same pages; each link leads to a file of it, and nothing needs the panel.
func TestSite(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "site")
	files := written(t, sample(t), folder)
	for name, wanted := range map[string][]string{
		"index.html": {"of 100", "1 contradiction", `href="contradictions.html"`, `href="note/docs/limits.md.html"`},
		"note/docs/sessions.md.html": {
			`<h1 id="h-sessions">Sessions</h1>`, `href="../../note/dot-memory/decisions/0002-jwt-sessions.md.html"`, "Who wrote what",
		},
		"contradictions.html":  {"12 hours", "24 hours"},
		"browse/tag/auth.html": {"2 notes", `href="../../note/docs/sessions.md.html"`},
		"graph.html":           {"<svg", `href="note/docs/limits.md.html"`},
		"timeline.html":        {"<svg"},
		"search.html":          {"assets/index.js"},
		"assets/index.js":      {`"redis":`, "note/docs/sessions.md.html"},
		"broken.html":          {"gone.md"},
		"stale.html":           {"Alone"},
		"note/dot-memory/decisions/0001-server-sessions.md.html": {"Superseded by"},
	} {
		for _, want := range wanted {
			if !strings.Contains(files[name], want) {
				t.Errorf("%s has no %q:\n%s", name, want, files[name])
			}
		}
	}
	for _, private := range []string{"ask.html", "asked.html", "inbox.html", "review.html"} {
		if _, there := files[private]; there {
			t.Errorf("%s is written", private)
		}
	}
	checkLinks(t, files)
}

// checkLinks complains about links of a site that lead out of it, or nowhere.
func checkLinks(t *testing.T, files map[string]string) {
	t.Helper()
	refs := regexp.MustCompile(`(?:href|src|action)="([^"]*)"`)
	for name, text := range files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, m := range refs.FindAllStringSubmatch(text, -1) {
			u, err := url.Parse(strings.NewReplacer("&amp;", "&", "&#39;", "'", "&#43;", "+").Replace(m[1]))
			if err != nil || u.Host != "" || u.Scheme != "" {
				if err != nil || u.Scheme != "https" && u.Scheme != "http" && u.Scheme != "mailto" {
					t.Errorf("%s leads to %s", name, m[1])
				}
				continue
			}
			if to := path.Join(path.Dir(name), u.Path); u.Path != "" && files[to] == "" {
				t.Errorf("%s leads to %s, which is not there", name, m[1])
			}
		}
	}
}

// A hostile base makes a site whose links are whole and that runs nothing.
func TestHostileSite(t *testing.T) {
	r := gittest.New(t)
	for i, text := range hostile(t)[:20] {
		r.Write(filepath.Join("d", string(rune('a'+i))+`<b>"&%#?' x:y`+".md"),
			"---\ntags: [\"a/../../b\", '<i>']\n---\n# "+text+"\n\n"+text+"\n")
	}
	r.Write("javascript:alert(1).md", "# Scheme\n", strings.Repeat("n", 240)+".md", "# Long\n", ".a/.b/.c.md", "# Hidden\n")
	r.Commit("hostile")
	files := written(t, r, filepath.Join(t.TempDir(), "site"))
	checkLinks(t, files)
	for name, text := range files {
		if strings.HasSuffix(name, ".html") &&
			(strings.Count(text, "<script") > 2 || strings.Contains(text, "<img") || strings.Contains(text, "<i>")) {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// The next writing removes what is no longer there and nothing else; a folder of other things is left alone.
func TestSiteIsWrittenAnew(t *testing.T) {
	repo, folder := sample(t), filepath.Join(t.TempDir(), "site")
	written(t, repo, folder)
	victim := filepath.Join(filepath.Dir(folder), "victim.txt")
	list, _ := os.ReadFile(filepath.Join(folder, siteList))
	for file, text := range map[string]string{
		victim: "x", filepath.Join(folder, "own.txt"): "mine",
		filepath.Join(folder, siteList): string(list) + "../victim.txt\n" + victim + "\n",
	} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(repo.Dir, "alone.md")); err != nil {
		t.Fatal(err)
	}
	s := opened(t, repo, func(o *Options) { o.Static = true })
	if _, err := s.Write(t.Context(), folder, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	for file, there := range map[string]bool{
		victim: true, filepath.Join(folder, "own.txt"): true, filepath.Join(folder, "note", "alone.md.html"): false,
		filepath.Join(folder, "note", "docs", "limits.md.html"): true,
	} {
		if _, err := os.Stat(file); (err == nil) != there {
			t.Errorf("%s: %v", file, err)
		}
	}
	var occupied *OccupiedError
	if _, err := s.Write(t.Context(), repo.Dir, func(int, int) {}); !errors.As(err, &occupied) {
		t.Errorf("over a repository: %v", err)
	}
}

// What is broken off before its end is a site all the same: the next writing goes on with it, and
// knows its files.
func TestSiteThatIsBrokenOff(t *testing.T) {
	repo, folder := sample(t), filepath.Join(t.TempDir(), "site")
	s := opened(t, repo, func(o *Options) { o.Static = true })
	ctx, cancel := context.WithCancel(t.Context())
	_, err := s.Write(ctx, folder, func(done, _ int) {
		if done == 2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if list, err := os.ReadFile(filepath.Join(folder, siteList)); err != nil || !strings.Contains("\n"+string(list), "\nindex.html\n") {
		t.Errorf("%q, %v", list, err)
	}
	checkLinks(t, written(t, repo, folder))
}

// How often a note is read is private, and in no file.
func TestSiteTellsNothingPrivate(t *testing.T) {
	s := opened(t, sample(t), func(o *Options) { o.Static = true })
	if _, there := s.routes()["/asked"]; !there {
		t.Error("no such page at all")
	}
	for _, e := range s.newPage("overview", "", nil).Nav() {
		if e.Name == "asked" || e.Name == "inbox" || e.Name == "ask" || e.Name == "review" {
			t.Errorf("a site leads to %s", e.Name)
		}
	}
}
