package userconfig

import (
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/model/remote"
)

// Every key of the file is taken as it is written.
func TestLoadEverySetting(t *testing.T) {
	c := mustLoad(t, `version: 1
mcp: {token_env: MY_TOKEN}
ask: {iterations: 100, calls: 1000, at_once: 50, time: 100ms, max_cost: 100}
org:
  url: https://notes.example.org
  index: handbook
  user: me
  ca: /etc/ca.pem
  model: id
  password_env: MY_PASSWORD
  groups: [all, makers]
  readers: [everybody]
  candidates: 50
  shards: 2
  timeout: 10m
models:
  embed: {provider: lsa, list_share: 0, rerank_share: 1}
  rerank: {provider: cohere, model: rerank-v3.5, price_in: 0, query_prefix: q, document_prefix: d}
  chat: {provider: anthropic, model: claude-haiku-4-5, price_out: 10000, max_tokens: 512}
`)
	if d := cmp.Diff(Ask{Iterations: 100, Calls: 1000, AtOnce: 50, Time: 100 * time.Millisecond, MaxCost: 100}, c.Ask); d != "" {
		t.Error(d)
	}
	org := Org{URL: "https://notes.example.org", Index: "handbook", User: "me", CA: "/etc/ca.pem", Model: "id", PasswordEnv: "MY_PASSWORD",
		PasswordUnset: "MY_PASSWORD", Groups: []string{"all", "makers"}, Readers: []string{"everybody"}, Candidates: 50, Shards: 2,
		Timeout: 10 * time.Minute}
	if d := cmp.Diff(org, c.Org, cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
	if s := c.Shares(); s.List != 0 || s.First != 1 || c.TokenEnv != "MY_TOKEN" {
		t.Errorf("shares %+v, token in %s", s, c.TokenEnv)
	}
	chat := Model{Provider: "anthropic", Model: "claude-haiku-4-5", MaxTokens: 512, Price: remote.Price{Out: 10000, Known: true}}
	if d := cmp.Diff(chat, c.Models.Chat); d != "" {
		t.Error(d)
	}
	anew := Model{Provider: "cohere", Model: "rerank-v3.5", QueryPrefix: "q", DocumentPrefix: "d", Price: remote.Price{Known: true}}
	if d := cmp.Diff(anew, c.Models.Rerank); d != "" {
		t.Error(d)
	}
	if s := mustLoad(t, "").Shares(); s.List != .2 || s.First != .5 {
		t.Errorf("where none are set: %+v", s)
	}
}

// What is beside the range of a setting is refused, to the last digit.
func TestRanges(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"models: {embed: {provider: lsa, list_share: 1.01}}", "expected a number from 0 to 1"},
		{"models: {embed: {provider: lsa, list_share: -0.1}}", "expected a number from 0 to 1"},
		{"models: {embed: {provider: lsa, rerank_share: NaN}}", "expected a number from 0 to 1"},
		{"models: {embed: {provider: lsa, list_share: much}}", "expected a number from 0 to 1"},
		{"models: {chat: {provider: ollama, price_in: 10001}}", "expected dollars for a million tokens"},
		{"models: {chat: {provider: ollama, price_out: -1}}", "expected dollars for a million tokens"},
		{"ask: {max_cost: 0}", "expected dollars above 0, at most 100"},
		{"ask: {max_cost: 100.5}", "expected dollars above 0, at most 100"},
		{"ask: {max_cost: NaN}", "expected dollars above 0, at most 100"},
		{"ask: {iterations: 101}", "expected a number from 1 to 100"},
		{"ask: {time: 99ms}", "expected a time from 100ms to 10m"},
		{"ask: {time: 10m1ms}", "expected a time from 100ms to 10m"},
		{"ask: {calls: [1]}", "calls: expected a single value"},
		{"embeddings: {provider: lsa, batch: 513}", "expected a number from 1 to 512"},
		{"mcp: {token_env: [x]}", "token_env: expected the name of a variable, such as KB_MCP_TOKEN, and not a token"},
		{"mcp: {token_env: null}", "token_env: expected the name of a variable"},
		{"mcp: {token_env: 9LIVES}", "token_env: expected the name of a variable"},
		{"org: {groups: all}", "groups: expected a list of at most"},
		{"org: {groups: ['']}", "groups: expected 1 to 1000 bytes of text"},
		{"bases: [{path: /n, scope: mine}]", `scope: "mine": expected personal, project, team or organization`},
		{"bases: [{name: x, path: /n}]", "expected 2 to 40 small letters"},
		{"bases: [{name: " + strings.Repeat("x", 41) + ", path: /n}]", "expected 2 to 40 small letters"},
		{"bases: [{name: -x-, path: /n}]", "expected 2 to 40 small letters"},
		{"bases: [{name: here, path: /n}]", "what kb calls the repository that you are in"},
		{"bases: [{name: mailto, path: /n}]", "addresses begin like that"},
		{"bases: [{name: ab, path: /n}, {name: ab, path: /m}]", "two bases are called ab"},
		{"bases: [{name: ab, path: n}]", "expected one that begins at the root"},
		{"bases: [{name: ab}]", "a base without path"},
		{"bases: [{path: /notes, scope: team, consent: true}]", "a base of scope team needs none"},
		{"bases: [{path: /n, consent: 1}]", "expected true or false"},
		{"bases: [" + strings.Repeat("{path: /n},", 101) + "]", "bases: expected at most 100"},
		{"version: [1]", "version: expected 1"},
		{"embeddings: {provider: lsa, model: " + strings.Repeat("x", 1001) + "}", "model: expected 1 to 1000 bytes"},
	} {
		if _, err := load(t, c.text, "HOME", "/h"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.90s: %v, want %s", c.text, err, c.want)
		}
	}
	for _, text := range []string{
		"models: {chat: {provider: ollama, price_in: 10000}}", "ask: {time: 10m, max_cost: 0.01}", "mcp: {token_env: _T09azAZ}",
		"bases: [{name: ab, path: /n}, {name: " + strings.Repeat("x", 40) + ", path: /m}]", "org: null", "agents: null", "bases: null",
		"ask:\nmcp:\nmodels:\n", "embeddings: {provider: lsa, model: " + strings.Repeat("x", 1000) + "}",
	} {
		if _, err := load(t, text, "HOME", "/h"); err != nil {
			t.Errorf("%.90s: %v", text, err)
		}
	}
}

