package ask

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/model/modeltest"
	"github.com/9aea2451/kb/model/remote"
)

// teas is a view of twelve notes about teas, each with a time to brew.
func teas(t *testing.T) *desk.View {
	t.Helper()
	r := gittest.New(t)
	for i := range 12 {
		r.Write(fmt.Sprintf("tea%02d.md", i),
			fmt.Sprintf("# Tea %d\n\nThe tea of garden %d brews for %d minutes, because its leaves are small.\n", i, i, i+2))
	}
	r.Commit("Teas")
	repo, err := kb.Open(t.Context(), r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	config, err := userconfig.Load(func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	d, err := desk.Open(t.Context(), repo, desk.Options{Now: time.Now, Config: config, Quick: true}, false)
	if err != nil {
		t.Fatal(err)
	}
	v, err := d.Look(t.Context(), desk.Moment{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		v.Close()
		d.Close(nil)
	})
	return v
}

// asked answers a question by a server.
func asked(t *testing.T, v *desk.View, s *modeltest.Server, question string, set func(*Request, *remote.Endpoint)) *Reply {
	t.Helper()
	req := Request{Query: index.Query{Text: question}, Trace: true, Limits: DefaultLimits()}
	e := remote.Endpoint{Provider: remote.OpenAI, URL: s.URL + "/v1", Model: "toy", Timeout: 300 * time.Millisecond}
	if set != nil {
		set(&req, &e)
	}
	req.Meter = model.NewMeter(model.Limits{Cost: req.Limits.Cost})
	var err error
	if req.Chat, err = remote.NewChat(e, model.Use{Meter: req.Meter}); err != nil {
		t.Fatal(err)
	}
	reply, err := Ask(t.Context(), v, req)
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

// says has a server answer with JSON.
func says(value any) func(system, user string) string {
	return func(string, string) string {
		b, _ := json.Marshal(value) // of our own
		return string(b)
	}
}

const brews = "how long does the tea of garden 3 brew"

// Of what a model writes stays what the notes say: a quotation that stands where it says, with the
// numbers and the sense of the sentence.
func TestOnlyWhatTheNotesSayStays(t *testing.T) {
	v, s := teas(t), modeltest.New(t)
	number := func(user string) int { // of the section that tells of garden 3
		before, _, _ := strings.Cut(user, "] tea03.md")
		n := 0
		fmt.Sscan(before[strings.LastIndexByte(before, '[')+1:], &n)
		return n
	}
	const quote = "The tea of garden 3 brews for 5 minutes"
	s.Say = func(_, user string) string {
		n := number(user)
		b, _ := json.Marshal(written{Answerable: true, Sentences: []writtenSentence{
			{"The tea of garden 3 brews for 5 minutes.", n, quote},
			{"The tea of garden 3 brews for 7 minutes.", n, quote},
			{"The tea of garden 3 never brews for 5 minutes.", n, quote},
			{"The tea of garden 3 is poisonous and should be burnt at once by everybody.", n, quote},
			{"The tea of garden 3 brews for 5 minutes.", n + 100, quote},
		}})
		return string(b)
	}
	reply := asked(t, v, s, brews, nil)
	if !reply.Found || reply.By != "openai/toy" || len(reply.Sentences) != 1 || reply.Dropped != 4 {
		for _, s := range reply.Sentences {
			t.Log(s.Text)
		}
		t.Fatalf("%+v", reply)
	}
	c := reply.Sentences[0].Citations[0]
	if c.Path != "tea03.md" || c.Line != 3 || !strings.HasPrefix(c.Quote, quote) || c.Commit == "" {
		t.Errorf("%+v", c)
	}
	s.Say = says(written{Answerable: false})
	if reply := asked(t, v, s, brews, nil); reply.Found || reply.By != "openai/toy" {
		t.Errorf("a model says that the notes do not: %+v", reply)
	}
	s.Say = says(written{Answerable: true, Confidence: 1, Sentences: []writtenSentence{
		{"The tea of garden 3 brews for 7 minutes.", 1, "The tea of garden 3 brews for 7 minutes"},
	}})
	reply = asked(t, v, s, brews, nil)
	if reply.Failed != "the notes do not hold what it said in 1 sentence" || reply.By != extraction || !reply.Found || reply.Dropped != 0 {
		t.Errorf("a model that only lies: %+v", reply)
	}
}

// A question that one look answers is asked of the model once.
func TestSimpleQuestionsNeverRecurse(t *testing.T) {
	v, s := teas(t), modeltest.New(t)
	s.Say = says(written{Answerable: false})
	if reply := asked(t, v, s, brews, nil); reply.Rounds != 0 || len(s.Requests()) > 2 {
		t.Errorf("%+v, %d requests", reply, len(s.Requests()))
	}
}

const compares = "compare how long the tea of each garden brews"

// Each limit of the recursion is reached and held, counted at the server.
func TestLimitsOfTheRecursion(t *testing.T) {
	v := teas(t)
	for _, c := range []struct {
		name  string
		say   any
		set   func(*Request, *remote.Endpoint)
		ended string
		most  int // requests
	}{
		{"iterations", action{Do: "peek", Of: "notes"}, nil, "10 iterations", 10},
		{"no action", "sure", nil, "10 iterations", 10},
		{"calls", action{Do: "ask", Of: "notes"}, func(r *Request, _ *remote.Endpoint) { r.Limits.Calls = 3 }, "3 calls", 4 + 3},
		{"cost", action{Do: "peek", Of: "notes"}, func(r *Request, e *remote.Endpoint) {
			r.Limits.Cost, e.Price = 0.02, remote.Price{In: 1, Out: 5, Known: true}
		}, "cost", 9},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := modeltest.New(t)
			s.Say = says(c.say)
			reply := asked(t, v, s, compares, c.set)
			if reply.Ended != c.ended || len(s.Requests()) > c.most || reply.Asked.Requests != len(s.Requests()) {
				t.Errorf("ended by %q after %d requests, counted %+v", reply.Ended, len(s.Requests()), reply.Asked)
			}
			if reply.By != extraction || !reply.Found {
				t.Errorf("no answer was reached, so that it is extracted: %+v", reply)
			}
			if c.name == "cost" && (reply.Asked.Cost > 0.02 || reply.Asked.Requests == 0) {
				t.Errorf("%+v", reply.Asked)
			}
		})
	}
}

// An answer ends the search when two of its signs are there, and none of its sentences is invented.
func TestTwoSignsEndTheSearch(t *testing.T) {
	v := teas(t)
	nothing := &written{Answerable: false}
	invented := &written{Answerable: true, Confidence: 1, Sentences: []writtenSentence{{"Tea is blue.", 1, "tea is always blue"}}}
	for name, c := range map[string]struct {
		action
		rounds int
	}{
		"final and whole":      {action{Do: "answer", Answer: nothing, Final: true}, 1},
		"done and whole":       {action{Do: "answer", Answer: nothing, Done: true}, 1},
		"whole alone":          {action{Do: "answer", Answer: nothing}, 3},
		"no answer, but final": {action{Do: "answer", Final: true, Done: true}, 1},
		"nothing holds":        {action{Do: "answer", Answer: invented, Final: true, Done: true}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			s := modeltest.New(t)
			s.Say = says(c.action)
			reply := asked(t, v, s, compares, func(r *Request, _ *remote.Endpoint) { r.Limits.Iterations = 3 })
			if reply.Rounds != c.rounds || (reply.Ended == "answered") != (c.rounds == 1) {
				t.Errorf("%d rounds, ended by %q", reply.Rounds, reply.Ended)
			}
		})
	}
}

