package git

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/9aea2451/kb/kb/gittest"
)

// What the decoder cannot read of a configuration, though git can, hides nothing else in it.
func TestConfigurationsThatGitReads(t *testing.T) {
	for name, text := range map[string]string{
		"a name in Latin-1":      "[user]\n\tname = Ren\xe9\n",
		"a branch in Latin-1":    "[branch \"caf\xe9\"]\n\tremote = .\n",
		"a mark of UTF-8":        "\xef\xbb\xbf[user]\n\tname = A\n",
		"a subsection of old":    "[branch.main]\n\tremote = .\n",
		"a value beside":         "[user] name = A\n",
		"CRLF":                   "[user]\r\n\tname = A\r\n",
		"a value of two lines":   "[alias]\n\tx = \"!f() { \\\n[ -d . ]; }; f\"\n",
		"a bracket in a comment": "[user] # [x\n; [extensions\n\tname = A\n",
	} {
		file := filepath.Join(t.TempDir(), "config")
		text += "[extensions]\n\tobjectformat = sha256\n[remote \"origin\"]\n\turl = a\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c := readGitConfig(file)
		if c.objectFormat() != "sha256" || c.get("remote.origin", "url") != "a" {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

// A repository is read although a name in its configuration is not UTF-8.
func TestSHA256BesideANameInLatin1(t *testing.T) {
	r := &testRepo{gittest.New(t, "--object-format=sha256")}
	r.Git("config", "user.nickname", "Ren\xe9")
	r.Write("a.md", "a")
	id := r.commit("2026-01-01T12:00:00Z")
	if head, err := openedBy(t, r, "on").Head(t.Context()); err != nil || head != id {
		t.Errorf("HEAD is %q, %v, want %s", head, err, id)
	}
}
