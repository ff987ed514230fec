package org_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/org"
	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/index/org/orgtest"
)

// twoStates are a repository as it was and as it is.
func twoStates(t *testing.T) (b *base, before, after org.Source) {
	t.Helper()
	b = newBase(t, team())
	before = b.source(t, "team", org.Everyone)
	indextest.WriteFile(t, b.dir, "docs/limits.md",
		"# Limits\n\nAt most 30 sessions a user.\n\n## Tokens\n\nA token has at most 4096 bytes.\n")
	indextest.WriteFile(t, b.dir, "docs/queues.md", "# Queues\n\nA queue of tokens, see [limits](limits.md).\n")
	indextest.Git(t, b.dir, "rm", "-q", "memories/retry.md")
	indextest.Git(t, b.dir, "add", ".")
	indextest.Git(t, b.dir, "commit", "-qm", "second")
	return b, before, b.source(t, "team", org.Everyone)
}

// told asks some questions and gives all that is answered.
func told(t *testing.T, o *org.Org, b *base) []*index.Answer {
	t.Helper()
	var out []*index.Answer
	for _, text := range []string{"session token limit", "queue", "retry policy session"} {
		out = append(out, answer(t, asking(o, b), index.Query{Text: text, Mode: index.Keyword}, ""))
	}
	return out
}

// left are the ids of the documents of a cluster.
func left(s *orgtest.Server) []string { return slices.Sorted(maps.Keys(s.Sources())) }

// Wherever a push is killed, what is asked meanwhile is answered from the old state or from the new
// one, numbers included; and the next push leaves what a push that nothing ever stopped leaves.
func TestAPushIsThereWholeOrNotAtAll(t *testing.T) {
	b, before, after := twoStates(t)
	clean := orgtest.New(t)
	o := open(t, org.Settings{Server: cluster.Server{URL: clean.URL}, Candidates: 20})
	push(t, o, before)
	old := told(t, o, b)
	clean.Before(nil)
	push(t, o, after)
	now, documents := told(t, o, b), left(clean)
	const most = 200 // calls of a push
	shown, kills := 0, 0
	var killed atomic.Bool
	killed.Store(true)
	for n := 1; killed.Load() && n <= most; n++ {
		killed.Store(false)
		ways := []bool{false, true} // whether the call that is cut off has an effect
		if os.Getenv("KB_KILLS") == "" {
			ways = ways[n%2 : n%2+1] // in turn: both take twice as long
		}
		if testing.Short() && n%7 != 1 { // a push goes through its calls one by one
			killed.Store(true)
			continue
		}
		for _, done := range ways {
			s := orgtest.New(t)
			o := open(t, org.Settings{Server: cluster.Server{URL: s.URL}, Candidates: 20})
			o.Hasten()
			push(t, o, before)
			door := httptest.NewServer(s) // when it is closed, no call of the killed push is under way any more
			pusher := open(t, org.Settings{Server: cluster.Server{URL: door.URL}, Candidates: 20})
			ctx, kill := context.WithCancel(t.Context())
			s.Before(func(call int, _ *http.Request) (int, string) {
				if call < n {
					return 0, ""
				}
				kill()
				killed.Store(true)
				if done && call == n {
					return 0, ""
				}
				return http.StatusInternalServerError, "{}"
			})
			_, err := pusher.Push(ctx, after) // that only the end could not be told is no error
			kill()
			door.Close()
			s.Before(nil)
			if killed.Load() {
				kills++
			}
			got := told(t, o, b)
			switch {
			case cmp.Diff(old, got) == "" && err != nil:
			case cmp.Diff(now, got) == "":
				if killed.Load() {
					shown++
				}
			default:
				t.Errorf("killed at call %d, which was done: %v: neither old nor new (-old +got):\n%s", n, done, cmp.Diff(old, got))
			}
			push(t, o, after)
			if diff := cmp.Diff(now, told(t, o, b)); diff != "" {
				t.Errorf("after call %d, pushed again (-want +got):\n%s", n, diff)
			}
			if diff := cmp.Diff(documents, left(s)); diff != "" {
				t.Errorf("after call %d, pushed again, what is left (-want +got):\n%s", n, diff)
			}
			s.Close()
		}
	}
	if shown == 0 && !testing.Short() || shown == kills && kills > 0 {
		t.Errorf("%d of %d kills left the new state", shown, kills)
	}
}

// Where an answer is lost while a push removes what a dead one left, it fails and the next one removes the rest.
func TestNothingOfADeadPushStays(t *testing.T) {
	b, before, after := twoStates(t)
	clean := orgtest.New(t)
	push(t, open(t, org.Settings{Server: cluster.Server{URL: clean.URL}}), after)
	for n := int32(1); n <= 4; n++ { // pages
		s := orgtest.New(t)
		ctx, kill := context.WithCancel(t.Context())
		var sent, page atomic.Int32
		s.Before(func(_ int, r *http.Request) (int, string) {
			if strings.HasSuffix(r.URL.Path, "_bulk") {
				sent.Add(1)
			} else if sent.Load() > 0 {
				kill()
				return http.StatusInternalServerError, "{}"
			}
			return 0, ""
		})
		dead := open(t, org.Settings{Server: cluster.Server{URL: s.URL}})
		if _, err := dead.Push(ctx, before); err == nil {
			t.Fatal("the push that was to be killed is done")
		}
		s.Before(nil)
		door := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/_search/scroll" && r.Method == http.MethodPost && page.Add(1) == n {
				s.ServeHTTP(httptest.NewRecorder(), r)
				w.WriteHeader(http.StatusBadGateway)
				return
			}
			s.ServeHTTP(w, r)
		}))
		o := open(t, org.Settings{Server: cluster.Server{URL: door.URL}})
		o.Hasten()
		if _, err := o.Push(t.Context(), after); err == nil {
			t.Errorf("page %d is lost, and the push does not say so", n)
		}
		push(t, o, after)
		if diff := cmp.Diff(left(clean), left(s)); diff != "" {
			t.Errorf("page %d is lost: what is left (-want +got):\n%s", n, diff)
		}
		told(t, o, b)
		door.Close()
	}
}

