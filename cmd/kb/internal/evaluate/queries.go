package evaluate

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// Query is one line of a queries file.
type Query struct {
	ID       string             `json:"id"`
	Query    string             `json:"query"`
	Relevant map[string]float64 `json:"relevant"` // path or path#anchor: grade; 0 and less is not relevant
	Exclude  []string           `json:"exclude"`  // paths dropped from the ranking
	Stale    []string           `json:"stale"`    // paths that must not rank above a relevant one
	Evidence []string           `json:"evidence"` // texts that the returned chunks should contain
	Category string             `json:"category"`
	At       string             `json:"at"` // revision or date whose tree answers; "" the work tree

	Line int `json:"-"` // where it stands
}

const (
	maxLine  = 16 << 20 // bytes of a line
	maxGrade = 1e6      // more would drown the others in rounding
)

// ReadQueries reads a file of queries, one JSON object a line; errors name path:line:col, columns in bytes.
func ReadQueries(r io.Reader, name string) ([]Query, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	var out []Query
	ids := map[string]int{}
	n := 0
	for lines.Scan() {
		n++
		line := lines.Bytes()
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		q, err := readQuery(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d:%w", name, n, err)
		}
		if q.Line = n; q.ID == "" {
			q.ID = fmt.Sprintf("line-%d", n)
		}
		if first, taken := ids[q.ID]; taken {
			return nil, fmt.Errorf("%s:%d:1: id %q is that of line %d", name, n, q.ID, first)
		}
		ids[q.ID] = n
		out = append(out, q)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d:1: %w", name, n+1, err)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s:1:1: no queries", name)
	}
	return out, nil
}

// columnError is what is wrong with a line, and where.
type columnError struct {
	col     int // from 1, in bytes
	message string
}

func (e columnError) Error() string { return fmt.Sprintf("%d: %s", e.col, e.message) }

// readQuery reads one line.
func readQuery(line []byte) (q Query, err error) {
	err = json.Unmarshal(line, &q)
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return q, columnError{max(int(syntax.Offset), 1), "not JSON: " + syntax.Error()}
	case errors.As(err, &typ) && typ.Field == "":
		return q, columnError{max(int(typ.Offset), 1), "a line is one JSON object, not " + typ.Value}
	case errors.As(err, &typ):
		return q, columnError{max(int(typ.Offset), 1), fmt.Sprintf("%q should be %s, not %s", typ.Field, wanted(typ.Field), typ.Value)}
	case err != nil:
		return q, columnError{1, err.Error()}
	}
	for id, grade := range q.Relevant {
		if clean := cleanPath(id); clean != id {
			delete(q.Relevant, id)
			q.Relevant[clean] = max(q.Relevant[clean], grade) // two spellings of one path
		}
	}
	for i, p := range q.Exclude {
		q.Exclude[i] = cleanPath(p)
	}
	for i, p := range q.Stale {
		q.Stale[i] = cleanPath(p)
	}
	if message := q.wrong(); message != "" {
		return q, columnError{1, message}
	}
	return q, nil
}

// wanted says what a field holds.
func wanted(field string) string {
	switch name, _, _ := strings.Cut(field, "."); name {
	case "relevant":
		return `an object of paths and grades, such as {"docs/a.md": 1}`
	case "exclude", "stale", "evidence":
		return "a list of strings"
	}
	return "a string"
}

// wrong says what a query lacks, "" for nothing. An empty "relevant" is allowed: such a query
// counts where nothing has to be relevant.
func (q *Query) wrong() string {
	switch {
	case strings.TrimSpace(q.Query) == "":
		return `a line needs "query"`
	case q.Relevant == nil && len(q.Evidence) == 0:
		return `a line needs "relevant", such as {"docs/a.md": 1}`
	}
	for id, grade := range q.Relevant {
		if grade > maxGrade {
			return fmt.Sprintf("the grade of %q is above %g", id, float64(maxGrade))
		}
	}
	for _, text := range q.Evidence {
		if strings.TrimSpace(text) == "" {
			return "a text of the evidence is empty"
		}
	}
	return ""
}

// cleanPath writes a path as the index has it: without "./", doubled slashes and a slash in front.
// "" stays "", of which path.Clean would make ".".
func cleanPath(p string) string {
	if p == "" {
		return p
	}
	return strings.TrimPrefix(path.Clean(p), "/")
}

// Judged tells whether anything is relevant to the query.
func (q *Query) Judged() bool { return len(q.Positive()) > 0 }

// Positive lists the relevant ids that have a grade above zero, in order.
func (q *Query) Positive() []string {
	var out []string
	for id, grade := range q.Relevant {
		if grade > 0 {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

// CutAnchor divides path#anchor; a path without an anchor has "".
func CutAnchor(id string) (path, anchor string) {
	if at := strings.LastIndexByte(id, '#'); at > 0 {
		return id[:at], id[at+1:]
	}
	return id, ""
}
