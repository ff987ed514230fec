package secret

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// gitleaks is the configuration of gitleaks v8.30.1, unchanged; its licence lies beside it.
//
//go:embed gitleaks/gitleaks.toml
var gitleaks string

// rule is one kind of secret.
type rule struct {
	ID          string      `toml:"id"`
	Regex       string      `toml:"regex"`
	SecretGroup int         `toml:"secretGroup"`
	Entropy     float64     `toml:"entropy"` // bits a character, 0 for any
	Keywords    []string    `toml:"keywords"`
	Allowlists  []allowlist `toml:"allowlists"`

	compiled func() *regexp.Regexp
}

// allowlist is what a rule takes for no secret.
type allowlist struct {
	Condition   string   `toml:"condition"`   // AND: all kinds of its tests must hold
	RegexTarget string   `toml:"regexTarget"` // match, line, else the secret
	Regexes     []string `toml:"regexes"`
	Paths       []string `toml:"paths"`
	StopWords   []string `toml:"stopwords"`

	compiled func() []*regexp.Regexp
}

// ruleSet is the rules of gitleaks (MIT licence, github.com/gitleaks/gitleaks) and those of our own.
type ruleSet struct {
	Allowlists []allowlist `toml:"allowlists"`
	Rules      []rule      `toml:"rules"`

	keywords *keywords
}

// rules reads the rules once, when they are first needed. A regular expression is compiled when a keyword of its rule occurs.
var rules = sync.OnceValue(func() *ruleSet {
	set := &ruleSet{}
	if _, err := toml.Decode(gitleaks, set); err != nil {
		panic("the rules of gitleaks cannot be read: " + err.Error()) // a test reads them
	}
	set.Rules = append(set.Rules, assignment(), variable(), connection())
	kept := set.Rules[:0]
	for _, r := range set.Rules {
		short := slices.ContainsFunc(r.Keywords, func(word string) bool { return len(word) < minKeyword })
		if r.Regex == "" || len(r.Keywords) == 0 || short || noisy(r.ID) {
			continue
		}
		r.compiled = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(r.Regex) })
		compileLists(r.Allowlists)
		kept = append(kept, r)
	}
	set.Rules, set.keywords = kept, newKeywords(kept)
	compileLists(set.Allowlists)
	return set
})

func compileLists(lists []allowlist) {
	for i := range lists {
		patterns := lists[i].Regexes
		lists[i].compiled = sync.OnceValue(func() []*regexp.Regexp {
			var out []*regexp.Regexp
			for _, p := range patterns {
				out = append(out, regexp.MustCompile(p))
			}
			return out
		})
	}
}

// noisy tells the rules that take much of ordinary prose and of its code samples for secrets.
func noisy(id string) bool {
	switch id {
	case "generic-api-key", "curl-auth-header", "curl-auth-user", "kubernetes-secret-yaml", "sourcegraph-access-token", "vault-service-token",
		"hashicorp-tf-password": // which assignment() finds as well
		return true
	}
	return false
}

// assignment is a password or key that is given a value between quotes.
func assignment() rule {
	return rule{
		ID:          "password-assignment",
		Regex:       `(?i)\b[a-z0-9_.-]{0,40}(?:password|passwd|passphrase|secret|api[_-]?key|access[_-]?token|auth[_-]?token)["']?\s{0,3}(?::|=|:=|=>)\s{0,3}["']([^"'\s]{8,128})["']`,
		SecretGroup: 1,
		Entropy:     2.7,
		Keywords:    []string{"password", "passwd", "passphrase", "secret", "api_key", "api-key", "apikey", "access_token", "access-token", "accesstoken", "auth_token", "auth-token", "authtoken"},
	}
}

// variable is the same in a file of environment variables, without quotes and alone on its line.
func variable() rule {
	return rule{
		ID:          "environment-secret",
		Regex:       `(?m)^[ \t>$]{0,8}(?:export |set |ENV )?[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|SECRET_KEY|API_?KEY|ACCESS_KEY|TOKEN)=([^\s"'#;,()\[\]]{10,128})[ \t\r]*$`,
		SecretGroup: 1,
		Entropy:     3,
		Keywords:    []string{"password=", "passwd=", "passphrase=", "secret=", "key=", "token="},
	}
}

// connection is the password in the address of a database or a queue.
func connection() rule {
	return rule{
		ID:          "connection-password",
		Regex:       `(?i)\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver)://[^\s:/@"'<>]{0,64}:([^\s:/@"'<>]{8,128})@[a-z0-9.\[-]`,
		SecretGroup: 1,
		Entropy:     2.7,
		Keywords:    []string{"postgres://", "postgresql://", "mysql://", "mariadb://", "mongodb://", "mongodb+srv://", "redis://", "rediss://", "amqp://", "amqps://", "mssql://", "sqlserver://"},
	}
}

// placeholder tells a value that stands for a secret and is none.
func placeholder(secret string) bool {
	if secret == "" {
		return true
	}
	low := strings.ToLower(secret)
	for _, word := range []string{"example", "changeme", "change-me", "change_me", "your", "xxx", "***", "...", "…", "placeholder", "dummy", "sample", "redacted", "todo",
		"password", "passwd", "secret", "token", "test", "foo", "bar", "1234567", "abcdef", "${", "{{", "$(", "<", ">", "process.env", "os.environ"} {
		if strings.Contains(low, word) {
			return true
		}
	}
	return strings.Count(low, low[:1]) == len(low) || strings.HasPrefix(low, "$") || strings.HasPrefix(low, "%")
}
