package kb

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/pattern"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/rank"
	"github.com/9aea2451/kb/text/wording"
)

// Config is what a repository may say about itself in .memory/kb.yaml:
//
//	include: [docs/, "*.md"]      # patterns as in .gitignore; when given, only what they match
//	exclude: [docs/generated/]
//	labels:                       # the last pattern that matches a path gives its label
//	  rfcs/: proposal
//	thresholds:                   # 0–1
//	  reject: 0.8
//	ranking:                      # what kb tune --write writes
//	  vector_words: 0.2
//	  half_life: {gotcha: 30}     # days
//	rules:                        # of validate; the last setting that fits counts
//	  - {rule: broken-link, severity: off, paths: [drafts/]}
//	agents:                       # what agents are given unasked; it can only be made less
//	  never: [vendor/]
//	  max_notes: 5
//	  control: 10
//	upkeep: {archive_days: 365}   # of kb upkeep
//
// A repository is not trusted: it can name no command, no address, no key and no file outside of itself.
type Config struct {
	Include    []string
	Exclude    []string
	Labels     []LabelRule
	Thresholds map[string]float64
	Rules      []RuleSetting
	Agents     AgentSetting
	Upkeep     UpkeepSetting  // as set; what is not is 0
	ranking    *rank.Settings // nil: as shipped
}

// LabelRule gives the files that a pattern matches a label.
type LabelRule struct {
	Pattern, Label string
	match          pattern.List
}

// Label gives the label that the configuration has for a path, "" for none.
func (c *Config) Label(path string) string {
	for i := len(c.Labels) - 1; i >= 0; i-- {
		if c.Labels[i].match.Match(path) {
			return c.Labels[i].Label
		}
	}
	return ""
}

// maxLabels bounds the rules that every path is matched against.
const maxLabels = 200

// configKeys are the keys at the top.
func configKeys() []string {
	return []string{"version", "include", "exclude", "labels", "thresholds", "rules", "ranking", "agents", "upkeep"}
}

// ConfigKeys lists every key that is accepted, those within others behind a dot.
func ConfigKeys() []string {
	within := map[string][]string{"thresholds": thresholdNames(), "rules": ruleKeys(), "ranking": rankingKeys(), "agents": agentKeys(),
		"upkeep": upkeepKeys()}
	var out []string
	for _, key := range configKeys() {
		if len(within[key]) == 0 {
			out = append(out, key)
		}
		for _, k := range within[key] {
			out = append(out, key+"."+k)
		}
	}
	return out
}

// thresholdNames are the thresholds that can be set.
func thresholdNames() []string {
	return []string{"reject", "warn", "duplicate", "stale", "min_score", "recall"}
}

// ParseConfig reads .memory/kb.yaml. What is wrong, unknown or not for a repository to say is left
// out and told.
func ParseConfig(data []byte) (*Config, []markdown.Problem) {
	r := configReader{config: &Config{}}
	node, second, err := decodeYAML(data)
	switch {
	case errors.Is(err, io.EOF), err == nil && node.Tag == "!!null":
	case err != nil:
		line, col, message := markdown.YAMLError(data, err)
		if strings.Contains(message, "alphabetic or numeric character") { // of the name of an alias
			message += `: a pattern that begins with * stands in quotes, such as "*.md"`
		}
		r.problems = append(r.problems, markdown.Problem{Line: line, Col: col, Message: "ignored: not valid YAML: " + message})
	case node.Kind != yaml.MappingNode:
		r.warn(node, "expected keys and values")
	default:
		for key, value := range r.pairs(node) {
			switch key.Value {
			case "include":
				r.config.Include = r.patterns(value)
			case "exclude":
				r.config.Exclude = r.patterns(value)
			case "labels":
				r.labels(value)
			case "thresholds":
				r.thresholds(value)
			case "rules":
				r.rules(value)
			case "agents":
				r.agents(value)
			case "upkeep":
				r.upkeep(value)
			case "ranking":
				r.readRanking(value)
			case "version":
				if value.Value != configVersion {
					r.warn(value, "version %q: this kb knows %s", clip(value.Value), configVersion)
				}
			default:
				if isUserSetting(key.Value) {
					r.warn(key, "%q is for your own configuration, a repository cannot set it", clip(key.Value))
					continue
				}
				r.warn(key, "unknown key %q%s", clip(key.Value),
					didYouMean(key.Value, configKeys()))
			}
		}
	}
	if second != nil {
		r.warn(second, "a second document: expected one")
	}
	return r.config, r.problems
}

// decodeYAML reads one document without building anything of it, so that aliases cannot multiply, and
// looks whether there is a second one.
func decodeYAML(data []byte) (first, second *yaml.Node, err error) {
	if len(data) > git.SmallFile {
		return nil, nil, git.ErrTooLarge
	}
	var doc, more yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	if err := decoder.Decode(&doc); err != nil {
		return nil, nil, err
	}
	if len(doc.Content) == 0 {
		return nil, nil, io.EOF
	}
	if decoder.Decode(&more) == nil {
		second = &more
	}
	return doc.Content[0], second, nil
}