// A base without a name is called like its folder; ~ and variables in a path stand for what they say.
func TestBasesOfTheFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the paths of this table are absolute on Unix only")
	}
	c := mustLoad(t, `bases:
  - {path: "~/My Notes!", scope: personal, consent: true}
  - {name: work, path: "${WORK}/kb/../base", scope: team}
  - {name: home, path: "$HOME"}
  - {name: diary, path: "~", scope: personal}
`, "HOME", "/h", "WORK", "/srv")
	want := []Base{{Name: "my-notes", Path: "/h/My Notes!", Scope: "personal", Consent: true},
		{Name: "work", Path: "/srv/base", Scope: "team"},
		{Name: "home", Path: "/h", Scope: "project"}, {Name: "diary", Path: "/h", Scope: "personal"}}
	if d := cmp.Diff(want, c.Known(), cmpopts.IgnoreUnexported(Base{})); d != "" {
		t.Error(d)
	}
	for i, readable := range []bool{true, true, true, false} {
		if got := c.Bases[i].Readable(); got != readable {
			t.Errorf("%s is readable: %v", c.Bases[i].Name, got)
		}
	}
	c = mustLoad(t, `bases: [{name: mine, path: "~/$WHAT"}]`, "HOME", "/h/$ann", "WHAT", "notes")
	if got := c.Bases[0].Path; got != "/h/$ann/notes" {
		t.Errorf("below a home with a dollar sign: %s", got)
	}
	if (*Config)(nil).Known() != nil {
		t.Error("a configuration that was not loaded names a base")
	}
}

// Models on the disk are where the system keeps data of programs.
func TestFolderOfModels(t *testing.T) {
	for _, c := range []struct {
		system string
		env    []string
		want   string
	}{
		{"linux", nil, ""},
		{"linux", []string{"HOME", "/h"}, "/h/.local/share/kb/models"},
		{"linux", []string{"HOME", "/h", "XDG_DATA_HOME", "/x"}, "/x/kb/models"},
		{"linux", []string{"HOME", "/h", "XDG_DATA_HOME", "x"}, "/h/.local/share/kb/models"},
		{"linux", []string{"LocalAppData", "/l"}, ""},
		{"darwin", []string{"HOME", "/h"}, "/h/Library/Application Support/kb/models"},
		{"darwin", nil, ""},
		{"windows", []string{"USERPROFILE", "/u", "LocalAppData", "/l"}, "/l/kb/models"},
		{"windows", []string{"USERPROFILE", "/u", "HOME", "/h"}, "/u/.local/share/kb/models"},
	} {
		if got := filepath.ToSlash(modelDir(c.system, environ(c.env...))); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.system, c.env, got, c.want)
		}
	}
	if (&Config{}).ModelDir() != "" {
		t.Error("a configuration that was not loaded has a folder of models")
	}
}