// A question in two parts is searched for in two parts, and what is found is cited.
func TestAQuestionIsTakenApart(t *testing.T) {
	v, s := teas(t), modeltest.New(t)
	step := 0
	s.Say = func(_, user string) string {
		step++
		if step == 1 {
			return says(action{Do: "search", Question: "garden 11", As: "eleven"})("", "")
		}
		if step == 2 {
			return says(action{Do: "ask", Of: "eleven"})("", "")
		}
		if before, _, found := strings.Cut(user, "] tea11.md"); found {
			n := 0
			fmt.Sscan(before[strings.LastIndexByte(before, '[')+1:], &n)
			return says(written{Answerable: true, Sentences: []writtenSentence{
				{"The tea of garden 11 brews for 13 minutes.", n, "garden 11 brews for 13 minutes"},
			}})("", "")
		}
		return says(action{Do: "answer", Final: true, Done: true})("", "")
	}
	reply := asked(t, v, s, "compare the tea of garden 3 with that of garden 11", func(r *Request, _ *remote.Endpoint) {
		r.Limits.Iterations = 2
	})
	if !reply.Found || reply.Calls != 1 || reply.Sentences[0].Citations[0].Path != "tea11.md" || reply.By != "openai/toy" {
		t.Errorf("%+v", reply)
	}
}
