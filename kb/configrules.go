package kb

import (
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/pattern"
)

// RuleSetting changes how a rule of validate judges the files that its patterns match.
type RuleSetting struct {
	Rule     string
	Severity string             // error, warning, info or off; "" leaves it as it is
	Numbers  map[string]float64 // by name: warn, reject (0–1), limit (bytes)
	Line     int                // of kb.yaml
	match    pattern.List       // empty: all files
}

// maxRuleSettings bounds what every finding is looked up in.
const maxRuleSettings = 200

// RuleSeverity gives the severity that the configuration sets for a rule in a file, "" when it sets
// none. The last setting that fits counts.
func (c *Config) RuleSeverity(rule, path string) string {
	severity := ""
	for _, s := range c.Rules {
		if s.Severity != "" && s.applies(rule, path) {
			severity = s.Severity
		}
	}
	return severity
}

// RuleNumber gives a number that the configuration sets for a rule in a file, else the one given.
func (c *Config) RuleNumber(rule, name, path string, otherwise float64) float64 {
	for _, s := range c.Rules {
		if v, ok := s.Numbers[name]; ok && s.applies(rule, path) {
			otherwise = v
		}
	}
	return otherwise
}

func (s *RuleSetting) applies(rule, path string) bool {
	return s.Rule == rule && (s.match.Empty() || s.match.Match(path))
}

// rules reads a list of settings such as {rule: broken-link, severity: off, paths: [drafts/]}.
func (r *configReader) rules(value *yaml.Node) {
	if value.Kind != yaml.SequenceNode {
		r.warn(value, "expected a list such as - {rule: broken-link, severity: off}")
		return
	}
	for _, n := range value.Content {
		switch {
		case len(r.config.Rules) == maxRuleSettings:
			r.warn(n, "more than %d rule settings", maxRuleSettings)
			return
		case n.Kind != yaml.MappingNode:
			r.warn(n, "expected a setting such as {rule: broken-link, severity: off}")
		default:
			r.rule(n)
		}
	}
}

// ruleKeys are the keys of one setting of a rule, agentKeys those of the section for agents.
func ruleKeys() []string  { return []string{"rule", "severity", "paths", "warn", "reject", "limit"} }
func agentKeys() []string { return []string{"off", "never", "max_notes", "control"} }

// rule reads one setting; a mistake in it leaves all of it out.
func (r *configReader) rule(n *yaml.Node) {
	s := RuleSetting{Line: n.Line}
	before := len(r.problems)
	for key, value := range r.pairs(n) {
		switch key.Value {
		case "rule":
			s.Rule = value.Value
		case "severity":
			s.Severity = r.severity(value)
		case "paths":
			if list := r.patterns(value); len(list) > 0 {
				s.match = pattern.New(list)
			}
		case "warn", "reject", "limit":
			r.number(&s, key.Value, value)
		default:
			r.warn(key, "unknown key %q%s", clip(key.Value),
				didYouMean(key.Value, ruleKeys()))
		}
	}
	if s.Rule == "" {
		r.warn(n, "which rule? expected rule: NAME")
	}
	r.inOrder(s.Numbers, n)
	if len(r.problems) == before {
		r.config.Rules = append(r.config.Rules, s)
	}
}

// severity reads the severity of a rule, "" for a word that is none.
func (r *configReader) severity(n *yaml.Node) string {
	switch n.Value {
	case "error", "warning", "info", "off":
		return n.Value
	case "warn":
		return "warning"
	}
	r.warn(n, "severity %q: expected error, warning, info or off", clip(n.Value))
	return ""
}

// number reads a number of a rule: a limit in bytes, or a share from 0 to 1.
func (r *configReader) number(s *RuleSetting, name string, n *yaml.Node) {
	x, err := strconv.ParseFloat(n.Value, 64)
	if most := map[bool]float64{true: git.MaxFile, false: 1}[name == "limit"]; err != nil || !(x >= 0 && x <= most) {
		r.warn(n, "%s: expected a number from 0 to %g", name, most)
		return
	}
	if s.Numbers == nil {
		s.Numbers = map[string]float64{}
	}
	s.Numbers[name] = x
}

