package userconfig

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/9aea2451/kb/model"
)

// environ is an environment of the given NAME, VALUE pairs.
func environ(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

// written makes a configuration file, and returns the folder for XDG_CONFIG_HOME and the file's path.
func written(t *testing.T, text string) (folder, path string) {
	t.Helper()
	folder = t.TempDir()
	path = filepath.Join(folder, "kb", "config.yaml")
	if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return folder, path
}

func load(t *testing.T, text string, env ...string) (*Config, error) {
	t.Helper()
	folder, _ := written(t, text)
	return Load(environ(append([]string{"XDG_CONFIG_HOME", folder}, env...)...))
}

func mustLoad(t *testing.T, text string, env ...string) *Config {
	t.Helper()
	c, err := load(t, text, env...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestLoadNothing(t *testing.T) {
	for _, env := range [][]string{nil, {"XDG_CONFIG_HOME", t.TempDir()},
		{"OPENAI_API_KEY", "sk-1", "OPENAI_BASE_URL", "http://localhost:1/v1", "OLLAMA_HOST", "localhost"},
		{"KB_EMBED_MODEL", "toy", "KB_EMBED_URL", "http://localhost:1"}} {
		c, err := Load(environ(env...))
		if err != nil {
			t.Fatal(err)
		}
		if p, none, err := c.Embedder(model.Use{}); p != nil || none || err != nil || c.Path != "" || c.Server(model.RoleEmbed) != "" {
			t.Errorf("%v: %v, %v, %v: nobody chose a provider", env, p, none, err)
		}
	}
}

func TestLoadFile(t *testing.T) {
	got := mustLoad(t, `# mine
version: 1
embeddings:
  provider: openai
  model: toy
  url: http://localhost:1234/v1
  key_env: MY_KEY
  dimensions: 256
  batch: 8
  timeout: 1m30s
  query_prefix: "query: "
  document_prefix: "passage: "
`).Models.Embed
	want := Model{Provider: "openai", Model: "toy", URL: "http://localhost:1234/v1", KeyEnv: "MY_KEY", Dimensions: 256, Batch: 8,
		Timeout: 90 * time.Second, QueryPrefix: "query: ", DocumentPrefix: "passage: "}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestLoadEmptyFiles(t *testing.T) {
	for _, text := range []string{"", "# only a comment\n", "---\n", "embeddings:\n", "embeddings: {}\n", "null\n"} {
		c, err := load(t, text)
		if err != nil || c.Models.Embed != (Model{}) {
			t.Errorf("%q: %+v, %v", text, c, err)
		}
	}
}

func TestAgents(t *testing.T) {
	unsaid := Agents{Model: "none", RetainDays: 30, Redact: []string{"emails", "home"}}
	if diff := cmp.Diff(unsaid, mustLoad(t, "").Agents); diff != "" {
		t.Errorf("nothing is said: %s", diff)
	}
	c := mustLoad(t, "agents:\n  stores: [claude, cursor, claude]\n  model: ollama\n  retain_days: 7\n  redact: []\n")
	if diff := cmp.Diff(Agents{Stores: []string{"claude", "cursor"}, Model: "ollama", RetainDays: 7, Redact: []string{}},
		c.Agents); diff != "" {
		t.Error(diff)
	}
}

func TestLoadMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"embedings: {}", `1:1: unknown key "embedings": expected agents, ask, bases, embeddings, mcp, models, org or version`},
		{"agents: {stores: [claud]}", `1:19: stores: "claud": expected specstory, claude`},
		{"agents: {stores: all}", "1:18: stores: expected a list"},
		{"agents: {retain_days: -1}", "1:23: retain_days"},
		{"agents: {model: gpt}", `1:17: model: "gpt": expected none, openai, ollama or anthropic`},
		{"agents: {redact: [names]}", `1:19: redact: "names": expected emails or home`},
		{"embeddings:\n  provider: openia\n", `2:13: provider: "openia": expected lsa, local, openai, ollama or none`},
		{"embeddings:\n  provider: lsa\n  modell: x\n", `3:3: unknown key "modell": expected provider, model`},
		{"embeddings:\n  model: x\n", "2:3: embed: no provider: expected lsa"},
		{"embeddings: lsa", "1:13: expected keys and values"},
		{"embeddings: [lsa]", "1:13: expected keys and values"},
		{"- a", "1:1: expected keys and values"},
		{"embeddings: {provider: [lsa]}", "1:24: provider: expected a single value"},
		{"embeddings: {provider: lsa, batch: many}", `1:36: batch: "many": expected a number from 1 to 512`},
		{"embeddings: {provider: lsa, batch: 0}", "expected a number from 1"},
		{"embeddings: {provider: lsa, dimensions: 99999}", "expected a number from 1 to 4096"},
		{"embeddings: {provider: lsa, timeout: 30}", `timeout: "30": expected a time from 100ms to 10m`},
		{"embeddings: {provider: lsa, timeout: 3h}", "expected a time"},
		{"embeddings: {provider: lsa, model: ''}", "model: expected 1 to 1000 bytes"},
		{"embeddings: {provider: lsa, model: null}", "model: expected a single value"},
		{"embeddings: {provider: lsa, provider: lsa}", "provider is set twice"},
		{"embeddings: {provider: lsa, key_env: sk-secret-1}", "key_env: expected the name of a variable"},
		{"embeddings: {provider: lsa}\n---\na: b\n", "2:1: a second document"},
		{"models: {embed: {provider: lsa}}\nembeddings: {provider: none}", "2:13: models.embed is set twice"},
		{"models: {speak: {provider: openai}}", `1:10: unknown key "speak": expected embed, rerank or chat`},
		{"models: {chat: {provider: cohere}}", `provider: "cohere": expected openai, ollama, anthropic or none`},
		{"models: {chat: {provider: ollama, dimensions: 3}}", `unknown key "dimensions"`},
		{"models: {chat: {provider: ollama, price_in: NaN}}", `price_in: "NaN": expected dollars`},
		{"models: {rerank: {provider: anthropic}}", "expected cohere, ollama or none"},
		{"mcp: {foo: 1}", `1:7: unknown key "foo": expected token_env`},
		{"bases: [{path: ~/notes}]", `1:16: path: "~/notes": HOME is not set`},
		{"bases: [{path: ~}]", `path: "~": HOME is not set`},
		{"bases: [{path: $WORK/notes}]", `1:16: path: "$WORK/notes": WORK is not set`},
		{"bases: [{path: '/srv/${WORK}/notes'}]", `path: "/srv/${WORK}/notes": WORK is not set`},
		{"version: 2", "version: expected 1"},
		{"org: {url: ~}", "1:12: url: expected a value"},
		{"org: {index: &i kb, user: *i}", "1:27: user: expected 1 to 1000 bytes of text"},
		{"version: 1\nagents:\n  stores: [claude]\n   model: none\n", "4:4: not valid YAML"},
		{"a: &a [x]\nb: *a\n", `unknown key "a"`},
		{"embeddings:\n\tprovider: lsa\n", "2:1: not valid YAML"},
		{"embeddings: {provider: *nobody}", "not valid YAML"},
	} {
		_, err := load(t, c.text)
		var wrong *Error
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), c.want) || !strings.HasSuffix(wrong.Path, "config.yaml") {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		} else if strings.Contains(err.Error(), "sk-secret-1") {
			t.Errorf("%q: the error tells a key: %v", c.text, err)
		}
	}
}