// pairs gives the keys of a mapping with their values, in order, each once: of a key that is there again
// the first one counts, as in the front matter of notes.
func (r *configReader) pairs(mapping *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(key, value *yaml.Node) bool) {
		seen := map[string]bool{}
		for pair := range slices.Chunk(mapping.Content, 2) {
			key := pair[0]
			if key.Kind == yaml.ScalarNode && seen[key.Value] {
				r.warn(key, "%s: this key is there already, and the first one counts", clip(key.Value))
				continue
			}
			if seen[key.Value] = true; !yield(key, pair[1]) {
				return
			}
		}
	}
}

type configReader struct {
	config   *Config
	problems []markdown.Problem
}

// maxConfigProblems bounds what a hostile file can make us say.
const maxConfigProblems = 50

// warn keeps a mistake of the configuration with its line, as long as there are not too many.
func (r *configReader) warn(n *yaml.Node, format string, args ...any) {
	if len(r.problems) < maxConfigProblems {
		r.problems = append(r.problems, markdown.Problem{Line: n.Line, Col: n.Column, Message: "ignored: " + fmt.Sprintf(format, args...)})
	}
}

// configVersion is the version of the form of .memory/kb.yaml.
const configVersion = "1"

// isUserSetting tells the keys that would run something, send something, or read a secret.
func isUserSetting(key string) bool {
	key = strings.ToLower(key)
	for _, word := range []string{"command", "cmd", "exec", "script", "shell", "hook", "url", "uri", "endpoint", "host", "address",
		"provider", "model", "embed", "llm", "rerank", "key", "token", "secret", "password", "header", "env", "proxy"} {
		if strings.Contains(key, word) {
			return true
		}
	}
	return false
}

// patterns reads a list of patterns, or a single one.
func (r *configReader) patterns(value *yaml.Node) []string {
	nodes := value.Content
	if value.Kind == yaml.ScalarNode {
		nodes = []*yaml.Node{value}
	} else if value.Kind != yaml.SequenceNode {
		r.warn(value, "expected a list of patterns")
		return nil
	}
	var list []string
	for _, n := range nodes {
		if len(list) == pattern.Max {
			r.warn(n, "more than %d patterns", pattern.Max)
			break
		}
		if r.isPattern(n) {
			list = append(list, n.Value)
		}
	}
	return list
}

// isPattern lets through what cannot lead out of the repository.
func (r *configReader) isPattern(n *yaml.Node) bool {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" || n.Value == "" {
		r.warn(n, "expected a pattern such as docs/**")
		return false
	}
	p := strings.TrimPrefix(n.Value, "!")
	switch {
	case len(p) > pattern.MaxLen:
		r.warn(n, "pattern longer than %d bytes", pattern.MaxLen)
	case strings.HasPrefix(p, "/") || strings.HasPrefix(p, `\`) || strings.HasPrefix(p, "~") || len(p) > 1 && p[1] == ':':
		r.warn(n, "the pattern %q is absolute: patterns begin at the repository's root", clip(p))
	case strings.HasPrefix(p, "./"): // as in .gitignore
		r.warn(n, "the pattern %q matches nothing: patterns begin at the repository's root without ./", clip(p))
	case !fs.ValidPath(path.Clean(p)) || strings.Contains("/"+p+"/", "/../"):
		r.warn(n, "the pattern %q leads out of the repository", clip(p))
	default:
		return true
	}
	return false
}

// labels reads which label the notes below a pattern get.
func (r *configReader) labels(value *yaml.Node) {
	if value.Kind != yaml.MappingNode {
		r.warn(value, "expected PATTERN: LABEL lines")
		return
	}
	for p, label := range r.pairs(value) {
		switch {
		case len(r.config.Labels) == maxLabels:
			r.warn(p, "more than %d labels", maxLabels)
			return
		case !r.isPattern(p):
		case label.Kind != yaml.ScalarNode || !isLabel(label.Value):
			r.warn(label, "expected a label of small letters, digits, - and _")
		default:
			r.config.Labels = append(r.config.Labels, LabelRule{p.Value, label.Value, pattern.New([]string{p.Value})})
		}
	}
}

// isLabel reports whether a text is a label: at most 64 small letters, digits, - and _.
func isLabel(s string) bool {
	for _, c := range s {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return s != "" && len(s) <= 64
}

// thresholds reads numbers by their names.
func (r *configReader) thresholds(value *yaml.Node) {
	if value.Kind != yaml.MappingNode {
		r.warn(value, "expected NAME: NUMBER lines")
		return
	}
	for key, n := range r.pairs(value) {
		if !slices.Contains(thresholdNames(), key.Value) {
			r.warn(key, "unknown threshold %q%s", clip(key.Value), didYouMean(key.Value, thresholdNames()))
			continue
		}
		if x, ok := r.between(n, key.Value, 1); ok {
			if r.config.Thresholds == nil {
				r.config.Thresholds = map[string]float64{}
			}
			r.config.Thresholds[key.Value] = x
		}
	}
	if !r.inOrder(r.config.Thresholds, value) {
		delete(r.config.Thresholds, "warn")
	}
}

// maxQuoted bounds a word that a message quotes, in bytes.
const maxQuoted = 80

// clip keeps a hostile word from filling the screen.
func clip(s string) string { return wording.ClipBytes(s, maxQuoted) }

// didYouMean is a hint to add to a message, "" when there is none.
func didYouMean(word string, words []string) string {
	if near := wording.Slip(word, words); near != "" {
		return fmt.Sprintf(" (did you mean %q?)", near)
	}
	return ""
}
