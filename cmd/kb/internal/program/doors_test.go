package program

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// doors are the two ways to ask one repository: a verb, and a tool of the server.
type doors struct {
	t   *testing.T
	dir string
	cs  *sdk.ClientSession
}

// openDoors serves a repository as kb mcp does, on pipes.
func openDoors(t *testing.T, dir string) *doors {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ended := make(chan int)
	go func() {
		ended <- Run(ctx, app.World{
			Args: []string{"mcp", "--no-track"}, Getenv: faultGetenv, Getwd: func() (string, error) { return dir, nil },
			Stdin: in, Stdout: out, Stderr: io.Discard, Now: doorsClock,
		})
	}()
	client := sdk.NewClient(&sdk.Implementation{Name: "tester", Version: "1"}, nil)
	cs, err := client.Connect(ctx, &sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cs.Close()
		cancel()
		<-ended
	})
	return &doors{t, dir, cs}
}

// doorsClock is the time of both doors.
func doorsClock() time.Time { return time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC) }

// verb returns the data that a verb prints.
func (d *doors) verb(args ...string) map[string]any {
	d.t.Helper()
	var out, said strings.Builder
	Run(d.t.Context(), app.World{
		Args: append(args, "--json", "--no-track"), Getenv: faultGetenv, Getwd: func() (string, error) { return d.dir, nil },
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &said, Now: doorsClock,
	})
	var doc struct{ Data map[string]any }
	if err := json.Unmarshal([]byte(out.String()), &doc); err != nil || doc.Data == nil {
		d.t.Fatalf("kb %v: %v: %s", args, err, said.String())
	}
	return doc.Data
}

// tool returns the structured answer of a tool, once all is read and judged that it tells.
func (d *doors) tool(name string, args map[string]any) map[string]any {
	d.t.Helper()
	args = maps.Clone(args)
	args["format"] = "json"
	for range 200 {
		res, err := d.cs.CallTool(d.t.Context(), &sdk.CallToolParams{Name: name, Arguments: args})
		if err != nil || res.IsError {
			d.t.Fatalf("%s %v: %v %+v", name, args, err, res)
		}
		answer := res.StructuredContent.(map[string]any)
		if answer["judgement_pending"] == nil && answer["provenance_pending"] == nil {
			return answer
		}
		time.Sleep(20 * time.Millisecond)
	}
	d.t.Fatalf("%s %v: the repository is read for ever", name, args)
	return nil
}

// pick returns some fields of each object of a list, as both doors name them.
func pick(t *testing.T, answer map[string]any, list string, fields ...string) []map[string]any {
	t.Helper()
	objects, _ := answer[list].([]any)
	if len(objects) == 0 {
		t.Fatalf("no %s in %v", list, answer)
	}
	var out []map[string]any
	for _, o := range objects {
		row := map[string]any{}
		for _, f := range fields {
			if v, ok := o.(map[string]any)[f]; ok && v != "" {
				row[f] = v
			}
		}
		out = append(out, row)
	}
	return out
}

// sameDoors is a repository with notes of several kinds, links, history and usage.
func sameDoors(t *testing.T) string {
	r := gittest.New(t)
	memory := "---\nkind: memory\ntype: gotcha\nfiles: [internal/auth/**]\n---\n# Clocks of tests\n\nExpiry of a session is tested with " +
		"a fake clock.\n"
	r.Write("docs/sessions.md",
		"# Sessions\n\nUser sessions expire after 12 hours. See [tokens](tokens.md).\n\n## Renewal\n\nA session is renewed by a token.\n",
		"docs/tokens.md", "# Tokens\n\nA token of a session is a JWT, signed by the gateway.\n", "docs/gateway.md",
		"# Gateway\n\nThe gateway signs each token. It speaks of `internal/auth/jwt.go`.\n", ".memory/decisions/0001-jwt.md",
		"---\nkind: decision\nstatus: accepted\n---\n# Sessions are JWTs\n\nSessions are kept in tokens.\n",
		".memory/memories/clock.md", memory, "internal/auth/jwt.go", "package auth\n")
	r.Commit("Begin")
	r.Write(
		"docs/sessions.md",
		"# Sessions\n\nUser sessions expire after 12 hours. See [tokens](tokens.md).\n\n## Renewal\n\nA session is renewed by a token, "+
			"once.\n",
		"docs/gateway.md",
		"# Gateway\n\nThe gateway signs each token with its key. It speaks of `internal/auth/jwt.go`.\n",
		"internal/auth/jwt.go",
		"package auth // signed\n",
	)
	r.Commit("Sessions rest", gittest.Date("2026-04-20T10:00:00Z")...)
	mustKB(t, r.Dir, "search", "session token")
	mustKB(t, r.Dir, "show", "docs/tokens.md")
	mustKB(t, r.Dir, "show", "docs/gateway.md")
	return filepath.Clean(r.Dir)
}

