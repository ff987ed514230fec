//go:build unix

package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
)

// maxPeak is what no run on a hostile repository may exceed.
const maxPeak = 1 << 30 // bytes

// secret stands in files outside the repository. No answer may show it.
const secret = "zanzibarsecret"

// innocent is a note that must still be found, whatever stands beside it.
const innocent = "# Innocent\n\nThe quokka restarts at dawn.\n"

// hostile makes a repository with an innocent note, and next to it what must never be read: a note,
// and a pipe on which a reader hangs.
func hostile(t *testing.T) (repo, outside string) {
	t.Helper()
	outside = t.TempDir()
	repo = filepath.Join(outside, "repo")
	if err := os.Mkdir(repo, 0o755); err != nil {
		t.Fatal(err)
	}
	git(t, repo, "init", "-q")
	write(t, repo, "innocent.md", innocent)
	write(t, outside, "evil.md", "# Evil\n\nThe "+secret+" must stay outside.\n")
	if err := syscall.Mkfifo(filepath.Join(outside, "pipe.md"), 0o644); err != nil {
		t.Fatal(err)
	}
	return repo, outside
}

// survive indexes a hostile repository and searches it: neither may fail, hang, take too much
// memory or lose the innocent note. It returns the warnings.
func survive(t *testing.T, repo string) string {
	t.Helper()
	var warnings strings.Builder
	for _, args := range [][]string{{"index"}, {"search", "--json", "quokka dawn"}, {"search", "--json", "--mode", "keyword", secret},
		{"status", "--json"}} {
		r := must(t, repo, args...)
		if r.peak > maxPeak {
			t.Errorf("kb %v took %d MB", args, r.peak>>20)
		}
		if strings.Contains(r.stderr, "panic") || strings.Contains(r.stderr, "goroutine ") {
			t.Errorf("kb %v panicked\n%s", args, r.stderr)
		}
		switch {
		case args[len(args)-1] == secret:
			if strings.Contains(strings.ReplaceAll(r.stdout, secret+`"`, ""), secret+" must") {
				t.Errorf("kb %v shows what stands outside the repository\n%s", args, r.stdout)
			}
		case args[0] == "search" && !strings.Contains(r.stdout, `"innocent.md"`):
			t.Errorf("kb %v no longer finds the innocent note\n%s%s", args, r.stdout, r.stderr)
		case args[0] == "index":
			warnings.WriteString(r.stderr)
		}
	}
	return warnings.String()
}

// warned checks that the index said something of a file or a reason.
func warned(t *testing.T, warnings string, of ...string) {
	t.Helper()
	for _, s := range of {
		if !strings.Contains(warnings, s) {
			t.Errorf("no warning names %q:\n%s", s, warnings)
		}
	}
}

func TestHostileFrontMatter(t *testing.T) {
	repo, _ := hostile(t)
	var bomb strings.Builder
	bomb.WriteString("---\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := range 30 {
		fmt.Fprintf(&bomb, "a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n", i+1, i+1, i, i, i, i, i, i, i, i, i)
	}
	write(t, repo, "bomb.md", bomb.String()+"---\n# Bomb\n\nStill a note.\n")
	write(t, repo, "deep.md", "---\na: "+strings.Repeat("[", 100_000)+"\n---\n# Deep\n")
	write(t, repo, "open.md", "---\n"+strings.Repeat("key: value\n", 10)+"\n# Never closed\n")
	commit(t, repo, "Add bombs")
	warned(t, survive(t, repo), "bomb.md", "deep.md")
	if r := must(t, repo, "search", "--json", "--mode", "keyword", "bomb still note"); !strings.Contains(r.stdout, `"bomb.md"`) {
		t.Errorf("the text below a bad front matter is lost\n%s", r.stdout)
	}
}

func TestHostileNesting(t *testing.T) {
	repo, _ := hostile(t)
	const depth = 100_000
	write(t, repo, "list-line.md", "# List\n\n"+strings.Repeat("- ", depth)+"end\n")
	var list strings.Builder
	for i := range 2_000 { // 100,000 levels by indentation alone would be 10 GB
		list.WriteString(strings.Repeat("  ", i) + "- x\n")
	}
	write(t, repo, "list-lines.md", list.String())
	write(t, repo, "quotes.md", strings.Repeat(">", depth)+" quoted\n")
	write(t, repo, "links.md", strings.Repeat("[", depth)+"x"+strings.Repeat("](y)", depth)+"\n")
	write(t, repo, "images.md", strings.Repeat("![", depth)+"\n")
	write(t, repo, "emphasis.md", strings.Repeat("*a **b ", depth)+"\n")
	write(t, repo, "html.md", strings.Repeat("<div>", depth)+"\n")
	write(t, repo, "table.md", "|"+strings.Repeat("a|", depth)+"\n|"+strings.Repeat("-|", depth)+"\n|x|\n")
	write(t, repo, "backticks.md", strings.Repeat("`", depth)+strings.Repeat("` ``", depth/4)+"\n")
	commit(t, repo, "Nest")
	survive(t, repo)
}

func TestHostileSizes(t *testing.T) {
	repo, _ := hostile(t)
	write(t, repo, "fifty.md", strings.Repeat("line without end ", 50<<20/17))
	write(t, repo, "seven.md", strings.Repeat("x", 7<<20))
	write(t, repo, "words.md", strings.Repeat("many words ", 7<<20/11))
	write(t, repo, "binary.md", "# Binary\n\x00\x01\x02\xff\xfe")
	write(t, repo, "broken.md", "# Broken \xff\xfe\n\nBytes \xc3\x28 that are no text.\n")
	write(t, repo, "empty.md", "")
	commit(t, repo, "Add sizes")
	write(t, repo, "untracked-fifty.md", strings.Repeat("line without end ", 50<<20/17))
	warned(t, survive(t, repo), "fifty.md", "binary.md", "untracked-fifty.md")
}