func TestMistakesNameWhatIsAllowed(t *testing.T) {
	_, err := load(t, "embeddings: {provider: olama}")
	var wrong *Error
	if !errors.As(err, &wrong) || wrong.Given != "olama" || !slices.Equal(wrong.Allowed, providers(model.RoleEmbed)) {
		t.Errorf("%#v", err)
	}
}

func TestLoadRefusesStrangeFiles(t *testing.T) {
	folder, path := written(t, "# "+strings.Repeat("x", maxFile))
	if _, err := Load(environ("XDG_CONFIG_HOME", folder)); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("large file: %v", err)
	}
	if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o777)); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(environ("XDG_CONFIG_HOME", folder)); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("folder: %v", err)
	}
}

func TestPlaces(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the paths of this table are absolute on Unix only")
	}
	for _, c := range []struct {
		system string
		env    []string
		want   []string
	}{
		{"linux", nil, nil},
		{"linux", []string{"HOME", "/h"}, []string{"/h/.config/kb/config.yaml"}},
		{"linux", []string{"HOME", "/h", "XDG_CONFIG_HOME", "/x"}, []string{"/x/kb/config.yaml"}},
		{"linux", []string{"HOME", "/h", "XDG_CONFIG_HOME", "relative"}, []string{"/h/.config/kb/config.yaml"}},
		{"darwin", []string{"HOME", "/h"}, []string{"/h/.config/kb/config.yaml", "/h/Library/Application Support/kb/config.yaml"}},
		{"windows", []string{"USERPROFILE", "/u", "AppData", "/u/roaming"},
			[]string{"/u/.config/kb/config.yaml", "/u/roaming/kb/config.yaml"}},
	} {
		if d := cmp.Diff(c.want, places(c.system, environ(c.env...)), cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s %v: %s", c.system, c.env, d)
		}
	}
}

