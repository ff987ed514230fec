// Command panel looks at every page of kb serve in a real browser: nothing that axe calls serious or worse,
// no request elsewhere, nothing of hostile notes that runs, and a site of files that opens and finds.
//
//	go run . -kb ../../bin/kb -axe axe.min.js -hostile …/hostile.txt
//	go run . -kb ../../bin/kb -axe axe.min.js -repo ~/notes -shots /tmp/shots
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// options are the flags.
type options struct{ kb, axe, hostile, repo, shots, chromium string }

// main prints all that was found wrong and exits with 1.
func main() {
	log.SetFlags(0)
	var o options
	flag.StringVar(&o.kb, "kb", "", "the program")
	flag.StringVar(&o.axe, "axe", "", "axe.min.js of axe-core")
	flag.StringVar(&o.hostile, "hostile", "", "texts that do harm, with lines of ==== between them")
	flag.StringVar(&o.repo, "repo", "", "a repository to look at instead of one that is made")
	flag.StringVar(&o.shots, "shots", "", "a folder for pictures of every page, light and dark, wide and narrow")
	flag.StringVar(&o.chromium, "chromium", "chromium", "the browser")
	flag.Parse()
	if err := run(o); err != nil {
		log.Fatal("panel: ", err)
	}
}

// run makes what is looked at, and looks.
func run(o options) error {
	folder, err := os.MkdirTemp("", "kb-panel-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if o.kb, err = filepath.Abs(o.kb); err != nil {
		return err
	}
	texts := 0
	if o.repo == "" {
		o.repo = filepath.Join(folder, "base")
		if texts, err = makeBase(o.repo, o.hostile); err != nil {
			return err
		}
	}
	axe, err := os.ReadFile(o.axe)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	b, err := newBrowser(ctx, o.chromium, folder, string(axe), o.shots)
	if err != nil {
		return err
	}
	defer b.close()
	if err := b.lookAtPanel(ctx, o, texts); err != nil {
		return err
	}
	if err := b.lookAtSite(ctx, o, filepath.Join(folder, "site")); err != nil {
		return err
	}
	fmt.Printf("%d pages, %d texts that would do harm\n", b.pages, texts)
	return errors.Join(b.found...)
}

// serve starts the panel of a repository, and returns its address.
func serve(ctx context.Context, o options) (address string, end func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	kb := exec.CommandContext(ctx, o.kb, "-C", o.repo, "serve", "--quiet")
	kb.Stderr = os.Stderr
	out, err := kb.StdoutPipe()
	if err == nil {
		err = kb.Start()
	}
	if err != nil {
		cancel()
		return "", nil, err
	}
	end = func() { cancel(); kb.Wait() }
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		end()
		return "", nil, fmt.Errorf("kb serve printed %q: %w", line, err)
	}
	return strings.TrimSpace(line), end, nil
}

// makeBase makes a repository with one of everything that pages show, and a note for each hostile text. It
// returns how many of these there are.
func makeBase(dir, hostile string) (int, error) {
	text, err := os.ReadFile(hostile)
	if err != nil {
		return 0, err
	}
	cases := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n====\n")
	files := map[string]string{
		"docs/sessions.md": "---\ntags: [auth, web]\nowner: Ann\n---\n# Sessions\n\nUser sessions MUST expire after 12 hours. See " +
			"[[0002-jwt-sessions|the decision]].\n\n## Storage\n\nSessions are kept in Redis. `internal/gone.go` has it.\n\n" +
			"| a | b |\n|:--|--:|\n| 1 | 2 |\n\n```go\nfunc main() {}\n```\n\n- [x] done\n- [ ] open\n\n![a picture](x.png)\n",
		"docs/limits.md": "# Limits\n\nUser sessions MUST expire after 24 hours.\n\n" +
			"Read [sessions](sessions.md#storage) and [none](gone.md).\n",
		".memory/decisions/0001-server-sessions.md": "---\nkind: decision\ntitle: Sessions live on the server\nstatus: superseded\n---\n" +
			"# Sessions live on the server\n\nWe keep sessions in Redis.\n",
		".memory/decisions/0002-jwt-sessions.md": "---\nkind: decision\ntitle: Sessions are JWTs\nstatus: accepted\n" +
			"verified: 2026-01-01\nrelations:\n  - {type: supersedes, target: 0001-server-sessions}\n---\n" +
			"# Sessions are JWTs\n\nWe sign sessions as JWTs.\n",
		"internal/gone.go": "package gone\n",
	}
	for i, one := range cases {
		files[fmt.Sprintf("hostile/n%d.md", i)] = fmt.Sprintf("# Hostile %d\n\nBefore.\n\n%s\n\n## %s\n\nAfter. %s\n",
			i, one, strings.ReplaceAll(one, "\n", " "), one)
	}
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return 0, err
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return 0, err
		}
	}
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"}, {"add", "-A"}, {"commit", "-q", "-m", "Write down what we know"},
		{"rm", "-q", "internal/gone.go"}, {"commit", "-q", "-m", "The sessions go"},
	} {
		git := exec.Command("git", args...)
		git.Dir = dir
		git.Env = append(os.Environ(), "GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com", "GIT_COMMITTER_NAME=Ann",
			"GIT_COMMITTER_EMAIL=ann@example.com", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		if out, err := git.CombinedOutput(); err != nil {
			return 0, fmt.Errorf("git %s: %w: %s", args[0], err, out)
		}
	}
	return len(cases), nil
}
