package git

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// What git prints is read record by record; what is no record is passed over or refused.
func TestRecords(t *testing.T) {
	all := func(string) bool { return true }
	for out, want := range map[string]string{
		" M a.md": "[a.md] false", "M  a.md": "[] true", "MM a.md": "[a.md] true", "?? a.md": "[a.md] false", "A  a.md": "[] true",
		"D  a.md": "[] true", " D a.md": "[a.md] false", "UU a.md": "[a.md] true", "DD a.md": "[a.md] true", "AA a.md": "[a.md] true",
		"AU a.md": "[a.md] true", "UD a.md": "[a.md] true", " M ": "[] false", " M x\x00?? y\x00": "[x y] false", "": "[] false",
		"M": "[] false",
	} {
		if s := parseStatus([]byte(out), all); fmt.Sprint(s.Dirty, s.Staged) != want {
			t.Errorf("%q: %v %v, want %s", out, s.Dirty, s.Staged, want)
		}
	}
	id := func(c string) string { return strings.Repeat(c, 40) }
	for answer, want := range map[string]string{
		id("a") + "\x00": id("a") + " map[]", "x\x00": "unexpected", id("a") + "\x00100644 b 1\tx": id("a") + " map[x:[b  ]]",
		id("a") + "\x00100644 b 3\tx\x00100755 c 2\tx\x00120000 d 1\tx\x00": id("a") + " map[x:[ c b]]",
		id("a") + "\x00100644 b 0\tx":                                       "unexpected", id("a") + "\x00100644 b 4\tx": "unexpected",
		id("a") + "\x00100644 b two\tx": "unexpected", id("a") + "\x00100644 b 1": "unexpected", id("a") +
			"\x00100644 1\tx": "unexpected",
	} {
		tree, stages, err := (&gitProgram{}).parseMerge(answer)
		if got := fmt.Sprint(tree, " ", stages); err != nil && (want != "unexpected" || !strings.Contains(err.Error(), want)) ||
			err == nil && got != want {
			t.Errorf("%q: %s, %v, want %s", answer, got, err, want)
		}
	}
	for head, want := range map[string]string{
		":100644 100755 a b M": "M 100644 100755 a b", ":000000 100644 0 b A": "A 0 100644  b", ":100644 000000 a 0 D": "D 100644 0 a ",
		":100644 120000 a b T": "T 100644 120000 a b", ":100644 160000 a b T": "T 100644 160000 a b", ":100644 100755 a b": "",
		":100644 100755 a b M100": "", ":1x 100755 a b M": "", ":100644 1x a b M": "",
	} {
		touch, err := parseTouch(head)
		got := fmt.Sprintf("%c %o %o %s %s", touch.Status, touch.OldMode, touch.NewMode, touch.OldBlob, touch.NewBlob)
		if err == nil && got != want || err != nil && want != "" {
			t.Errorf("%q: %s, %v, want %s", head, got, err, want)
		}
	}
	listing := "100644 blob a\tx.md\x00120000 blob b\ty.md\x00100644 blob\tz.md\x00none\x00100644 blob c\tnot\x00040000 tree " +
		"d\tw.md\x00cut"
	entries, err := readTreeListing(bufio.NewReader(strings.NewReader(listing)), func(path []byte) bool { return string(path) != "not" })
	if got, want := fmt.Sprint(entries), fmt.Sprint([]Entry{{Mode: 0o100644, ID: "a", Size: -1, Path: "x.md"},
		{Mode: 0o120000, ID: "b", Size: -1, Path: "y.md"}, {Mode: 0o40000, ID: "d", Size: -1, Path: "w.md"}}); got != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	if _, err := readTreeListing(bufio.NewReader(iotest.ErrReader(io.ErrClosedPipe)), nil); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("an error of the pipe: %v", err)
	}
	asked := []string{"refs/a:x", "refs/a:y", "refs/b:x", "refs/c:x:y", "refs/d:x", ""}
	if got := thereIn(asked, []string{"there blob", "there blob", "refs/b:x missing", "there blob", "there tree"}); !slices.Equal(got,
		[]string{"refs/a", "refs/c"}) {
		t.Errorf("there in %q", got)
	}
}