func TestEnvironmentReplacesSettings(t *testing.T) {
	file := "embeddings: {provider: openai, model: toy, url: 'http://localhost:1/v1', key_env: MY_KEY, batch: 8}"
	for _, c := range []struct {
		env  []string
		want Model
	}{
		{nil, Model{Provider: "openai", Model: "toy", URL: "http://localhost:1/v1", KeyEnv: "MY_KEY", Batch: 8}},
		{[]string{"KB_EMBED_MODEL", "other"}, Model{Provider: "openai", Model: "other", URL: "http://localhost:1/v1", KeyEnv: "MY_KEY",
			Batch: 8}},
		{[]string{"KB_EMBED_PROVIDER", "openai"},
			Model{Provider: "openai", Model: "toy", URL: "http://localhost:1/v1", KeyEnv: "MY_KEY", Batch: 8}},
		{[]string{"KB_EMBED_PROVIDER", "ollama", "KB_EMBED_MODEL", "m"}, Model{Provider: "ollama", Model: "m", Batch: 8}},
		{[]string{"KB_EMBED_URL", "http://localhost:2/v1"},
			Model{Provider: "openai", Model: "toy", URL: "http://localhost:2/v1", Batch: 8}},
		{[]string{"KB_EMBED_PROVIDER", "none"}, Model{Provider: "none", Batch: 8}},
	} {
		if d := cmp.Diff(c.want, mustLoad(t, file, c.env...).Models.Embed); d != "" {
			t.Errorf("%v: %s", c.env, d)
		}
	}
	for _, env := range [][]string{{"KB_EMBED_PROVIDER", "acme"}, {"KB_OFFLINE", "perhaps"}} {
		if _, err := load(t, file, env...); err == nil || !strings.HasPrefix(err.Error(), env[0]+": ") {
			t.Errorf("%v: %v", env, err)
		}
	}
}

func TestEmbedder(t *testing.T) {
	for _, c := range []struct {
		text  string
		model string
		none  bool
	}{
		{"embeddings: {provider: lsa}", "", false},
		{"embeddings: {provider: none}", "", true},
		{"embeddings: {provider: openai, model: toy}", "openai/toy", false},
		{"embeddings: {provider: ollama, model: toy, dimensions: 8}", "ollama/toy/8", false},
	} {
		p, none, err := mustLoad(t, c.text).Embedder(model.Use{})
		name := ""
		if p != nil {
			name = p.Model()
		}
		if err != nil || none != c.none || name != c.model {
			t.Errorf("%s: %q, %v, %v", c.text, name, none, err)
		}
	}
	if _, _, err := mustLoad(t, "embeddings: {provider: ollama}").Embedder(model.Use{}); err == nil ||
		!strings.Contains(err.Error(), "such as nomic-embed-text") {
		t.Errorf("no model: %v", err)
	}
	for _, text := range []string{"embeddings: {provider: openai}", "embeddings: {provider: ollama, model: x, url: 'ftp://h'}"} {
		if p, _, err := mustLoad(t, text).Embedder(model.Use{}); err == nil || p != nil {
			t.Errorf("%s: %v", text, p)
		}
	}
}

