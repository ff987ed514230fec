package story

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/9aea2451/kb/model/encoder/encodertest"
	"github.com/9aea2451/kb/model/modeltest"
)

// serverKey is where a script keeps its server of models, a *modeltest.Server.
type serverKey struct{}

// recorded is a line of a file of answers: what is said where all of these texts stand in the prompt.
type recorded struct {
	Has []string        `json:"has"`
	Say json.RawMessage `json:"say"` // a string is said as it is
}

// startModels is "models [FILE]": a server of models runs until the script ends, at the address
// $MODELS. FILE has its answers to chats, one JSON object a line: {"has":["part of the
// prompt"],"say":{…}}; the first that fits is given, and "{}" if none does.
func startModels(ts *testscript.TestScript, _ bool, args []string) {
	var answers []recorded
	for _, name := range args {
		for d := json.NewDecoder(bytes.NewBufferString(ts.ReadFile(name))); d.More(); {
			var r recorded
			ts.Check(d.Decode(&r))
			answers = append(answers, r)
		}
	}
	s, end := modeltest.Start()
	ts.Defer(end)
	s.Say = func(system, user string) string {
		for _, r := range answers {
			if slices.ContainsFunc(r.Has, func(part string) bool { return !strings.Contains(system+"\n"+user, part) }) {
				continue
			}
			var text string
			if json.Unmarshal(r.Say, &text) == nil {
				return text
			}
			return string(r.Say)
		}
		return "{}"
	}
	servers(ts)[serverKey{}] = s
	ts.Setenv("MODELS", s.URL)
}

// setFault is "fault NAME": from now on the server fails in that way (see modeltest.Faults); "!
// fault" has it answer again.
func setFault(ts *testscript.TestScript, neg bool, args []string) {
	s := servers(ts)[serverKey{}]
	if neg {
		s.Always(nil)
		return
	}
	f, ok := modeltest.Faults()[strings.Join(args, " ")]
	if !ok {
		ts.Fatalf("no such fault: %s", strings.Join(args, " "))
	}
	s.Always(f)
}

// checkAsked is "asked N [TEXT]": the server has had N requests so far, of those that hold a text.
func checkAsked(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	n, last := 0, ""
	for _, r := range servers(ts)[serverKey{}].Requests() {
		if strings.Contains(string(r.Body), strings.Join(args[1:], " ")) {
			n, last = n+1, r.Path+" "+string(r.Body)
		}
	}
	if (n == want) == neg {
		ts.Fatalf("%d requests, the last: %s", n, last)
	}
}

// servers is where a script keeps its server.
func servers(ts *testscript.TestScript) map[serverKey]*modeltest.Server {
	return ts.Value(serverKey{}).(map[serverKey]*modeltest.Server)
}

// makeWeights is "weights DIR [WORDS...]": DIR has a tiny model that somebody downloaded; the words
// of an argument, with commas between them, mean the same to it.
func makeWeights(ts *testscript.TestScript, _ bool, args []string) {
	var groups [][]string
	for _, words := range args[1:] {
		groups = append(groups, strings.Split(words, ","))
	}
	ts.Check(os.CopyFS(ts.MkAbs(args[0]), encodertest.Files(groups...)))
}