// What the command line and the server answer to the same request is the same value.
func TestBothDoorsAnswerAlike(t *testing.T) {
	d := openDoors(t, sameDoors(t))
	hit := []string{"path", "start_line", "end_line", "title", "kind", "type", "status", "score", "match"}
	for _, query := range []string{"when do sessions expire", "token gateway", "what changes with docs/gateway.md",
		"internal/auth/jwt.go"} {
		verb := d.verb("search", "-n", "6", query)
		tool := d.tool("search", map[string]any{"query": query, "limit": 6})
		if diff := cmp.Diff(pick(t, verb, "hits", hit...), pick(t, tool, "hits", hit...)); diff != "" {
			t.Errorf("search %q: %s", query, diff)
		}
	}
	part := []string{
		"citation",
		"path",
		"start_line",
		"end_line",
		"title",
		"kind",
		"type",
		"status",
		"age_days",
		"stale",
		"why",
		"tokens",
		"text",
	}
	for _, request := range []struct {
		args []string
		in   map[string]any
	}{
		{[]string{"how do sessions expire"}, map[string]any{"task": "how do sessions expire"}},
		{[]string{"--files", "internal/auth/jwt.go"}, map[string]any{"files": []string{"internal/auth/jwt.go"}}},
		{[]string{"--phase", "explore", "--budget", "900", "sign tokens"},
			map[string]any{"phase": "explore", "budget": 900, "task": "sign tokens"}},
		{
			[]string{"--phase", "validate", "--files", "internal/auth/**", "test the expiry"},
			map[string]any{"phase": "validate", "files": []string{"internal/auth/**"}, "task": "test the expiry"},
		},
	} {
		verb, tool := d.verb(append([]string{"context"}, request.args...)...), d.tool("context", request.in)
		if diff := cmp.Diff(pick(t, verb, "chunks", part...), pick(t, tool, "sections", part...)); diff != "" {
			t.Errorf("context %v: %s", request.in, diff)
		}
		for _, field := range []string{"phase", "budget", "tokens", "tokenizer", "left_out", "tried"} {
			if diff := cmp.Diff(verb[field], tool[field]); diff != "" {
				t.Errorf("context %v: %s: %s", request.in, field, diff)
			}
		}
	}
	near := []string{"path", "start_line", "end_line", "title", "kind", "score", "match"}
	verb, tool := d.verb("related", "-n", "6", "docs/sessions.md"), d.tool("related",
		map[string]any{"note": "docs/sessions.md", "limit": 6})
	if diff := cmp.Diff(pick(t, verb, "hits", near...), pick(t, tool, "hits", near...)); diff != "" {
		t.Errorf("related: %s", diff)
	}
	if diff := cmp.Diff(pick(t, verb, "files", "path", "commits"), pick(t, tool, "files", "path", "commits")); diff != "" {
		t.Errorf("related: files: %s", diff)
	}
	verb, tool = d.verb("check", "User sessions expire after 30 minutes."), d.tool("check_statement",
		map[string]any{"statement": "User sessions expire after 30 minutes."})
	said := []string{"path", "line", "relation", "energy", "text"}
	if diff := cmp.Diff(pick(t, verb, "found", said...), pick(t, tool, "found", said...)); diff != "" {
		t.Errorf("check: %s", diff)
	}
}

