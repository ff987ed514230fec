package ask

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/model/modeltest"
	"github.com/9aea2451/kb/model/remote"
)

// talk is a chat with a server in this process. The clock is that of the bubble that it runs in.
type talk struct {
	v      *desk.View
	s      *modeltest.Server
	chat   model.Chat
	meter  *model.Meter
	limits Limits // none for those that hold where nobody sets any
}

// talking opens a chat. A price of 0 is none.
func talking(t *testing.T, v *desk.View, dollars float64) *talk {
	t.Helper()
	k := &talk{v: v, s: newInProcess(t), meter: model.NewMeter(model.Limits{Cost: DefaultLimits().Cost})}
	e := remote.Endpoint{Provider: remote.OpenAI, URL: k.s.URL + "/v1", Model: "toy"}
	e.Price = remote.Price{In: dollars, Out: dollars, Known: dollars > 0}
	var err error
	if k.chat, err = remote.NewChat(e, model.Use{Meter: k.meter}); err != nil {
		t.Fatal(err)
	}
	return k
}

// asked is the answer to a question, with the time that it took and the requests that came.
func (k *talk) asked(t *testing.T, question string) (reply *Reply, took time.Duration, requests int) {
	t.Helper()
	began, before := time.Now(), len(k.s.Requests())
	reply, err := Ask(t.Context(), k.v, Request{Query: index.Query{Text: question}, Chat: k.chat, Meter: k.meter, Limits: k.limits})
	if err != nil {
		t.Fatal(err)
	}
	return reply, time.Since(began), len(k.s.Requests()) - before
}

// bubble runs a test where time passes when all wait.
func bubble(t *testing.T, name string, f func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { synctest.Test(t, f) })
}

// asksOfEach cuts the notes into sections and asks of each of them, again and again.
func asksOfEach(_, user string) string {
	switch {
	case !strings.Contains(user, "\n\nVariables:\n"):
		return says(written{})("", "")
	case !strings.Contains(user, "\n- each: "):
		return says(action{Do: "chunk", Of: "notes", Size: 1, As: "each"})("", "")
	}
	return says(action{Do: "ask", Of: "each"})("", "")
}

// The limits that hold where nobody sets any are reached and held, counted at the server and by the
// clock; and the notes answer.
func TestDefaultLimits(t *testing.T) {
	v := teas(t)
	extracted := func(t *testing.T, reply *Reply, ended string) {
		t.Helper()
		if reply.Ended != ended || reply.By != extraction || !reply.Found || reply.Failed != ended {
			t.Errorf("ended by %q: %+v", reply.Ended, reply)
		}
	}
	bubble(t, "10 iterations", func(t *testing.T) {
		k := talking(t, v, 0)
		k.s.Say = says(action{Do: "peek", Of: "notes"})
		reply, _, requests := k.asked(t, compares)
		if extracted(t, reply, "10 iterations"); requests != 10 || reply.Rounds != 10 || reply.Asked.Requests != 10 {
			t.Errorf("%d requests in %d rounds, counted %+v", requests, reply.Rounds, reply.Asked)
		}
	})
	bubble(t, "50 calls", func(t *testing.T) {
		k := talking(t, v, 0)
		k.s.Say = asksOfEach
		reply, _, requests := k.asked(t, compares)
		// Ten sections: a round that cuts, five that ask of ten, one that may ask of none.
		if extracted(t, reply, "50 calls"); requests != 7+50 || reply.Calls != 50 || reply.Asked.Requests != requests {
			t.Errorf("%d requests, %d calls, counted %+v", requests, reply.Calls, reply.Asked)
		}
	})
	bubble(t, "5 at once", func(t *testing.T) {
		k := talking(t, v, 0)
		k.s.Say, k.s.Wait = asksOfEach, time.Second
		reply, took, _ := k.asked(t, compares)
		// Seven rounds of a second, and 50 calls of which five share one.
		if extracted(t, reply, "50 calls"); k.s.AtOnce() != 5 || took != (7+50/5)*time.Second {
			t.Errorf("%d at once, in %s", k.s.AtOnce(), took)
		}
	})
	bubble(t, "2 minutes", func(t *testing.T) {
		k := talking(t, v, 0)
		k.s.Say, k.s.Wait = says(action{Do: "peek", Of: "notes"}), 50*time.Second
		reply, took, requests := k.asked(t, compares)
		if extracted(t, reply, "time"); took != 2*time.Minute || requests != 3 {
			t.Errorf("%d requests in %s", requests, took)
		}
	})
	bubble(t, "half a dollar", func(t *testing.T) {
		k := talking(t, v, 40)
		k.s.Say = says(action{Do: "peek", Of: "notes"})
		reply, _, requests := k.asked(t, compares)
		extracted(t, reply, "cost")
		if n := reply.Asked; requests < 2 || n.Requests != requests || n.Cost <= 0.3 || n.Cost > 0.5 || n.Unpriced {
			t.Errorf("%d requests, counted %+v", requests, n)
		}
	})
}

