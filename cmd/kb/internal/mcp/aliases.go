package mcp

import (
	"context"
	"encoding/json"
	"slices"
)

// aliases are names that models give to the first argument of a tool, as the tools of other servers
// call it. They are accepted and not listed.
func aliases() []string { return []string{"query", "question", "issue", "errorMessage", "project"} }

// jsonKey is under which a context holds that a call is to be answered as structure.
type jsonKey struct{}

// wantsJSON tells that a call is to be answered as structure.
func wantsJSON(ctx context.Context) bool { return ctx.Value(jsonKey{}) != nil }

// asked gives arguments the names that a tool has for them: an alias is taken for the argument that
// the tool asks first, or for the repository where it is called project, unless that is given. What
// programs alone ask for, the format, goes into the context. Arguments that are no object stay as
// they are, for the schema to refuse.
func (s *Server) asked(ctx context.Context, tool string, arguments json.RawMessage) (context.Context, json.RawMessage) {
	var given map[string]json.RawMessage
	known, ours := s.arguments[tool]
	if !ours || json.Unmarshal(arguments, &given) != nil {
		return ctx, arguments
	}
	var changed bool
	for _, alias := range aliases() {
		value, ok := given[alias]
		if !ok || slices.Contains(known, alias) || len(known) == 0 {
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
	switch string(given["format"]) {
	case `"json"`:
		ctx = context.WithValue(ctx, jsonKey{}, true)
		fallthrough
	case `"text"`:
		delete(given, "format")
		changed = true
	}
	if renamed, err := json.Marshal(given); err == nil && changed {
		return ctx, renamed
	}
	return ctx, arguments
}
