package agentsetup

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/9aea2451/kb/cmd/kb/internal/agenthook"
	"github.com/9aea2451/kb/cmd/kb/internal/mcpclient"
	"github.com/9aea2451/kb/cmd/kb/internal/packing"
)

// place is a repository's folder with a folder of git, and the user's elsewhere.
func place(t interface{ TempDir() string }, user bool) *Place {
	root, home := t.TempDir(), t.TempDir()
	_ = os.MkdirAll(filepath.Join(root, ".git", "kb"), 0o700)
	env := map[string]string{"HOME": home}
	return &Place{
		Here:  mcpclient.Here{Root: root, Program: "kb", System: "linux", Getenv: func(name string) string { return env[name] }},
		State: filepath.Join(root, ".git", "kb"), User: user,
	}
}

func all() Parts { return Parts{Hooks: true, MCP: true, Contract: true} }

// tree is every file and folder below some folders but git's.
func tree(t testing.TB, dirs ...string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.Name() == ".git" {
				return either(err, fs.SkipDir)
			}
			if e.IsDir() {
				files[path] = "folder"
				return nil
			}
			text, err := os.ReadFile(path)
			files[path] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func either(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

func install(t testing.TB, p *Place, clients ...string) {
	t.Helper()
	steps, err := p.Install(clients, all())
	if err == nil {
		err = p.Carry(steps)
	}
	if err != nil {
		t.Fatal(err)
	}
	Close(steps)
}

func uninstall(t testing.TB, p *Place, clients ...string) {
	t.Helper()
	steps, err := p.Uninstall(clients, all())
	if err == nil {
		err = p.Carry(steps)
	}
	if err != nil {
		t.Fatal(err)
	}
	Close(steps)
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// files are those of people that install touches.
var files = []string{
	".claude/settings.json", ".mcp.json", ".codex/hooks.json", ".codex/config.toml", ".cursor/hooks.json", ".gemini/settings.json",
	".vscode/mcp.json",
	"opencode.json", "AGENTS.md", "CLAUDE.md",
}

// texts are what may stand in such a file.
func texts(name string) []string {
	switch filepath.Ext(name) {
	case ".md":
		return []string{"", "# Rules\n", "# Rules", "a\r\nb\r\n", "\n\n", "x\n\n\n"}
	case ".toml":
		return []string{"", "model = \"x\"", "# mine\r\n[a]\r\nb = 1\r\n", "\n[mcp_servers.other]\ncommand = \"o\"\n"}
	}
	return []string{
		"", "{}", "{ }\n", "{\n}\n", "{\"a\": 1}", "{\n\t\"a\": [1, 2], // mine\n\t\"hooks\": {},\n}\n",
		"\xef\xbb\xbf{\"hooks\": {\"SessionStart\": []}}",
		"{\r\n    \"hooks\": {\r\n        \"PreToolUse\": [ {\"matcher\": \"Read\", \"hooks\": [{\"type\": \"command\", \"command\": " +
			"\"./mine.sh\"}]} ]\r\n    }\r\n}",
		"{\"version\": 1, \"hooks\": {\"sessionStart\": [{\"command\": \"a\"},]}}\n",
		"{\n  \"mcpServers\": {\"other\": {\"command\": \"o\"}}\n}", "{/* only a remark */}",
	}
}

// begin is what is there before, and who is told in which order.
type begin struct {
	user    bool
	files   map[string]string
	clients []string
	first   int // so many are told before the others
}

func begins() *rapid.Generator[begin] {
	return rapid.Custom(func(t *rapid.T) begin {
		b := begin{user: rapid.Bool().Draw(t, "user"), files: map[string]string{}, clients: rapid.Permutation(Names()).Draw(t, "clients")}
		for _, name := range files {
			if text := rapid.SampledFrom(append(texts(name), "none")).Draw(t, name); text != "none" {
				b.files[name] = text
			}
		}
		b.first = rapid.IntRange(0, len(b.clients)).Draw(t, "first")
		return b
	})
}

// Whatever was in the files, and whichever programs were told in which order, uninstall puts every
// byte back.
func TestNothingIsLeft(t *testing.T) {
	for seed := range 24 { // each writes some twenty files thrice
		b := begins().Example(seed)
		p := place(t, b.user)
		base := p.Root
		if p.User {
			base = p.Getenv("HOME")
		}
		for name, text := range b.files {
			write(t, filepath.Join(base, filepath.FromSlash(name)), text)
		}
		before := tree(t, p.Root, p.Getenv("HOME"))
		install(t, p, b.clients[:b.first]...)
		install(t, p, b.clients...)
		once := tree(t, p.Root, p.Getenv("HOME"))
		install(t, p, b.clients...)
		if diff := cmp.Diff(once, tree(t, p.Root, p.Getenv("HOME"))); diff != "" {
			t.Fatalf("%+v: twice is not as once: %s", b, diff)
		}
		uninstall(t, p, Names()...)
		after := tree(t, p.Root, p.Getenv("HOME"))
		for name := range after { // the record of what is the user's has gone, its folder may stay
			if strings.Contains(name, ".local") {
				delete(after, name)
			}
		}
		if diff := cmp.Diff(before, after); diff != "" {
			t.Fatalf("%+v: %s", b, diff)
		}
	}
}

// A file that kb made, and into which a program put no more than where the schema of such files is, goes with its folder;
// one that was there before, or says more, stays.
func TestWhatProgramsPutInGoes(t *testing.T) {
	const schema = `"$schema": "https://example.com/config.json"`
	for _, user := range []bool{false, true} {
		p := place(t, user)
		before := tree(t, p.Root, p.Getenv("HOME"))
		install(t, p, Names()...)
		n := 0
		for path, text := range tree(t, p.Root, p.Getenv("HOME")) {
			if filepath.Ext(path) == ".json" && !strings.Contains(path, ".local") && !strings.Contains(path, p.State) &&
				!strings.HasSuffix(path, "hooks/kb.json") {
				write(t, path, strings.Replace(text, "{", "{\n  "+schema+",", 1))
				n++
			}
		}
		uninstall(t, p, Names()...)
		after := tree(t, p.Root, p.Getenv("HOME"))
		for name := range after {
			if strings.Contains(name, ".local") {
				delete(after, name)
			}
		}
		if diff := cmp.Diff(before, after); diff != "" || n < 5 {
			t.Errorf("%d files of the user's %v: %s", n, user, diff)
		}
	}
	for before, put := range map[string]string{"{" + schema + "}": "", "": `"model": "x", `} {
		p := place(t, false)
		file := filepath.Join(p.Root, "opencode.json")
		if before != "" {
			write(t, file, before)
		}
		install(t, p, "opencode")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		write(t, file, strings.Replace(string(text), "{", "{ "+put, 1))
		uninstall(t, p, "opencode")
		if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), strings.TrimRight(put, ", ")) {
			t.Errorf("%q, %q: %s, %v", before, put, text, err)
		}
	}
}

// What a person changes between install and uninstall stays, and nothing of kb's does.
func TestEditsInBetweenStay(t *testing.T) {
	p := place(t, false)
	settings := filepath.Join(p.Root, ".claude", "settings.json")
	write(t, settings, "{\n  \"model\": \"opus\"\n}\n")
	write(t, filepath.Join(p.Root, "AGENTS.md"), "# Rules\n\nTest first.\n")
	write(t, filepath.Join(p.Root, "CLAUDE.md"), "# Claude\n")
	install(t, p, Names()...)
	edit := func(name, old, new string) {
		t.Helper()
		path := filepath.Join(p.Root, filepath.FromSlash(name))
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte(old)) {
			t.Fatalf("%s: %v: %s", name, err, text)
		}
		write(t, path, strings.Replace(string(text), old, new, 1))
	}
	edit(".claude/settings.json", "\"opus\"", "\"sonnet\"")
	edit(
		".claude/settings.json",
		"\"command\": \"kb agents hook before-tool --client claude\",\n            \"timeout\": 2\n          }",
		"\"command\": \"kb agents hook before-tool --client claude\",\n            \"timeout\": 9\n          },\n          {\"type\": "+
			"\"command\", \"command\": \"./mine.sh\"}",
	)
	edit(".cursor/hooks.json", "\"version\": 1,", "\"version\": 1,\n  \"mine\": true,")
	edit(".gemini/settings.json", "{", "{\n  \"theme\": \"dark\",")
	edit(".codex/config.toml", "[mcp_servers.kb]", "model = \"x\"\n\n[mcp_servers.kb]")
	edit("AGENTS.md", "Test first.", "Test last.")
	edit("AGENTS.md", "<!-- kb:end -->\n", "<!-- kb:end -->\n\nAnd write it down.\n")
	edit("CLAUDE.md", "# Claude\n", "# Claude Code\n")
	uninstall(t, p, Names()...)
	got := map[string]string{}
	for path, text := range tree(t, p.Root) {
		if name, err := filepath.Rel(p.Root, path); err == nil && text != "folder" {
			got[filepath.ToSlash(name)] = text
		}
	}
	want := map[string]string{
		".claude/settings.json": "{\n  \"model\": \"sonnet\",\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"matcher\": " +
			"\"Read|Edit|MultiEdit|Write|NotebookEdit\",\n" +
			"        \"hooks\": [\n          {\"type\": \"command\", \"command\": \"./mine.sh\"}\n        ]\n      }\n    ]\n  }\n}\n",
		".cursor/hooks.json":    "{\n  \"version\": 1,\n  \"mine\": true\n}\n",
		".gemini/settings.json": "{\n  \"theme\": \"dark\"\n}\n",
		".codex/config.toml":    "model = \"x\"\n",
		"AGENTS.md":             "# Rules\n\nTest last.\n\nAnd write it down.\n",
		"CLAUDE.md":             "# Claude Code\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// In the clone of somebody who committed the files there is no record: hooks and server go all the
// same, and AGENTS.md stays, which kb init may have written.
func TestWithoutARecord(t *testing.T) {
	p := place(t, false)
	write(t, filepath.Join(p.Root, ".mcp.json"), "{\"mcpServers\": {\"other\": {}}}\n")
	install(t, p, Names()...)
	if err := os.RemoveAll(p.State); err != nil {
		t.Fatal(err)
	}
	uninstall(t, p, Names()...)
	for path, text := range tree(t, p.Root) {
		if filepath.Base(path) == "AGENTS.md" {
			continue
		}
		if text != "folder" && filepath.Base(path) != ".mcp.json" || strings.Contains(text, "kb") {
			t.Errorf("%s: %s", path, text)
		}
	}
	var left struct {
		Servers map[string]any `json:"mcpServers"`
	}
	text, err := os.ReadFile(filepath.Join(p.Root, ".mcp.json"))
	if err != nil || json.Unmarshal(text, &left) != nil || len(left.Servers) != 1 {
		t.Errorf("%v: %s", err, text)
	}
}

// Where the section that hooks brought goes with its file, so does what refers to it; where the file
// has more, it stays.
func TestReferenceToNothing(t *testing.T) {
	for own, want := range map[string]string{"": "# Me\n", "# Ours\n": "# Me\n\n@AGENTS.md\n"} {
		p := place(t, false)
		write(t, filepath.Join(p.Root, "CLAUDE.md"), "# Me\n")
		if own != "" {
			write(t, filepath.Join(p.Root, "AGENTS.md"), own)
		}
		install(t, p, "claude")
		if err := os.RemoveAll(p.State); err != nil {
			t.Fatal(err)
		}
		uninstall(t, p, "claude")
		if text, err := os.ReadFile(filepath.Join(p.Root, "CLAUDE.md")); err != nil || string(text) != want {
			t.Errorf("%q: %q, %v", own, text, err)
		}
	}
}

// AGENTS.md that is a link to a text of the repository stays one, and the text has the section; no
// other file is written through a link.
func TestContractBehindALink(t *testing.T) {
	section, _ := contract()
	for to, want := range map[string]bool{
		"CLAUDE.md": true, filepath.Join("docs", "agents.md"): true, filepath.Join(".git", "config"): false,
		filepath.Join("..", "x.md"): false,
	} {
		p := place(t, false)
		text := filepath.Join(p.Root, to)
		write(t, text, "# Ours\n")
		if err := os.Symlink(to, filepath.Join(p.Root, "AGENTS.md")); err != nil {
			t.Skip(err)
		}
		steps, err := p.Install([]string{"claude"}, all())
		if (err == nil) != want {
			t.Errorf("linked to %s: %v", to, err)
		}
		if err != nil {
			continue
		}
		if err := p.Carry(steps); err != nil {
			t.Fatal(err)
		}
		Close(steps)
		got, err := os.ReadFile(text)
		if _, state := p.Status(); err != nil || state != "current" || string(got) != "# Ours\n\n"+section {
			t.Errorf("linked to %s: %s, %q, %v", to, state, got, err)
		}
		uninstall(t, p, "claude")
		info, err := os.Lstat(filepath.Join(p.Root, "AGENTS.md"))
		if got, _ := os.ReadFile(text); err != nil || info.Mode().IsRegular() || string(got) != "# Ours\n" {
			t.Errorf("%s afterwards: %q, %v", to, got, err)
		}
	}
}

// Where programs are taken back one after the other, what refers to the section goes with it, whoever
// is the last.
func TestProgramsGoOneByOne(t *testing.T) {
	p := place(t, false)
	write(t, filepath.Join(p.Root, "CLAUDE.md"), "# Me\n")
	before := tree(t, p.Root)
	install(t, p, "claude", "cursor")
	for i, name := range []string{"claude", "cursor"} {
		parts := all()
		parts.Contract = i == 1
		steps, err := p.Uninstall([]string{name}, parts)
		if err == nil {
			err = p.Carry(steps)
		}
		if err != nil {
			t.Fatal(err)
		}
		Close(steps)
	}
	if diff := cmp.Diff(before, tree(t, p.Root)); diff != "" {
		t.Error(diff)
	}
}

// A file that cannot be read stops everything before anything is written, with its place.
func TestNothingIsWritten(t *testing.T) {
	p := place(t, false)
	write(t, filepath.Join(p.Root, ".gemini", "settings.json"), "{\n  \"a\": tru\n}\n")
	before := tree(t, p.Root)
	_, err := p.Install(Names(), all())
	var wrong *Error
	if !errors.As(err, &wrong) || !strings.HasSuffix(wrong.Path, "settings.json") ||
		!strings.Contains(err.Error(), "settings.json:2:8: not valid JSON") {
		t.Errorf("%v", err)
	}
	if diff := cmp.Diff(before, tree(t, p.Root)); diff != "" {
		t.Error(diff)
	}
	write(t, filepath.Join(p.Root, ".gemini", "settings.json"), "{}")
	write(t, filepath.Join(p.Root, ".opencode", "plugins", "kb.js"), "export const mine = 1\n")
	if _, err := p.Install(Names(), all()); !errors.Is(err, mcpclient.ErrOther) {
		t.Errorf("a file of the same name: %v", err)
	}
}

// Where one file cannot be written or removed, what was done to those before it is known: it can be
// taken back byte for byte.
func TestHalfIsCarriedOut(t *testing.T) {
	for _, installed := range []bool{false, true} {
		p := place(t, false)
		write(t, filepath.Join(p.Root, ".mcp.json"), "{\"mcpServers\" : {}  }")
		before, plan := tree(t, p.Root), p.Install
		if installed {
			install(t, p, "claude")
			plan = p.Uninstall
		}
		steps, err := plan([]string{"claude"}, all())
		if err != nil || len(steps) != 3 || filepath.Base(steps[2].Path) != "AGENTS.md" {
			t.Fatalf("%+v, %v", steps, err)
		}
		_ = os.Remove(steps[2].Path)
		write(t, filepath.Join(steps[2].Path, "a folder in the way"), "")
		if err := p.Carry(steps); err == nil {
			t.Error("a folder was replaced or removed")
		}
		Close(steps)
		if err := os.RemoveAll(steps[2].Path); err != nil {
			t.Fatal(err)
		}
		if installed {
			install(t, p, "claude")
		}
		uninstall(t, p, "claude")
		if diff := cmp.Diff(before, tree(t, p.Root)); diff != "" {
			t.Errorf("installed before %v: %s", installed, diff)
		}
	}
}

// Every command that is written into a file of hooks is one that kb answers.
func TestCommandsAreAnswered(t *testing.T) {
	p := place(t, false)
	install(t, p, Names()...)
	command := regexp.MustCompile(`kb agents hook (\S+) --client (\w+)|ask\("([\w-]+)"`)
	n := 0
	for path, text := range tree(t, p.Root) {
		for _, m := range command.FindAllStringSubmatch(text, -1) {
			n++
			event, client := m[1]+m[3], m[2]
			if client == "" {
				client = "opencode"
			}
			if !slices.Contains(agenthook.Events(), agenthook.Event(event)) || !slices.Contains(agenthook.Clients(), client) {
				t.Errorf("%s: %q", path, m[0])
			}
		}
	}
	if n < 20 {
		t.Errorf("%d commands", n)
	}
}

// An older contract gives way to this one.
func TestContract(t *testing.T) {
	section, _ := contract()
	old := "# Rules\n\n<!-- kb:begin v1 -->\nOld.\n<!-- kb:end -->\nMore.\n"
	after, _, err := addContract([]byte(old))
	if err != nil || string(after) != "# Rules\n\n"+section+"More.\n" {
		t.Errorf("%v: %s", err, after)
	}
	if n, err := packing.Tokens(section); err != nil || n > 160 {
		t.Errorf("the contract has %d tokens: %v", n, err)
	}
}