// Commits and trees are read as their bytes are.
func TestObjectsAsTheyAre(t *testing.T) {
	for data, want := range map[string]string{
		"tree t\nparent p\nparent q\nauthor A <a@x> 1 +0000\ncommitter B > C <b@x> 23 +0100\n\ntree other\nparent none\n": "{t [p q] 23}",
		"tree t\ncommitter B <b@x>\n": "{t [] 0}", "tree t\ncommitter 7 +0000\n": "{t [] 7}", "": "{ [] 0}", "tree t": "{t [] 0}",
	} {
		if got := fmt.Sprint(decodeCommit([]byte(data))); got != want {
			t.Errorf("%q: %s, want %s", data, got, want)
		}
	}
	raw, hex := strings.Repeat("\xab", 20), strings.Repeat("ab", 20)
	for data, want := range map[string]string{
		"": "[]", "100600 a\x00" + raw: "[{33188 a " + hex + "}]", "40000 d\x00" + raw + "120000 l\x00" + raw: "[{16384 d " + hex +
			"} {40960 l " + hex + "}]",
		"100644 a\x00" + raw[1:]: "", "100644\x00" + raw: "", "100644 \x00" + raw: "", "99 a\x00" + raw: "", "100644 a" + raw: "",
	} {
		items, err := decodeTree("x", []byte(data))
		if got := fmt.Sprint(items); err == nil && got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %s, %v, want %s", data, got, err, want)
		}
	}
	for mode, want := range map[uint32]uint32{0o100600: 0o100644, 0o100755: 0o100755, 0o100744: 0o100755, 0o100655: 0o100644,
		0o120777: 0o120000, 0o40755: 0o40000, 0o160000: 0o160000, 0: 0o160000} {
		if got := canonicalMode(mode); got != want {
			t.Errorf("%o is %o, want %o", mode, got, want)
		}
	}
	for text, want := range map[string]bool{"0": true, "9": true, "a": true, "f": true, "/": false, ":": false, "`": false,
		"g": false, "A": false,
		"": false, "0g": false} {
		if isHex(text) != want {
			t.Errorf("%q is hexadecimal: %v", text, !want)
		}
	}
	if sha1Format.emptyTree() != "4b825dc642cb6eb9a060e54bf8d69288fbee4904" ||
		sha256Format.emptyTree() != "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321" {
		t.Error("ids of the empty tree")
	}
}

// Names of variables, settings and folders mean what they mean to git.
func TestSettings(t *testing.T) {
	e := environment{"A=1", "AB=2", "A=3", "B"}
	if e.get("A") != "3" || e.get("AB") != "2" || e.get("B") != "" {
		t.Errorf("%q, %q, %q", e.get("A"), e.get("AB"), e.get("B"))
	}
	c := gitConfig{{"core", "bare", "true"}, {"core", "x", "1"}, {"core", "bare", "false"}, {"other", "bare", "yes"}}
	if c.get("core", "bare") != "false" || c.get("core", "y") != "" || c.get("none", "bare") != "" {
		t.Errorf("%q", c.get("core", "bare"))
	}
	for value, want := range map[string]bool{"true": true, "Yes": true, "on": true, "1": true, "": false, "false": false, "0": false} {
		if isTrue(value) != want {
			t.Errorf("%q is true: %v", value, !want)
		}
	}
	for want, c := range map[string]gitConfig{
		"": {{"core", "repositoryformatversion", "1"}, {"extensions", "noop", "x"}, {"extensions",
			"objectformat", "sha1"}},
		"repository format version 2": {{"core", "repositoryformatversion", "2"}}, "sha256 object ids": {{"extensions",
			"objectformat", "SHA256"}},
		"reftable reference storage": {{"extensions", "refstorage", "reftable"}}, `repository extension "new"`: {{"extensions", "new",
			"1"}},
	} {
		if got := c.unsupported(); got != want {
			t.Errorf("%v: %q, want %q", c, got, want)
		}
	}
	root, bare := &Repo{Root: "/w/r", GitDir: "/g", CommonDir: "/c", indexFile: "/i"}, &Repo{GitDir: "/w/b"}
	for _, tt := range []struct {
		e    environment
		r    *Repo
		want string
	}{
		{environment{"HOME=/h", "GIT_TRACE2=1", "LC_ALL=de", "GIT_PREFIX=x"}, root, "HOME=/h … GIT_CEILING_DIRECTORIES=/w"},
		{environment{"GIT_DIR=x"}, root, "… GIT_CEILING_DIRECTORIES=/w GIT_DIR=/g GIT_WORK_TREE=/w/r"},
		{environment{"GIT_DIR=x", "GIT_WORK_TREE=y"}, bare, "… GIT_CEILING_DIRECTORIES=/w GIT_DIR=/w/b GIT_IMPLICIT_WORK_TREE=0"},
		{environment{"GIT_WORK_TREE=y"}, root, "… GIT_CEILING_DIRECTORIES=/w GIT_WORK_TREE=/w/r"},
		{environment{"GIT_WORK_TREE=y"}, bare, "… GIT_CEILING_DIRECTORIES=/w"},
		{environment{"GIT_COMMON_DIR=x", "GIT_INDEX_FILE=y"}, root, "… GIT_CEILING_DIRECTORIES=/w GIT_COMMON_DIR=/c GIT_INDEX_FILE=/i"},
	} {
		got := strings.TrimSpace(strings.Replace(strings.Join(tt.e.inRepo(tt.r), " "), strings.Join(always, " "), "…", 1))
		if got != tt.want {
			t.Errorf("%q: %s, want %s", tt.e, got, tt.want)
		}
	}
	remotes := environment{"GIT_TERMINAL_PROMPT=1", "GIT_ALLOW_PROTOCOL=ssh"}.forRemotes(root)
	if !slices.Equal(remotes[len(remotes)-2:], []string{"GIT_TERMINAL_PROMPT=1", "GIT_ALLOW_PROTOCOL=ssh"}) ||
		strings.Contains(strings.Join(environment{}.forRemotes(root), " "), "PROMPT") {
		t.Errorf("%q", remotes)
	}
	for dir, want := range map[string]bool{"/r": true, "/r/a": true, "/": false, "/q": false, "/r/..a": true} {
		if within("/r", dir) != want {
			t.Errorf("%s is within /r: %v", dir, !want)
		}
	}
	if !isCeiling([]string{"a", "/x", "/y/"}, "/y") || isCeiling([]string{"/x"}, "/y") || isCeiling([]string{"y"}, "y") {
		t.Error("ceilings")
	}
	if got := quotedPath("a\\b\"c\nd"); got != `"a\\b\"c\nd"` {
		t.Error(got)
	}
}