// Each limit can be set.
func TestLimitsThatAreSet(t *testing.T) {
	v := teas(t)
	for want, c := range map[string]struct {
		limits   Limits
		requests int
		atOnce   int
		took     time.Duration
	}{
		"3 iterations": {Limits{Iterations: 3, Calls: 50, AtOnce: 10, Time: time.Hour}, 3 + 20, 10, 5 * time.Second},
		"25 calls":     {Limits{Iterations: 10, Calls: 25, AtOnce: 3, Time: time.Hour}, 4 + 25, 3, (4 + 4 + 4 + 2) * time.Second},
		"time":         {Limits{Iterations: 10, Calls: 50, AtOnce: 1, Time: 5500 * time.Millisecond}, 6, 1, 5500 * time.Millisecond},
	} {
		bubble(t, want, func(t *testing.T) {
			k := talking(t, v, 0)
			k.s.Say, k.s.Wait, k.limits = asksOfEach, time.Second, c.limits
			reply, took, requests := k.asked(t, compares)
			if reply.Ended != want || requests != c.requests || reply.Asked.Requests != requests || took != c.took ||
				k.s.AtOnce() != c.atOnce {
				t.Errorf("ended by %q after %d requests, %d at once, in %s", reply.Ended, requests, k.s.AtOnce(), took)
			}
		})
	}
}

// After three failures in a row nobody is asked for a minute, whatever is asked; then one request
// decides.
func TestTheBreakerHolds(t *testing.T) {
	v := teas(t)
	synctest.Test(t, func(t *testing.T) {
		k := talking(t, v, 0)
		k.s.Always(modeltest.Status(http.StatusInternalServerError))
		step := func(requests int, why string) {
			t.Helper()
			reply, _, n := k.asked(t, brews)
			if n != requests || !strings.HasPrefix(reply.Failed, why) || reply.By != extraction || !reply.Found {
				t.Errorf("%d requests, not %d: %q", n, requests, reply.Failed)
			}
		}
		for range 3 {
			step(3, "the model failed: openai at http://models.test: 500 Internal Server Error") // with two retries each
		}
		step(0, "the model is paused after failures")
		time.Sleep(time.Minute - time.Second)
		step(0, "the model is paused after failures")
		time.Sleep(time.Second)
		step(3, "the model failed")
		step(0, "the model is paused after failures")
		time.Sleep(time.Minute)
		k.s.Always(nil)
		k.s.Say = says(written{Answerable: false})
		for range 4 {
			if reply, _, n := k.asked(t, brews); n == 0 || reply.Failed != "" || reply.By != "openai/toy" {
				t.Errorf("%d requests: %+v", n, reply)
			}
		}
	})
}

// Whatever a server does, one look or many: the notes answer, it is said why, within the limits, and
// nothing else happens.
func TestABadServerDoesNoHarm(t *testing.T) {
	v := teas(t)
	faults := modeltest.Faults()
	for _, name := range slices.Sorted(maps.Keys(faults)) {
		for _, question := range []string{brews, "compare how long the tea of garden 3 brews"} {
			bubble(t, fmt.Sprintf("%s: %.7s", name, question), func(t *testing.T) {
				k := talking(t, v, 1)
				k.s.Always(faults[name])
				reply, took, requests := k.asked(t, question)
				if reply.By != extraction || !reply.Found || reply.Sentences[0].Citations[0].Path != "tea03.md" {
					t.Errorf("%+v", reply)
				}
				if reply.Failed == "" || strings.ContainsAny(reply.Failed, "\n\x00\x1b") || len(reply.Failed) > 300 {
					t.Errorf("%q", reply.Failed)
				}
				if n := reply.Asked; requests > 10 || n.Requests != requests || n.Cost < 0 || n.Cost > 0.5 || took > 2*time.Minute {
					t.Errorf("%d requests in %s, counted %+v", requests, took, n)
				}
				if reply.Calls > 0 || name == "asks for a tool" && !strings.HasSuffix(reply.Failed, "it asked for a tool; kb gives none") {
					t.Errorf("%d parts were asked about: %q", reply.Calls, reply.Failed)
				}
			})
		}
	}
}
