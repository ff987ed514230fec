package mcp

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestResources(t *testing.T) {
	s := serve(t, sample(t))
	for _, era := range eras() {
		cs := connect(t, s, era, nil)
		res, err := cs.ListResources(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var uris []string
		for _, r := range res.Resources {
			uris = append(uris, r.URI)
		}
		for _, want := range []string{"kb://decisions", "kb://category/testing", "kb://note/docs/sessions.md",
			"kb://note/.memory/decisions/0002-jwt-sessions.md"} {
			if !slices.Contains(uris, want) {
				t.Errorf("%s: no %s in %v", era, want, uris)
			}
		}
		for uri, want := range map[string]string{
			"kb://note/docs/sessions.md": "# Sessions\n\nUser sessions expire after 12 hours.",
			"kb://category/testing":      "(kb://note/.memory/memories/table-tests.md) memory",
			"kb://decisions":             "superseded, superseded by kb://note/.memory/decisions/0002-jwt-sessions.md",
		} {
			got, err := cs.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
			if err != nil || len(got.Contents) != 1 || !strings.Contains(got.Contents[0].Text, want) {
				t.Errorf("%s: %s: %v %+v", era, uri, err, got)
			}
			if err == nil && era == "2026-07-28" && got.CacheScope != "private" {
				t.Errorf("%s may be kept by caches: %q", uri, got.CacheScope)
			}
		}
		tmpl, err := cs.ListResourceTemplates(t.Context(), nil)
		if err != nil || len(tmpl.ResourceTemplates) != 2 {
			t.Errorf("%s: templates: %v %+v", era, err, tmpl)
		}
	}
}

// Nothing but notes of the repository can be read.
func TestResourcesStayInTheRepository(t *testing.T) {
	r := sample(t)
	r.write("secret.txt", "s3cret")
	r.write("../outside.md", "# Outside\n\ns3cret\n")
	cs := connect(t, serve(t, r), "", nil)
	for _, path := range []string{
		"../../etc/passwd", "../outside.md", "..%2Foutside.md", "%2e%2e/outside.md", "docs/../../outside.md", "docs%2F..%2F..%2Foutside.md",
		"/etc/passwd", "//etc/passwd",
		"secret.txt", ".git/config", "docs", "", ".", "docs/sessions.md%00", "%", "docs/sessions.md/",
	} {
		res, err := cs.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "kb://note/" + path})
		var wire *jsonrpc.Error
		if err == nil || !errors.As(err, &wire) || wire.Code != jsonrpc.CodeInvalidParams {
			t.Errorf("kb://note/%s: %v %+v", path, err, res)
		}
		if a := ask(t, cs, "read", "note", "kb://note/"+path); !a.fail {
			t.Errorf("read kb://note/%s: %s", path, a.text)
		}
	}
}

func TestCompletion(t *testing.T) {
	cs := connect(t, serve(t, sample(t)), "", nil)
	complete := func(ref *sdk.CompleteReference, name, value string) []string {
		t.Helper()
		res, err := cs.Complete(t.Context(), &sdk.CompleteParams{Ref: ref, Argument: sdk.CompleteParamsArgument{Name: name, Value: value}})
		if err != nil {
			t.Fatal(err)
		}
		return res.Completion.Values
	}
	note := &sdk.CompleteReference{Type: "ref/resource", URI: "kb://note/{+path}"}
	if got := complete(note, "path", "docs/s"); !slices.Equal(got, []string{"docs/sessions.md"}) {
		t.Errorf("docs/s: %v", got)
	}
	if got := complete(note, "path", "JWT"); !slices.Equal(got, []string{".memory/decisions/0002-jwt-sessions.md"}) {
		t.Errorf("JWT: %v", got)
	}
	if got := complete(&sdk.CompleteReference{Type: "ref/prompt", Name: "recall"}, "topic", "sess"); !slices.Contains(got,
		"Sessions are JWTs") {
		t.Errorf("topics: %v", got)
	}
	if got := complete(&sdk.CompleteReference{Type: "ref/prompt", Name: "unknown"}, "x", "y"); len(got) != 0 {
		t.Errorf("unknown: %v", got)
	}
}

func TestPrompts(t *testing.T) {
	r := sample(t)
	cs := connect(t, serve(t, r), "", nil)
	list, err := cs.ListPrompts(t.Context(), nil)
	if err != nil || len(list.Prompts) != 4 {
		t.Fatalf("%v %+v", err, list)
	}
	for _, p := range list.Prompts {
		if p.Description == "" {
			t.Errorf("%s is not described", p.Name)
		}
	}
	for name, c := range map[string]struct {
		args map[string]string
		want []string
	}{
		"ask": {map[string]string{"question": "when do user sessions expire"},
			[]string{"End every sentence with the place", "docs/sessions.md:3@", ": User sessions expire after 12 hours."}},
		"recall": {map[string]string{"topic": "JWT sessions"}, []string{"Cite each claim", "0002-jwt-sessions.md"}},
		"review_change": {map[string]string{"change": "store sessions in Redis again", "files": "internal/auth/a_test.go"},
			[]string{"table-tests.md", "Files: internal/auth/a_test.go"}},
		"propose_memory": {map[string]string{"text": "User sessions expire after 30 minutes.", "type": "fact"},
			[]string{"type: fact", "source: agent", "Put this note into the repository as .memory/memories/",
				"docs/sessions.md:3 · contradicts"}},
	} {
		res, err := cs.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: name, Arguments: c.args})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text := res.Messages[0].Content.(*sdk.TextContent).Text
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %s", name, want, text)
			}
		}
	}
	if _, err := cs.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "recall"}); err == nil ||
		!strings.Contains(err.Error(), "topic is missing") {
		t.Errorf("without an argument: %v", err)
	}
	if out := r.git("status", "--porcelain"); out != "" {
		t.Errorf("a prompt wrote %s", out)
	}
}

// Who listens is told when the repository changes, without asking anything.
func TestChangesAreTold(t *testing.T) {
	for _, era := range eras() {
		t.Run(era, func(t *testing.T) {
			r := sample(t)
			s := serve(t, r)
			var lists, notes atomic.Int32
			cs := connect(t, s, era, &sdk.ClientOptions{
				ResourceListChangedHandler: func(context.Context, *sdk.ResourceListChangedRequest) { lists.Add(1) },
				ResourceUpdatedHandler: func(_ context.Context, req *sdk.ResourceUpdatedNotificationRequest) {
					if req.Params.URI == "kb://note/docs/sessions.md" {
						notes.Add(1)
					}
				},
			})
			ask(t, cs, "memory_stats")
			if err := cs.Subscribe(t.Context(), &sdk.SubscribeParams{URI: "kb://note/docs/sessions.md"}); err != nil {
				t.Fatal(err)
			}
			eventually(t, "the subscription is known", func() bool { return len(s.watches.subscribed()) == 1 })
			r.write("docs/sessions.md", "# Sessions\n\nUser sessions expire after 2 hours.\n")
			eventually(t, "the note is told", func() bool { return notes.Load() > 0 })
			if lists.Load() > 0 {
				t.Error("the list was told to have changed, and no note came or went")
			}
			r.write("docs/new.md", "# New\n\nNew.\n")
			eventually(t, "the list is told", func() bool { return lists.Load() > 0 })
		})
	}
}
