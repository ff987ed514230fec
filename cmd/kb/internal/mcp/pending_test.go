package mcp

import (
	"testing"
	"time"
)

// An answer waits neither for the history nor for what is judged of the notes, and says what it does without; what is
// judged meanwhile is told later.
func TestCallsDoNotWait(t *testing.T) {
	r := sample(t)
	r.write("docs/mobile.md", "# Mobile\n\nUser sessions expire after 30 minutes.\n")
	r.commit("Add a rule of the app")
	s := serve(t, r)
	release := s.bases[0].History.Hold(t.Context()) // nothing can be told of the past, and so not what is stale
	cs := connect(t, s, "", nil)
	look := func() (history, judgement, commit, conflict bool) {
		a := ask(t, cs, "search", "query", "when do user sessions expire")
		if a.fail || len(a.hits()) == 0 {
			t.Fatalf("%s", a.text)
		}
		for _, hit := range a.data["hits"].([]any) {
			commit = commit || hit.(map[string]any)["commit"] != nil
			conflict = conflict || hit.(map[string]any)["conflicts"] != nil
		}
		return a.data["provenance_pending"] == true, a.data["judgement_pending"] == true, commit, conflict
	}
	if history, judgement, commit, _ := look(); !history || !judgement || commit {
		t.Errorf("at first: history pending %v, judgement pending %v, a commit %v", history, judgement, commit)
	}
	release()
	for {
		history, judgement, commit, conflict := look()
		if !history && !judgement {
			if !commit || !conflict {
				t.Errorf("then: a commit %v, a conflict %v", commit, conflict)
			}
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