// What is asked right after a push is answered from what it pushed. KB_TEST_ROUNDS is how many pushes there are.
func TestAskedRightAfterPushes(t *testing.T) {
	rounds := 6
	if n, err := strconv.Atoi(os.Getenv("KB_TEST_ROUNDS")); err == nil {
		rounds = n
	}
	server(t, func(t *testing.T, s cluster.Server) {
		b, before, after := twoStates(t)
		o := open(t, org.Settings{Server: s, Alias: alias(t, rounds), Candidates: 40})
		states := [2][]*index.Answer{}
		for i, src := range []org.Source{before, after} {
			push(t, o, src)
			states[i] = told(t, o, b)
		}
		for n := range rounds {
			push(t, o, [2]org.Source{before, after}[n%2])
			if diff := cmp.Diff(states[n%2], told(t, o, b)); diff != "" {
				t.Errorf("right after push %d (-want +got):\n%s", n, diff)
			}
		}
	})
}

// Two pushes of one repository do not mix: one waits for the other, or says that it was overtaken.
func TestTwoPushesDoNotMix(t *testing.T) {
	b, before, after := twoStates(t)
	alone := map[string][]string{}
	for name, src := range map[string]org.Source{"before": before, "after": after} {
		s := orgtest.New(t)
		o := open(t, org.Settings{Server: cluster.Server{URL: s.URL}})
		push(t, o, src)
		alone[name] = left(s)
	}
	for range 5 {
		s := orgtest.New(t)
		o := open(t, org.Settings{Server: cluster.Server{URL: s.URL}})
		o.Hasten()
		var both sync.WaitGroup
		for _, src := range []org.Source{before, after} {
			both.Go(func() {
				if _, err := o.Push(t.Context(), src); err != nil && !errors.Is(err, org.ErrOvertaken) {
					t.Error(err)
				}
			})
		}
		both.Wait()
		push(t, o, after) // clears up after one that was taken for dead
		if diff := cmp.Diff(alone["after"], left(s)); diff != "" {
			t.Errorf("what is left (-want +got):\n%s", diff)
		}
		told(t, o, b)
	}
}

// An edit of one section sends that section, its note and the head; nothing changed sends nothing.
func TestAPushSendsWhatChanged(t *testing.T) {
	server(t, func(t *testing.T, s cluster.Server) {
		files := team()
		for i := range 40 {
			files["docs/limits.md"] += fmt.Sprintf("\n## Part %d\n\nSection %d of a long note.\n", i, i)
		}
		b := newBase(t, files)
		o := open(t, org.Settings{Server: s, Alias: alias(t, 0)})
		first := push(t, o, b.source(t, "team", org.Everyone))
		if first.Notes != len(files) || first.Chunks < 60 {
			t.Errorf("first push: %+v", first)
		}
		if again := push(t, o, b.source(t, "team", org.Everyone)); again.Documents != 0 || again.Number != first.Number {
			t.Errorf("nothing changed, and %+v", again)
		}
		indextest.WriteFile(t, b.dir, "docs/limits.md", strings.Replace(files["docs/limits.md"], "Section 7 of", "Section seven of", 1))
		indextest.Git(t, b.dir, "commit", "-qam", "one edit")
		if edit := push(t, o, b.source(t, "team", org.Everyone)); edit.Changed != 1 || edit.Documents > 8 || edit.Documents < 4 {
			t.Errorf("one edit: %+v", edit)
		}
	})
}

// A repository that is forgotten is gone with all of its documents.
func TestForget(t *testing.T) {
	s := orgtest.New(t)
	b := newBase(t, team())
	o := open(t, org.Settings{Server: cluster.Server{URL: s.URL}})
	push(t, o, b.source(t, "platform/one", org.Everyone))
	one := left(s)
	push(t, o, b.source(t, "platform/two", org.Everyone))
	if _, err := o.Forget(t.Context(), "platform/two"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(one, left(s)); diff != "" {
		t.Errorf("what is left (-want +got):\n%s", diff)
	}
	if _, err := o.Forget(t.Context(), "platform/three"); !errors.Is(err, org.ErrNothing) {
		t.Errorf("forgot what was never there: %v", err)
	}
}

// A generation is filled beside the one that answers, and takes its place in one step.
func TestGenerations(t *testing.T) {
	server(t, func(t *testing.T, s cluster.Server) {
		b := newBase(t, team())
		o := open(t, org.Settings{Server: s, Alias: alias(t, 1)})
		push(t, o, b.source(t, "old", org.Everyone))
		src := b.source(t, "new", org.Everyone)
		src.Generation = 2
		push(t, o, src)
		names := func() (out []string) {
			st, err := o.Status(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range st.Repositories {
				out = append(out, r.Name)
			}
			return out
		}
		if got := names(); !slices.Equal(got, []string{"old"}) {
			t.Errorf("before the switch: %v", got)
		}
		if _, err := o.Use(t.Context(), 2); err != nil {
			t.Fatal(err)
		}
		if got := names(); !slices.Equal(got, []string{"new"}) {
			t.Errorf("after the switch: %v", got)
		}
		if _, err := o.Use(t.Context(), 3); !errors.Is(err, org.ErrNothing) {
			t.Errorf("a generation that is not there: %v", err)
		}
	})
}
