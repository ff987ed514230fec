package mcpconform

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"
)

const (
	inspectorScript = "@modelcontextprotocol/inspector/clients/launcher/build/index.js"
	callTime        = 2 * time.Minute // of a call that hangs
	exitTrouble     = 5               // of the inspector, where the server answers with an error
)

// inspect lets the inspector start kb mcp on stdio and call one method. It gives what it printed
// and its exit code.
func (r *repository) inspect(t *testing.T, p programs, kb, era string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), callTime)
	defer cancel()
	cmd := p.command(
		ctx,
		inspectorScript,
		append([]string{"--cli", kb, "mcp", "--quiet", "--format", "json", "--protocol-era", era}, args...)...)
	cmd.Dir, cmd.Env = r.dir, r.environment()
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatalf("%v: %v", args, err)
	}
	if ctx.Err() != nil {
		t.Fatalf("%v hangs", args)
	}
	return out.String(), said.String(), cmd.ProcessState.ExitCode()
}

// The inspector drives kb mcp on stdio.
func inspectorDrives(t *testing.T, p programs, r *repository, kb, revision string) {
	era := "modern"
	if revision == legacy {
		era = "legacy"
	}
	for _, c := range []struct {
		args string // separated by spaces
		want string // stands in the result
	}{
		{"--method initialize", `"protocolVersion":"` + revision + `"`},
		{"--method tools/list --strict", `"name":"check_statement"`}, // its exit code tells schemas that not every client can take
		{"--method tools/call --tool-name search --tool-arg query=limit", "at most 50 MB"},
		{"--method tools/call --tool-name read --tool-arg note=docs/uploads.md", "a store in memory"},
		{"--method resources/list", `"uri":"kb://note/docs/uploads.md"`},
		{"--method resources/templates/list", `"uriTemplate":"kb://note/{+path}"`},
		{"--method resources/read --uri kb://note/docs/uploads.md", "# Uploads"},
		{"--method prompts/list", `"name":"recall"`},
		{"--method prompts/get --prompt-name recall --prompt-args topic=uploads", "straight to the object store"},
	} {
		stdout, stderr, code := r.inspect(t, p, kb, era, strings.Fields(c.args)...)
		var answer struct {
			Result map[string]any `json:"result"`
		}
		if code != 0 || json.Unmarshal([]byte(stdout), &answer) != nil || answer.Result == nil || !strings.Contains(stdout, c.want) {
			t.Errorf("%s: exit code %d, and not %s in\n%s%s", c.args, code, c.want, stdout, stderr)
		}
	}
	refused := map[string]string{"--method tools/call --tool-name drop_everything": "tool_not_found"}
	if revision == modern { // each run of the inspector takes a second of a processor
		refused["--method tools/call --tool-name read --tool-arg note=docs/none.md"] = "tool_is_error"
		refused["--method resources/read --uri kb://note/../../etc/passwd"] = "not found"
		refused["--method prompts/get --prompt-name drop_everything --prompt-args x=1"] = "unknown prompt"
	}
	for args, want := range refused {
		_, stderr, code := r.inspect(t, p, kb, era, strings.Fields(args)...)
		if code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d, and not %s in\n%s", args, code, want, stderr)
		}
	}
}