// A key goes only where it was meant to go.
func TestKeys(t *testing.T) {
	keys := []string{"OPENAI_API_KEY", "sk-openai", "MY_KEY", "sk-mine"}
	for _, c := range []struct {
		settings string
		env      []string
		key, url string
	}{
		{"provider: openai", nil, "sk-openai", ""},
		{"provider: openai, url: 'https://api.openai.com/v1'", nil, "sk-openai", "https://api.openai.com/v1"},
		{"provider: openai, url: 'http://api.openai.com/v1'", nil, "", "http://api.openai.com/v1"},
		{"provider: openai, url: 'http://localhost:1/v1'", nil, "", "http://localhost:1/v1"},
		{"provider: openai, url: 'http://localhost:1/v1', key_env: MY_KEY", nil, "sk-mine", "http://localhost:1/v1"},
		{"provider: openai", []string{"OPENAI_BASE_URL", "http://localhost:2/v1"}, "sk-openai", "http://localhost:2/v1"},
		{"provider: openai, key_env: MY_KEY", []string{"KB_EMBED_URL", "http://localhost:3/v1"}, "", "http://localhost:3/v1"},
		{"provider: ollama", []string{"OLLAMA_HOST", "box:1"}, "", "box:1"},
		{"provider: ollama, url: 'other:1'", []string{"OLLAMA_HOST", "box:1"}, "", "other:1"},
		{"provider: ollama, key_env: MY_KEY", nil, "sk-mine", ""},
	} {
		r, remote := mustLoad(t, "embeddings: {model: toy, "+c.settings+"}", append(keys, c.env...)...).endpoint(model.RoleEmbed)
		if !remote || r.Key != c.key || r.URL != c.url || r.Refuse != "" {
			t.Errorf("%s %v: key %q to %q, %s", c.settings, c.env, r.Key, r.URL, r.Refuse)
		}
	}
}

func TestServersThatAreNotCalled(t *testing.T) {
	for _, c := range []struct {
		settings string
		env      []string
		want     string
	}{
		{"provider: openai", nil, "openai at https://api.openai.com, not called: OPENAI_API_KEY is not set"},
		{"provider: openai, key_env: MY_KEY, url: 'http://localhost:1/v1'", nil,
			"openai at http://localhost:1, not called: MY_KEY is not set"},
		{"provider: openai, url: 'http://localhost:1/v1'", nil, "openai at http://localhost:1"},
		{"provider: ollama", nil, "ollama at http://127.0.0.1:11434"},
		{"provider: ollama", []string{"KB_OFFLINE", "1"}, "ollama at http://127.0.0.1:11434, not called: KB_OFFLINE is set"},
		{"provider: ollama", []string{"KB_OFFLINE", "0"}, "ollama at http://127.0.0.1:11434"},
		{"provider: lsa", []string{"KB_OFFLINE", "1"}, ""},
	} {
		if got := mustLoad(t, "embeddings: {model: toy, "+c.settings+"}", c.env...).Server(model.RoleEmbed); got != c.want {
			t.Errorf("%s %v: %q, want %q", c.settings, c.env, got, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("embeddings:\n  provider: openai\n  model: toy\n  timeout: 30s\n"))
	f.Add([]byte("a: &a [*a]\n--- x\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > maxFile {
			return
		}
		c := &Config{Path: "config.yaml", getenv: environ()}
		var wrong *Error
		if err := c.parse(text); err != nil && (!errors.As(err, &wrong) || wrong.Line < 1 || wrong.Col < 1) {
			t.Errorf("%q: an error without a place: %v", text, err)
		}
		c.Server(model.RoleEmbed)
	})
}
