// Package story runs the stories of kb: sessions of commands, written as txtar archives, that lie in
// the folder testdata of the package whose verbs they tell of. It serves tests alone.
package story

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gofrs/flock"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/9aea2451/kb/model/modeltest"
)

// Main lets the binary of a package's tests be kb itself when it is called by that name.
func Main(m *testing.M, kb func()) {
	testscript.Main(m, map[string]func(){"kb": kb})
}

// Run runs the sessions of the package's folder testdata, each in a folder of its own, against the
// real program and real git.
func Run(t *testing.T) { RunFrom(t, "testdata") }

// RunFrom runs the stories of a folder.
func RunFrom(t *testing.T, dir string) {
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		Setup:               prepare,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"json":    checkJSON,
			"files":   makeFiles,
			"lock":    holdLock,
			"exits":   checkExit,
			"private": checkPrivate,
			"models":  startModels,
			"cluster": startCluster,
			"fault":   setFault,
			"asked":   checkAsked,
			"weights": makeWeights,
		},
	})
}

// prepare gives git an author, and kb and git no configuration of the person who runs the test.
func prepare(env *testscript.Env) error {
	for name, value := range GitEnvironment(env.WorkDir) {
		env.Setenv(name, value)
	}
	env.Values[serverKey{}] = map[serverKey]*modeltest.Server{}
	env.Setenv("KB_ALONE", filepath.SplitList(env.Getenv("PATH"))[0]) // a PATH on which there is kb and no git
	return nil
}

// GitEnvironment gives git an author and a date, and neither git nor kb the configuration of the
// person who runs the test. Home is a folder of the test.
func GitEnvironment(home string) map[string]string {
	return map[string]string{
		"HOME": home, "XDG_CONFIG_HOME": filepath.Join(home, ".config"), "XDG_CACHE_HOME": filepath.Join(home, ".cache"),
		"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CEILING_DIRECTORIES": filepath.Dir(home),
		"GIT_AUTHOR_NAME": "A. Author", "GIT_AUTHOR_EMAIL": "author@example.org", "GIT_AUTHOR_DATE": "2026-05-04T12:00:00Z",
		"GIT_COMMITTER_NAME": "A. Author", "GIT_COMMITTER_EMAIL": "author@example.org", "GIT_COMMITTER_DATE": "2026-05-04T12:00:00Z",
	}
}

// checkJSON is "json FILE PATH VALUE": the value at a path such as data.hits.0.path is as given.
// "json FILE PATH len N" counts a list, "json FILE PATH keys A,B" names an object's keys, and "!
// json FILE PATH" says that nothing is there.
func checkJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: json FILE PATH [VALUE | len N | keys A,B]")
	}
	var doc any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &doc))
	at, found := follow(doc, args[1])
	if found == neg {
		ts.Fatalf("%s: found %v: %v", args[1], found, at)
	}
	if neg {
		return
	}
	if got, want := described(at, args[2:]), strings.Join(args[2:], " "); got != want && len(args) > 2 {
		ts.Fatalf("%s: got %s, want %s", args[1], got, want)
	}
}

// follow walks down a decoded document.
func follow(doc any, path string) (any, bool) {
	for _, step := range strings.Split(path, ".") {
		switch at := doc.(type) {
		case map[string]any:
			next, ok := at[step]
			if !ok {
				return nil, false
			}
			doc = next
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(at) {
				return nil, false
			}
			doc = at[i]
		default:
			return nil, false
		}
	}
	return doc, true
}

// described writes a value in the form that the expectation has.
func described(v any, want []string) string {
	if len(want) != 2 {
		return fmt.Sprint(v)
	}
	switch v := v.(type) {
	case []any:
		return fmt.Sprintf("len %d", len(v))
	case map[string]any:
		var keys []string
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		return "keys " + strings.Join(keys, ",")
	}
	return fmt.Sprint(v)
}

// makeFiles is "files FOLDER N": writes N small notes.
func makeFiles(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o777))
	for i := range n {
		text := fmt.Sprintf("# Note %d\n\nGenerated text number %d.\n", i, i)
		ts.Check(os.WriteFile(filepath.Join(dir, fmt.Sprintf("n%04d.md", i)), []byte(text), 0o666))
	}
}

// checkPrivate is "private DIR": nobody but the owner can enter a folder, nor read or write anything in it.
func checkPrivate(ts *testscript.TestScript, neg bool, args []string) {
	var open []string
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		if e.IsDir() {
			want = 0o700
		}
		if info.Mode().Perm() != want {
			open = append(open, fmt.Sprintf("%v %s", info.Mode(), path))
		}
		return nil
	}))
	if (len(open) > 0) != neg {
		ts.Fatalf("open to others:\n%s", strings.Join(open, "\n"))
	}
}

// holdLock is "lock FILE": another process indexes until the script ends.
func holdLock(ts *testscript.TestScript, _ bool, args []string) {
	lock := flock.New(ts.MkAbs(args[0]))
	if ok, err := lock.TryLock(); !ok || err != nil {
		ts.Fatalf("lock %s: %v, %v", args[0], ok, err)
	}
	ts.Defer(func() { lock.Unlock() })
}

// checkExit is "exits CODE COMMAND…": the command ends with this very code.
func checkExit(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if exit, ok := err.(interface{ ExitCode() int }); ok {
		code = strconv.Itoa(exit.ExitCode())
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s", code, args[0])
	}
}