// The folders of other systems count on those alone.
func TestPlacesOfOtherSystems(t *testing.T) {
	for system, n := range map[string]int{"linux": 0, "darwin": 0, "windows": 1} {
		if got := places(system, environ("AppData", "/r")); len(got) != n {
			t.Errorf("%s: %q", system, got)
		}
	}
	if got := places("windows", environ("HOME", "/h")); len(got) != 1 || filepath.ToSlash(got[0]) != "/h/.config/kb/config.yaml" {
		t.Errorf("%q", got)
	}
}

// A token is expected in the variable that is named, and is long enough not to be guessed.
func TestToken(t *testing.T) {
	long := strings.Repeat("x", leastToken)
	for _, c := range []struct {
		text string
		env  []string
		want string
		err  string
	}{
		{"", []string{"KB_MCP_TOKEN", long}, long, ""},
		{"mcp: {token_env: MINE}", []string{"KB_MCP_TOKEN", "x", "MINE", long}, long, ""},
		{"", nil, "", "KB_MCP_TOKEN is not set"},
		{"mcp: {token_env: MINE}", []string{"KB_MCP_TOKEN", long}, "", "MINE is not set"},
		{"", []string{"KB_MCP_TOKEN", long[1:]}, "", "KB_MCP_TOKEN has fewer than"},
	} {
		got, err := mustLoad(t, c.text, c.env...).Token()
		if got != c.want || errors.Is(err, errNoToken) != (c.err != "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q %q: %q, %v", c.text, c.env, got, err)
		}
	}
}

// A model on the disk is opened by its id; what hinders it is said with the place of the setting.
func TestModelOnTheDisk(t *testing.T) {
	broken := errors.New("no weights")
	open := func(id string) (model.Embedder, error) {
		if id == "broken" {
			return nil, broken
		}
		return nil, nil
	}
	for _, c := range []struct {
		text string
		use  model.Use
		want string
	}{
		{"models: {embed: {provider: local}}", model.Use{Local: open},
			"no model: expected the name of one, such as the id that kb model add printed"},
		{"models: {embed: {provider: local, model: good}}", model.Use{}, "provider local: no model is read from the disk here"},
		{"models: {embed: {provider: local, model: broken}}", model.Use{Local: open}, "config.yaml:1:17: models.embed: no weights"},
		{"models: {embed: {provider: local, model: good}}", model.Use{Local: open}, ""},
	} {
		e, nothing, err := mustLoad(t, c.text).Embedder(c.use)
		if e != nil || nothing || (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v", c.text, nothing, err)
		}
	}
}

// Each provider has an example of a model's name, and is asked only when it is named.
func TestExamplesOfModels(t *testing.T) {
	for _, c := range []struct{ role, provider, want string }{
		{"chat", "openai", "gpt-5-mini"}, {"embed", "openai", "text-embedding-3-small"}, {"chat", "ollama", "llama3.2"},
		{"embed", "ollama", "nomic-embed-text"}, {"chat", "anthropic", "claude-haiku-4-5"}, {"rerank", "cohere", "rerank-v3.5"},
	} {
		config := mustLoad(t, "models: {"+c.role+": {provider: "+c.provider+"}}")
		var err error
		switch c.role {
		case "chat":
			_, err = config.Chat(model.Use{})
		case "rerank":
			_, err = config.Reranker(model.Use{})
		default:
			_, _, err = config.Embedder(model.Use{})
		}
		if err == nil || !strings.HasSuffix(err.Error(), "models."+c.role+": no model: expected the name of one, such as "+c.want) {
			t.Errorf("%s of %s: %v", c.role, c.provider, err)
		}
	}
	none := mustLoad(t, "")
	chat, err := none.Chat(model.Use{})
	again, wrong := none.Reranker(model.Use{})
	if chat != nil || again != nil || err != nil || wrong != nil {
		t.Errorf("nobody is named: %v, %v, %v, %v", chat, err, again, wrong)
	}
}

