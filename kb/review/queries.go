package review

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"
)

// SavedQuery is one entry of .memory/queries.yaml.
type SavedQuery struct {
	Query string
	Notes []string // paths of which one should be among the first answers
	Top   int      // how many answers those are; 0 for the default
	Line  int
}

const (
	defaultTop     = 5
	maxSaved       = 1000
	maxSavedTop    = answersRead
	maxQueryLength = 1000 // bytes
)

// parseQueries reads a queries file:
//
//	queries:
//	  - query: how long do sessions last
//	    note: docs/sessions.md
//	  - query: who may deploy
//	    notes: [docs/deploy.md, docs/roles.md]
//	    top: 3
//
// An error says what is wrong, with its line.
func parseQueries(data []byte) ([]SavedQuery, error) {
	var doc yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader(data)).Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return nil, fmt.Errorf("not valid YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	root := doc.Content[0]
	if root.Kind == yaml.ScalarNode && root.Tag == "!!null" {
		return nil, nil
	}
	list := valueOf(root, "queries")
	if root.Kind == yaml.SequenceNode {
		list = root
	}
	if list == nil || list.Kind != yaml.SequenceNode {
		return nil, fmt.Errorf("line %d: expected queries: with a list below it", root.Line)
	}
	var out []SavedQuery
	for _, n := range list.Content {
		q, err := savedQuery(n)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n.Line, err)
		}
		if out = append(out, q); len(out) > maxSaved {
			return nil, fmt.Errorf("line %d: more than %d queries", n.Line, maxSaved)
		}
	}
	return out, nil
}

// savedQuery reads one entry of .memory/queries.yaml.
func savedQuery(n *yaml.Node) (SavedQuery, error) {
	var entry struct {
		Query string
		Note  string
		Notes []string
		Top   int
	}
	if n.Kind != yaml.MappingNode {
		return SavedQuery{}, errors.New("expected query: and note: with what they are")
	}
	if err := n.Decode(&entry); err != nil {
		return SavedQuery{}, errors.New(strings.TrimPrefix(strings.ReplaceAll(err.Error(), "\n", " "), "yaml: "))
	}
	q := SavedQuery{Query: strings.TrimSpace(entry.Query), Top: entry.Top, Line: n.Line}
	for _, note := range append([]string{entry.Note}, entry.Notes...) {
		if note = strings.TrimSpace(note); note != "" {
			q.Notes = append(q.Notes, strings.TrimPrefix(path.Clean(note), "/"))
		}
	}
	switch {
	case q.Query == "" || len(q.Query) > maxQueryLength:
		return q, fmt.Errorf("expected query: with 1 to %d bytes", maxQueryLength)
	case len(q.Notes) == 0:
		return q, errors.New("expected note: with the path of the note that should answer")
	case q.Top < 0 || q.Top > maxSavedTop:
		return q, fmt.Errorf("top: expected a number from 1 to %d", maxSavedTop)
	}
	return q, nil
}

// valueOf is the value of a key, nil when there is none.
func valueOf(n *yaml.Node, key string) *yaml.Node {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}
