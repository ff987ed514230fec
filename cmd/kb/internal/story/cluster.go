package story

import (
	"encoding/pem"
	"net/http"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/9aea2451/kb/index/org/orgtest"
)

// startCluster is "cluster": a cluster for the notes of an organisation runs until the script ends, at
// the address $CLUSTER with the port $CLUSTER_PORT, which kb is given. "cluster FAULT" is one with which that is wrong, "cluster tls
// FILE" one that puts the certificate that it shows into a file.
func startCluster(ts *testscript.TestScript, _ bool, args []string) {
	var s *orgtest.Server
	if len(args) == 2 && args[0] == "tls" {
		s = orgtest.StartTLS()
		shown := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
		ts.Check(os.WriteFile(ts.MkAbs(args[1]), shown, 0o600))
		args = nil
	} else {
		s = orgtest.Start()
	}
	ts.Defer(s.Close)
	ts.Setenv("CLUSTER", s.URL)
	ts.Setenv("CLUSTER_PORT", s.URL[strings.LastIndex(s.URL, ":")+1:])
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
