package agenthook

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/failure"
)

// episodes are errors as a note quotes them, and what a later run of the same tool prints: other
// numbers, times, folders and lines around it. Some differ in more than that.
func episodes() [][2]string {
	return [][2]string{
		{
			"dial tcp 127.0.0.1:5432: connect: connection refused",
			"2026/08/03 09:12:44 store.go:88: open store: dial tcp [::1]:5433: connect: connection refused\nexit status 1",
		},
		{
			"Error: Cannot find module 'sharp'",
			"node:internal/modules/cjs/loader:1080\n  throw err;\n\nError: Cannot find module 'sharp'\nRequire stack:\n- /srv/app/img.js",
		},
		{
			"ModuleNotFoundError: No module named 'psycopg2'",
			"Traceback (most recent call last):\n  File \"app.py\", line 3, in <module>\nModuleNotFoundError: No module named 'psycopg2'",
		},
		{
			"error[E0433]: failed to resolve: use of undeclared crate or module `tokio`",
			"   Compiling shop v0.2.0\nerror[E0433]: failed to resolve: use of undeclared crate or module `tokio`\n --> src/main.rs:14:5",
		},
		{
			"src/api.ts(12,5): error TS2304: Cannot find name 'RequestInit'.",
			"src/api.ts(40,11): error TS2304: Cannot find name 'RequestInit'.\nFound 1 error.",
		},
		{
			"fatal: refusing to merge unrelated histories",
			"From git.example.org:shop/api\n * branch main -> FETCH_HEAD\nfatal: refusing to merge unrelated histories",
		},
		{
			"Error response from daemon: Conflict. The container name \"/db\" is already in use by container \"3f9a1c\".",
			"docker: Error response from daemon: Conflict. The container name \"/db\" is already in use by container \"9bb04d7e21\".\n" +
				"See 'docker run --help'.",
		},
		{
			"npm ERR! peer dep missing: react@^17.0.0, required by react-table@7.7.0",
			"npm ERR! code ERESOLVE\nnpm ERR! peer dep missing: react@^18.0.0, required by react-table@7.8.1\n",
		},
		{
			"panic: runtime error: index out of range [3] with length 3",
			"panic: runtime error: index out of range [0] with length 0\n\ngoroutine 1 [running]:",
		},
		{
			"ERROR: relation \"orders_2025\" does not exist",
			"psql:seed.sql:12: ERROR: relation \"orders_2026\" does not exist\nLINE 1: select",
		},
		{
			"make: *** No rule to make target 'gen/api.pb.go', needed by 'build'.  Stop.",
			"make: *** No rule to make target 'gen/api.pb.go', needed by 'build'.  Stop.",
		},
		{"error: linker `cc` not found", "error: linker `cc` not found\n  |\n  = note: No such file or directory (os error 2)"},
		{
			"java.lang.OutOfMemoryError: Java heap space",
			"Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n\tat java.util.Arrays.copyOf(Arrays.java:3332)",
		},
		{
			"x509: certificate signed by unknown authority",
			"Get \"https://registry.example.org/v2/\": x509: certificate signed by unknown authority",
		},
		{
			"Error: listen EADDRINUSE: address already in use :::3000",
			"Error: listen EADDRINUSE: address already in use :::3000\n    at Server.setupListenHandle (node:net:1463:16)",
		},
		{
			"sqlite3.OperationalError: database is locked",
			"  File \"/srv/app/db.py\", line 41, in save\nsqlite3.OperationalError: database is locked",
		},
		{
			"AssertionError: snapshot mismatch in header.test.js",
			"FAIL src/header.test.js\nAssertionError: snapshot mismatch in header.test.js\n 1 failed",
		},
		{
			"error: failed to push some refs to 'origin'",
			"! [rejected] main -> main (fetch first)\nerror: failed to push some refs to 'origin'",
		},
		{"bash: gen.sh: Permission denied", "bash: gen.sh: Permission denied\nmake: *** [Makefile:12: gen] Error 126"},
		{
			"Error: error validating \"deploy.yaml\": unknown field \"spec.replica\"",
			"Error: error validating \"deploy.yaml\": unknown field \"spec.replica\"; if you choose to ignore these errors, turn " +
				"validation off",
		},
		{
			"undefined reference to `SSL_library_init'",
			"/usr/bin/ld: main.o: undefined reference to `SSL_library_init'\ncollect2: error: ld returned 1 exit status",
		},
		{
			"go: updates to go.mod needed; to update it: go mod tidy: missing go.sum entry",
			"go: updates to go.mod needed; to update it: go mod tidy: missing go.sum entry for module",
		},
		{
			"redis.exceptions.ConnectionError: Error 111 connecting to localhost:6379. Connection refused.",
			"redis.exceptions.ConnectionError: Error 61 connecting to localhost:6380. Connection refused.",
		},
		{
			"worker 7 lost its lease: context deadline exceeded, aborted",
			"10:44:02.113 worker 12 lost its lease: context deadline exceeded, aborted",
		},
		{
			"E   fixture 'client' not found",
			"_______ ERROR at setup of test_pay _______\nE   fixture 'client' not found\n>   available fixtures: db",
		},
		{
			"Error: Invalid hook call. Hooks can only be called inside of the body of a function component.",
			"Uncaught Error: Invalid hook call. Hooks can only be called inside of the body of a function component.",
		},
		{
			"BUILD FAILED: Could not resolve com.example:core:1.2.3",
			"FAILURE: Build failed with an exception.\n> Could not resolve com.example:core:1.3.0",
		},
		{
			"rpc error: code = Unavailable desc = transport is closing",
			"checkout: rpc error: code = Unavailable desc = transport is closing",
		},
		{
			"ImportError: cannot import name 'soft_unicode' from 'markupsafe'",
			"ImportError: cannot import name 'soft_unicode' from 'markupsafe' (/usr/lib/python3/dist-packages/markupsafe/__init__.py)",
		},
		{"terraform: Error: Invalid count argument on main.tf line 12", "Error: Invalid count argument\n  on main.tf line 40, in resource"},
	}
}

