// Package evaluate measures retrieval against judged queries.
package evaluate

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Query is one line of a queries file.
type Query struct {
	ID       string             `json:"id"`
	Query    string             `json:"query"`
	Relevant map[string]float64 `json:"relevant"` // path or path#anchor: grade
	Exclude  []string           `json:"exclude"`  // paths dropped from the ranking
	Stale    []string           `json:"stale"`    // paths that must not rank above a relevant one
	Evidence []string           `json:"evidence"` // texts that the returned chunks should contain
	Category string             `json:"category"`
	At       string             `json:"at"` // tree to answer from
}

// maxLine bounds a line of a queries file.
const maxLine = 4 << 20

// ReadQueries reads a file of queries, one JSON object a line; errors name path:line:col.
func ReadQueries(r io.Reader, path string) ([]Query, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	var out []Query
	ids := map[string]int{}
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		q, col, err := readQuery(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d:%d: %w", path, n, col, err)
		}
		if q.ID == "" {
			q.ID = fmt.Sprintf("line-%d", n)
		}
		if first, taken := ids[q.ID]; taken {
			return nil, fmt.Errorf("%s:%d:1: id %q is that of line %d", path, n, q.ID, first)
		}
		ids[q.ID] = n
		out = append(out, q)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no queries", path)
	}
	return out, nil
}

// readQuery reads one line; col is where it is wrong.
func readQuery(line []byte) (q Query, col int, err error) {
	err = json.Unmarshal(line, &q)
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return q, int(syntax.Offset), fmt.Errorf("not JSON: %s", syntax.Error())
	case errors.As(err, &typ):
		return q, int(typ.Offset), fmt.Errorf("%s should be %s, not %s", typ.Field, typ.Type, typ.Value)
	case err != nil:
		return q, 1, err
	case strings.TrimSpace(q.Query) == "":
		return q, 1, errors.New(`a line needs "query"`)
	case len(q.Relevant) == 0:
		return q, 1, errors.New(`a line needs "relevant", such as {"docs/a.md": 1}`)
	}
	return q, 0, nil
}