// inOrder reports whether warn is at most reject, where a mapping sets both. Otherwise it tells so:
// what lies between the two would be an error that is not told of.
func (r *configReader) inOrder(numbers map[string]float64, mapping *yaml.Node) bool {
	warn, warns := numbers["warn"]
	reject, rejects := numbers["reject"]
	if !warns || !rejects || warn <= reject {
		return true
	}
	for pair := range slices.Chunk(mapping.Content, 2) {
		if pair[0].Value == "warn" {
			r.warn(pair[1], "warn: expected at most reject, which is %g", reject)
			break
		}
	}
	return false
}

// AgentSetting is what a repository says of agents that work in it. It can only lessen what the
// person has switched on, since a clone is not trusted.
type AgentSetting struct {
	Off      bool         // they are given nothing unasked, and nothing is noted of their sessions
	Never    pattern.List // files and notes of which agents are told nothing unasked
	MaxNotes int          // that a session is given unasked, 0 for no bound
	Control  int          // of a hundred sessions that are given nothing, to compare with
}

// agents reads the section {off: true, never: [vendor/], max_notes: 5, control: 10}.
func (r *configReader) agents(value *yaml.Node) {
	if value.Kind != yaml.MappingNode {
		r.warn(value, "expected keys and values, the keys being off, never, max_notes and control")
		return
	}
	set := &r.config.Agents
	for key, n := range r.pairs(value) {
		switch key.Value {
		case "off":
			if n.Tag != "!!bool" {
				r.warn(n, "off: expected true or false")
			} else {
				set.Off, _ = strconv.ParseBool(n.Value)
			}
		case "never":
			set.Never = pattern.New(r.patterns(n))
		case "max_notes":
			if x, err := strconv.Atoi(n.Value); err == nil && x > 0 && n.Kind == yaml.ScalarNode {
				set.MaxNotes = x
			} else {
				r.warn(n, "max_notes: expected a number from 1")
			}
		case "control":
			if x, err := strconv.Atoi(n.Value); err == nil && x >= 0 && x <= 100 && n.Kind == yaml.ScalarNode {
				set.Control = x
			} else {
				r.warn(n, "control: expected a number from 0 to 100: so many of a hundred sessions")
			}
		default:
			r.warn(key, "unknown key %q%s: a repository can set off, never, max_notes and control", clip(key.Value),
				didYouMean(key.Value, agentKeys()))
		}
	}
}

// UpkeepSetting is when kb upkeep takes a note for old: see docs/upkeep.md. 0 stands for the default.
type UpkeepSetting struct {
	FoldDays, FoldReads, ArchiveDays, VerifyDays, Newer int
}

func upkeepKeys() []string {
	return []string{"fold_days", "fold_reads", "archive_days", "verify_days", "newer"}
}

// upkeep reads the section {fold_days: 30, fold_reads: 3, archive_days: 180, verify_days: 365, newer: 5}.
func (r *configReader) upkeep(value *yaml.Node) {
	if value.Kind != yaml.MappingNode {
		r.warn(value, "expected keys and values such as archive_days: 365")
		return
	}
	u := &r.config.Upkeep
	fields := map[string]*int{"fold_days": &u.FoldDays, "fold_reads": &u.FoldReads, "archive_days": &u.ArchiveDays,
		"verify_days": &u.VerifyDays, "newer": &u.Newer}
	for key, n := range r.pairs(value) {
		into := fields[key.Value]
		if into == nil {
			r.warn(key, "unknown key %q%s", clip(key.Value), didYouMean(key.Value, upkeepKeys()))
			continue
		}
		if x, err := strconv.Atoi(n.Value); err == nil && x >= 1 && x <= maxHalfLife && n.Kind == yaml.ScalarNode {
			*into = x
		} else {
			r.warn(n, "%s: expected a number from 1 to %d", clip(key.Value), maxHalfLife)
		}
	}
}