// What the history tells of a note, and what may no longer hold of it, is the same behind both doors.
func TestBothDoorsTellTheSamePast(t *testing.T) {
	d := openDoors(t, sameDoors(t))
	verb, tool := d.verb("log", "-s", "docs/sessions.md"), d.tool("history", map[string]any{"note": "docs/sessions.md"})
	commits, events := pick(t, verb, "commits", "commit", "date", "subject", "status"),
		pick(t, tool, "events", "commit", "day", "subject", "change")
	if len(commits) != 2 || len(events) != len(commits) || tool["commits"] != float64(len(commits)) {
		t.Fatalf("log: %v, history: %v", commits, tool)
	}
	for i, c := range commits {
		e, id := events[i], fmt.Sprint(events[i]["commit"])
		if !strings.HasPrefix(fmt.Sprint(c["commit"]), id) || len(id) < 7 || c["date"] != e["day"] || c["subject"] != e["subject"] {
			t.Errorf("log: %v, history: %v", c, e)
		}
	}
	verb, tool = d.verb("log", "-s", "-n", "1", "docs/sessions.md"),
		d.tool("history", map[string]any{"note": "docs/sessions.md", "limit": 1})
	if len(verb["commits"].([]any)) != len(tool["events"].([]any)) || verb["rest"] != float64(1) || tool["next_cursor"] == nil {
		t.Errorf("limited: log %v, history %v", verb, tool)
	}
	next := d.tool("history", map[string]any{"note": "docs/sessions.md", "limit": 1, "cursor": tool["next_cursor"]})
	if got := pick(t, next, "events", "subject"); got[0]["subject"] != commits[1]["subject"] || next["next_cursor"] != nil {
		t.Errorf("the second page: %v", next)
	}
	verb, tool = d.verb("blame", "docs/sessions.md"), d.tool("history", map[string]any{"note": "docs/sessions.md", "view": "blame"})
	lines := []string{"start_line", "end_line", "subject"}
	if diff := cmp.Diff(pick(t, verb, "sections", lines...), pick(t, tool, "sections", lines...)); diff != "" {
		t.Errorf("blame: %s", diff)
	}
}

// A doubt that kb stale lists is a warning of what the server tells of the note, and the counts of
// kb status are those of memory_stats.
func TestBothDoorsDoubtTheSame(t *testing.T) {
	d := openDoors(t, sameDoors(t))
	want := map[string]bool{}
	for _, n := range pick(t, d.verb("stale"), "notes", "path") {
		want[fmt.Sprint(n["path"])] = true
	}
	got := map[string]bool{}
	for _, query := range []string{"session", "token", "gateway", "clock"} {
		for _, h := range pick(t, d.tool("search", map[string]any{"query": query}), "hits", "path", "warnings") {
			if strings.Contains(fmt.Sprint(h["warnings"]), "may be stale") {
				got[fmt.Sprint(h["path"])] = true
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stale: %s", diff)
	}
	status := d.verb("status")
	stats := d.tool("memory_stats", map[string]any{})["repositories"].([]any)[0].(map[string]any)
	for _, field := range []string{"notes", "chunks", "links", "broken", "commit"} {
		if diff := cmp.Diff(status[field], stats[field]); diff != "" {
			t.Errorf("status: %s: %s", field, diff)
		}
	}
}

// The notes of a category stand in the same order behind both doors.
func TestBothDoorsTellTheSameCategories(t *testing.T) {
	d := openDoors(t, sameDoors(t))
	for _, c := range pick(t, d.tool("get_category_summary", map[string]any{}), "categories", "name") {
		name := fmt.Sprint(c["name"])
		verb, tool := d.verb("categories", "show", name), d.tool("get_category_summary", map[string]any{"category": name})
		fields := []string{"path", "title", "kind", "status"}
		if diff := cmp.Diff(pick(t, verb, "members", fields...), pick(t, tool, "notes", fields...)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
