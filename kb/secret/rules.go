package secret

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
	"sync"
)

// gitleaks is what is used of the configuration of gitleaks v8.30.1, which lies beside it with its licence: to read
// that would cost a commit six milliseconds. After a change of it: go test ./kb/secret -update.
//
//go:embed gitleaks/rules.json
var gitleaks []byte

// rule is one kind of secret.
type rule struct {
	ID          string      `toml:"id" json:"id,omitzero"`
	Regex       string      `toml:"regex" json:"regex,omitzero"`
	SecretGroup int         `toml:"secretGroup" json:"secretGroup,omitzero"`
	Entropy     float64     `toml:"entropy" json:"entropy,omitzero"` // bits a character, 0 for any
	Keywords    []string    `toml:"keywords" json:"keywords,omitzero"`
	Allowlists  []allowlist `toml:"allowlists" json:"allowlists,omitzero"`
	Near        int         `toml:"-" json:"near,omitzero"` // of the text behind a keyword that the rule sees, in bytes; 0 for after
	Check       string      `toml:"-" json:"check,omitzero"`

	own      bool                      // not of gitleaks: the name or the place is all that says secret
	check    func(value string) bool   // whether the value is a secret; plain where nothing else is said
	find     func(part []byte) [][]int // the places of values, as of regexp.FindAllSubmatchIndex, in the place of Regex
	compiled func() *regexp.Regexp
}

// allowlist is what a rule takes for no secret.
type allowlist struct {
	Condition   string   `toml:"condition" json:"condition,omitzero"`     // AND: all kinds of its tests must hold
	RegexTarget string   `toml:"regexTarget" json:"regexTarget,omitzero"` // match, line, else the secret
	Regexes     []string `toml:"regexes" json:"regexes,omitzero"`
	Paths       []string `toml:"paths" json:"paths,omitzero"`
	StopWords   []string `toml:"stopwords" json:"stopwords,omitzero"`

	compiled func() []*regexp.Regexp
}

// ruleSet is the rules of gitleaks (MIT licence, github.com/gitleaks/gitleaks) and those of our own.
type ruleSet struct {
	Allowlist allowlist `toml:"allowlist" json:"allowlist,omitzero"`
	Rules     []rule    `toml:"rules" json:"rules,omitzero"`

	allowlists []allowlist // for all rules
	keywords   *keywords
}

// rules reads the rules once, when they are first needed. A regular expression is compiled when a
// keyword of its rule occurs.
var rules = sync.OnceValue(func() *ruleSet {
	set := &ruleSet{}
	if err := json.Unmarshal(gitleaks, set); err != nil {
		panic("the rules of gitleaks cannot be read: " + err.Error()) // a test reads them
	}
	set.Rules = append(set.Rules, own()...)
	kept := set.Rules[:0]
	for _, r := range set.Rules {
		short := slices.ContainsFunc(r.Keywords, func(word string) bool { return len(word) < minKeyword })
		if r.Regex == "" && r.find == nil || len(r.Keywords) == 0 || short || noisy(r.ID) {
			continue
		}
		switch {
		case r.ID == privateKey:
			r.check = block
		case r.check == nil:
			r.check = plain
		}
		r.compiled = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(r.Regex) })
		if r.find == nil {
			r.find = func(part []byte) [][]int { return r.compiled().FindAllSubmatchIndex(part, maxMatches) }
		}
		compileLists(r.Allowlists)
		kept = append(kept, r)
	}
	set.Rules, set.keywords, set.allowlists = kept, newKeywords(kept), []allowlist{set.Allowlist}
	compileLists(set.allowlists)
	return set
})

// compileLists has the patterns of what is allowed compiled when they are first needed.
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

// privateKey is the rule of keys that are blocks of lines.
const privateKey = "private-key"

// noisy tells the rules that take much of ordinary prose and of its code samples for secrets.
func noisy(id string) bool {
	switch id {
	case "generic-api-key",
		"curl-auth-header",
		"curl-auth-user",
		"kubernetes-secret-yaml",
		"sourcegraph-access-token",
		"vault-service-token",
		"hashicorp-tf-password": // which passwordQuoted() finds as well
		return true
	}
	return false
}
