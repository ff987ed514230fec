package mcpclient

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
)

// errInline tells that the servers stand in a form to which no table can be added.
var errInline = errors.New("mcp_servers is written as an inline table: add the lines by hand")

// addTOML adds a table at the end, which is where a table can always stand.
func addTOML(text []byte, table string) ([]byte, error) {
	there := regexp.MustCompile(`^\[\s*(mcp_servers|"mcp_servers"|'mcp_servers')\s*\.\s*(kb|"kb"|'kb')\s*[].]`)
	inline := regexp.MustCompile(`^(mcp_servers|"mcp_servers"|'mcp_servers')\s*[.=]`)
	top := true // above the first table, where keys are of the file itself
	for l := range strings.Lines(string(text)) {
		l = strings.TrimSpace(l)
		switch {
		case there.MatchString(l):
			return nil, ErrThere
		case top && inline.MatchString(l):
			return nil, errInline
		case strings.HasPrefix(l, "["):
			top = false
		}
	}
	out := bytes.Clone(text)
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	if len(bytes.TrimSpace(out)) > 0 {
		out = append(out, '\n')
	}
	return append(out, table...), nil
}