// A model that cannot be opened is blamed where it was named: in the file at its section, else the variable.
func TestWhereAModelIsNamed(t *testing.T) {
	for _, c := range []struct {
		text string
		env  []string
		want string
	}{
		{"version: 1\nmodels:\n  embed:\n    provider: openai\n", nil, "config.yaml:4:5: models.embed: no model"},
		{"models:\n  embed: {provider: openai, model: m, url: example.org}\n", nil, "config.yaml:2:10: models.embed: openai: the address"},
		{"embeddings: {provider: local, model: gone}\n", nil, "config.yaml:1:13: models.embed: not there"},
		{"version: 1\n", []string{"KB_EMBED_PROVIDER", "openai"}, "KB_EMBED_PROVIDER: models.embed: no model"},
		{"version: 1\n", []string{"KB_EMBED_PROVIDER", "local", "KB_EMBED_MODEL", "m"}, "KB_EMBED_PROVIDER: models.embed: not there"},
		{"embeddings: {provider: lsa}\n", []string{"KB_EMBED_PROVIDER", "ollama"}, "KB_EMBED_PROVIDER: models.embed: no model"},
	} {
		use := model.Use{Local: func(string) (model.Embedder, error) { return nil, errors.New("not there") }}
		_, _, err := mustLoad(t, c.text, c.env...).Embedder(use)
		if err == nil || !strings.Contains(err.Error(), c.want) || (c.env != nil) != strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q, %v: %v, want %s", c.text, c.env, err, c.want)
		}
	}
}

// What a request costs is known of Ollama, and of a model whose price is said.
func TestPriced(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "models: {chat: {provider: ollama}}": true, "models: {chat: {provider: openai}}": false,
		"models: {chat: {provider: none}}":                false,
		"models: {chat: {provider: openai, price_in: 1}}": true, "models: {chat: {provider: openai, price_out: 1}}": true,
	} {
		if got := mustLoad(t, text).Priced(model.RoleChat); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if got := mustLoad(t, "models: {chat: {provider: openai, key_env: K}}", "K", "x", "KB_OFFLINE", "1").Server(model.RoleChat); got !=
		"openai at https://api.openai.com, not called: KB_OFFLINE is set" {
		t.Error(got)
	}
}

// Another cluster than the file's gets none of the credentials that the file names.
func TestEnvironmentOfTheCluster(t *testing.T) {
	const file = "org: {url: 'https://a.example.org', user: me, password_env: MINE, ca: /ca, groups: [x]}"
	for _, c := range []struct {
		env  []string
		want Org
	}{
		{[]string{"MINE", "pw"},
			Org{URL: "https://a.example.org", User: "me", PasswordEnv: "MINE", Password: "pw", CA: "/ca", Groups: []string{"x"}}},
		{[]string{"MINE", "pw", "KB_ORG_URL", "https://a.example.org"},
			Org{URL: "https://a.example.org", User: "me", PasswordEnv: "MINE", Password: "pw", CA: "/ca", Groups: []string{"x"}}},
		{[]string{"MINE", "pw", "KB_ORG_URL", "https://b.example.org", "KB_ORG_PASSWORD", "other"},
			Org{URL: "https://b.example.org", Password: "other", Groups: []string{"x"}}},
		{[]string{"KB_ORG_GROUPS", " y, z,, ", "KB_ORG_READERS", "r", "KB_ORG_USER", "u", "KB_ORG_INDEX", "i"},
			Org{URL: "https://a.example.org", User: "u", PasswordEnv: "MINE", PasswordUnset: "MINE", CA: "/ca", Index: "i",
				Groups: []string{"y", "z"}, Readers: []string{"r"}}},
	} {
		if d := cmp.Diff(c.want, mustLoad(t, file, c.env...).Org, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%q: %s", c.env, d)
		}
	}
	if o := mustLoad(t, "org: {url: 'https://a', token_env: T}").Org; o.PasswordUnset != "T" {
		t.Errorf("a token that is not set: %+v", o)
	}
	if o := mustLoad(t, "org: {url: 'https://a', token_env: T}", "T", "t").Org; o.PasswordUnset != "" || o.Token != "t" {
		t.Errorf("a token: %+v", o)
	}
}

// A list of stores is written only where no other byte has to change.
func TestFormsThatStoresAreNotWrittenInto(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "agents:\n  stores: [a]\n",
		"null\n":                          "null\nagents:\n  stores: [a]\n",
		"{version: 1}\n":                  "",
		"[a]\n":                           "",
		"a: [\n":                          "",
		"agents: x\n":                     "",
		"agents:\n  stores:\n    - b\n":   "",
		"agents:\n  stores: [b,\n   c]\n": "",
		"agents:\n  stores: &l [b]\n":     "",
		"version: 1\n":                    "version: 1\nagents:\n  stores: [a]\n",
	} {
		got, ok := withStores([]byte(text), "[a]")
		if ok != (want != "") || ok && string(got) != want {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
	if _, err := AllowStores(environ(), []string{"claude"}); err == nil || !strings.Contains(err.Error(), "HOME is not set") {
		t.Errorf("without a home: %v", err)
	}
	if got := list(" a, ,b"); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("%q", got)
	}
}