// An error that comes back brings the note that knows it, and no other's.
func TestErrorsThatComeBack(t *testing.T) {
	var files []string
	all := episodes()
	for n, e := range all {
		files = append(files, fmt.Sprintf(".memory/memories/e%02d.md", n), fmt.Sprintf(
			"---\nkind: memory\ntype: error_pattern\ntitle: Trouble %d\n---\n# Trouble %d\n\nSeen in CI:\n\n```\n%s\n```\n\n## "+
				"Solution\n\nDo what number %d needs.\n",
			n,
			n,
			e[0],
			n,
		))
	}
	root := shop(t, files...)
	arrived, wrong := 0, 0
	for n, e := range all {
		in, _ := json.Marshal(map[string]any{
			"session_id": fmt.Sprint("later", n), "cwd": root, "hook_event_name": "PostToolUseFailure", "tool_name": "Bash",
			"tool_input": map[string]any{"command": "make"}, "error": "Exit code 1\n" + e[1],
		})
		out := hookOf(t, root, Failed, "claude", string(in))
		if strings.Contains(out, fmt.Sprintf("e%02d.md", n)) {
			arrived++
		} else {
			t.Logf("%q: note %q, printed %q", e[0], failure.Normal(e[0]), failure.Errors(e[1]))
		}
		if k := strings.Count(out, "- error_pattern"); k > 1 {
			wrong += k - 1
		}
	}
	t.Logf("%d of %d errors brought their note; %d notes of others came", arrived, len(all), wrong)
	if arrived < 25 || wrong > 2 {
		t.Errorf("%d of %d errors brought their note, %d notes of others came", arrived, len(all), wrong)
	}
}

// Files that no note is about bring nothing, however many notes there are.
func TestFilesWithoutNotes(t *testing.T) {
	var files []string
	for n := range 60 {
		files = append(files, fmt.Sprintf(".memory/memories/g%02d.md", n), fmt.Sprintf(
			"---\nkind: memory\ntype: gotcha\nfiles: [pkg/m%d/*.go, 'cmd/**/m%d.go']\n---\nMind `main.go`, README.md and `pkg/m%d/x.go` "+
				"when you change the server.\n",
			n,
			n,
			n,
		))
	}
	root := shop(t, files...)
	for n := range 300 {
		file := []string{"pkg/n%d/x.go", "pkg/m%d.go", "main%d.go", "docs/m%d/x.md", "pkg/m%d/sub/x.ts", "web/cmd/m%d.go"}[n%6]
		if out := hookOf(t, root, Before, "claude", reading(root, "s", filepath.FromSlash(fmt.Sprintf(file, n%60)))); out != "" {
			t.Errorf("%s: %s", fmt.Sprintf(file, n%60), out)
		}
	}
}
