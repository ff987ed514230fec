package mcp

import (
	"encoding/json"
	"slices"
)

// aliases are names that models give to the first argument of a tool, as the tools of other servers
// call it. They are accepted and not listed.
func aliases() []string { return []string{"query", "question", "issue", "errorMessage", "project"} }

// rename gives arguments the names that a tool has for them: an alias is taken for the argument that
// the tool asks first, or for the repository where it is called project, unless that is given.
// Arguments that are no object stay as they are, for the schema to refuse.
func (s *Server) rename(tool string, arguments json.RawMessage) json.RawMessage {
	var given map[string]json.RawMessage
	known := s.arguments[tool]
	if len(known) == 0 || json.Unmarshal(arguments, &given) != nil {
		return arguments
	}
	changed := false
	for _, alias := range aliases() {
		value, ok := given[alias]
		if !ok || slices.Contains(known, alias) {
			continue
		}
		name := known[0]
		if alias == "project" {
			name = "root"
		}
		if _, twice := given[name]; twice {
			continue
		}
		delete(given, alias)
		changed = true
		if slices.Contains(known, name) { // the only repository needs no name
			given[name] = value
		}
	}
	if renamed, err := json.Marshal(given); err == nil && changed {
		return renamed
	}
	return arguments
}
