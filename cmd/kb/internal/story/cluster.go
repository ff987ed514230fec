package story

import (
	"net/http"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/9aea2451/kb/index/org/orgtest"
)

// startCluster is "cluster": a cluster for the notes of an organisation runs until the script ends, at
// the address $CLUSTER, which kb is given. "cluster FAULT" is one with which that is wrong.
func startCluster(ts *testscript.TestScript, _ bool, args []string) {
	s := orgtest.Start()
	ts.Defer(s.Close)
	ts.Setenv("CLUSTER", s.URL)
	ts.Setenv("KB_ORG_URL", s.URL)
	if len(args) == 0 {
		return
	}
	fault, ok := orgtest.Faults()[args[0]]
	if !ok {
		ts.Fatalf("no such fault: %s", args[0])
	}
	s.Before(func(_ int, _ *http.Request) (int, string) { return fault() })
}