func TestHostileNames(t *testing.T) {
	repo, _ := hostile(t)
	names := []string{
		"new\nline.md",
		"tab\there.md",
		"quote\"'`$(touch pwned).md",
		"-rf.md",
		"--help.md",
		"\x1b[31mred.md",
		"space .md",
		":(top)x.md",
		"*.md",
	}
	for i, name := range names {
		write(t, repo, name, fmt.Sprintf("# Strange\n\nOddname number%d here.\n", i))
	}
	write(t, repo, "latin-\xe9.md", "# Latin\n")
	commit(t, repo, "Name strangely")
	warned(t, survive(t, repo), "latin-")
	for i := range names {
		r := must(t, repo, "search", "--json", "--mode", "keyword", fmt.Sprintf("oddname number%d", i))
		if !strings.Contains(r.stdout, fmt.Sprintf("number%d here", i)) {
			t.Errorf("the note %q is not found\n%s", names[i], r.stdout)
		}
	}
	if r := must(t, repo, "search", "--mode", "keyword", "oddname"); strings.Contains(r.stdout, "\x1b[31mred") {
		t.Error("a file name reaches the terminal with its escape sequences")
	}
	if _, err := os.Lstat(filepath.Join(repo, "pwned")); err == nil {
		t.Error("a file name was run as a command")
	}
}

// Git itself refuses such paths; a crafted object holds them all the same.
func TestHostileTree(t *testing.T) {
	repo, _ := hostile(t)
	commit(t, repo, "Be innocent")
	blob := gitInput(t, repo, "# Crafted\n\nText.\n", "hash-object", "-w", "--stdin")
	for _, name := range []string{"..", ".git", "../evil.md", "/etc/evil.md", "a//b.md"} {
		entry := "100644 " + name + "\x00" + unhex(t, blob)
		tree := gitInput(t, repo, entry, "hash-object", "-t", "tree", "--literally", "-w", "--stdin")
		evil := gitInput(t, repo, "100644 evil.md\x00"+unhex(t, blob)+"40000 sub\x00"+unhex(t, tree), "hash-object", "-t", "tree",
			"--literally", "-w", "--stdin")
		head := gitInput(t, repo, "", "commit-tree", evil, "-p", "HEAD", "-m", "Escape")
		git(t, repo, "update-ref", "HEAD", head)
		survive(t, repo)
		git(t, repo, "update-ref", "HEAD", head+"~1")
	}
}

// unhex turns an object id into its bytes.
func unhex(t *testing.T, id string) string {
	t.Helper()
	var raw []byte
	if _, err := fmt.Sscanf(id, "%x", &raw); err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestHostileSymlinks(t *testing.T) {
	repo, _ := hostile(t)
	for link, target := range map[string]string{
		"out.md": "../evil.md", "pipe.md": "../pipe.md", "outdir": "..", "absolute.md": "/etc/passwd", "self.md": "self.md", "a": "b",
		"b":    "a",
		"loop": ".", "dangling.md": "nowhere.md", "device.md": "/dev/zero",
	} {
		if err := os.Symlink(target, filepath.Join(repo, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(repo, "inner-pipe.md"), 0o644); err != nil {
		t.Fatal(err)
	}
	survive(t, repo) // untracked
	git(t, repo, "add", "innocent.md", "out.md", "pipe.md", "outdir", "self.md", "a", "b", "loop", "device.md", "absolute.md",
		"dangling.md")
	git(t, repo, "commit", "-q", "-m", "Link")
	survive(t, repo) // tracked
}

// A tracked folder or file that is replaced by a link after git looked at it must not lead out either.
func TestHostileReplacement(t *testing.T) {
	repo, _ := hostile(t)
	write(t, repo, "sub/evil.md", "# Tame\n")
	write(t, repo, "pipe.md", "# No pipe\n")
	commit(t, repo, "Be tame")
	for name, target := range map[string]string{"sub": "..", "pipe.md": "../pipe.md"} {
		if err := os.RemoveAll(filepath.Join(repo, name)); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, filepath.Join(repo, name)); err != nil {
			t.Fatal(err)
		}
	}
	survive(t, repo)
}

func TestHostileConfiguration(t *testing.T) {
	repo, _ := hostile(t)
	var calls atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	defer server.Close()
	write(t, repo, ".memory/kb.yaml", strings.ReplaceAll(`include: ["../**", "/etc/**", "**/*.md"]
exclude: ["`+strings.Repeat("*", 50)+`x"]
embedding: {provider: openai, endpoint: "URL", base_url: "URL", api_key: stolen, command: "touch pwned"}
provider: openai
endpoint: "URL"
command: "touch pwned"
editor: "touch pwned"
`, "URL", server.URL))
	write(t, repo, ".kbignore", "["+strings.Repeat("*?", 2_000)+"\n!../**\n")
	git(t, repo, "config", "kb.command", "touch pwned")
	commit(t, repo, "Configure")
	warned(t, survive(t, repo), "kb.yaml", "endpoint", "command")
	if n := calls.Load(); n > 0 {
		t.Errorf("the repository's configuration led to %d calls of its endpoint", n)
	}
	if _, err := os.Lstat(filepath.Join(repo, "pwned")); err == nil {
		t.Error("the repository's configuration ran a command")
	}
}