// Files are read up to a limit, from the work tree alone.
func TestReadingFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"three": "123", "d/f": "f", "own/.git/HEAD": "x", "own/.git/objects/x": "x",
		"own/.git/refs/x": "x",
		"none/.git/HEAD":  "x", "none/.git/refs/x": "x", "link/.git": "gitdir: x",
		"odd/.git": "gitdirs: x", "short/.git": "gitdir:", "plain/f": "x"} {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("d", filepath.Join(dir, "l")); err != nil {
		t.Skip(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, c := range []struct {
		path  string
		limit int64
		want  string
		err   error
	}{{"three", 3, "123", nil}, {"three", 2, "", ErrTooLarge}, {"d/f", 9, "f", nil}, {"l/f", 9, "", fs.ErrNotExist}, {"l", 9, "",
		ErrNotRegular},
		{"d", 9, "", ErrNotRegular}, {"three/f", 9, "", fs.ErrNotExist}, {"none", 9, "", ErrNotRegular}, {"gone", 9, "", fs.ErrNotExist},
		{"gone/f", 9, "", fs.ErrNotExist}} {
		if data, err := ReadRegular(root, c.path, c.limit); string(data) != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s up to %d: %q, %v", c.path, c.limit, data, err)
		}
	}
	for limit, want := range map[int64]int{0: 1, 2: 3, 3: 3, 4: 3} {
		if data, err := appendAll(nil, iotest.OneByteReader(strings.NewReader("123")), limit); len(data) != want || err != nil {
			t.Errorf("up to %d: %q, %v", limit, data, err)
		}
	}
	if data, err := appendAll(nil, iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("123"))), 9); data != nil || err == nil {
		t.Errorf("%q, %v", data, err)
	}
	for folder, want := range map[string]bool{"own": true, "none": false, "link": true, "odd": false, "short": false, "plain": false} {
		if isRepository(root, folder) != want {
			t.Errorf("%s is a repository: %v", folder, !want)
		}
	}
	for folder, want := range map[string]string{".": "", "d": "", "d/new": "", "three": "three is no folder", "d/f/x": "d/f is no folder",
		"l": "l is a symbolic link", "own/x": "own is a repository of its own", "gone/three": ""} {
		if got := UnfitFolder(root, folder); got != want {
			t.Errorf("%s: %q, want %q", folder, got, want)
		}
	}
	for path, want := range map[string]string{"a/b.md": "", "\xff": "UTF-8", "../a": "out of", "/a": "out of", "a//b": "out of",
		"":       "out of",
		".git/x": "into .git", "a/.GIT": "into .git", "a.git/x": "", ".gitignore": ""} {
		if got := BadPath(path); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

// Object stores are borrowed from by absolute and relative paths, each once, along a chain that ends.
func TestAlternatesAreBounded(t *testing.T) {
	top := t.TempDir()
	store := func(n int) string { return filepath.Join(top, fmt.Sprint(n), "objects") }
	write := func(n int, list string) {
		if err := errors.Join(os.MkdirAll(filepath.Join(store(n), "info"), 0o700),
			os.WriteFile(filepath.Join(store(n), "info", "alternates"), []byte(list), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	many := func() int { return len(alternates(filepath.Join(top, "0"), nil)) }
	write(0, "# comment\n\n"+store(1)+"\r\n../../2/objects\n"+store(1)+"\n"+filepath.Dir(store(1))+"\n"+store(9)+"\n")
	write(1, store(0)+"\n")
	write(2, "")
	if got := many(); got != 2 {
		t.Errorf("%d stores are borrowed from", got)
	}
	for n := range maxAlternates + 3 {
		write(n, store(n+1)+"\n")
	}
	if got := many(); got != maxAlternates {
		t.Errorf("%d stores of a chain", got)
	}
}
