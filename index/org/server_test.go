package org_test

import (
	"os"
	"testing"
	"time"

	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/index/org/orgtest"
)

// server runs a test against the cluster in this process, and against a real one where there is one
// (make org).
func server(t *testing.T, run func(t *testing.T, s cluster.Server)) {
	if url := os.Getenv("KB_TEST_OPENSEARCH"); url != "" {
		t.Run("real", func(t *testing.T) { run(t, cluster.Server{URL: url, Timeout: time.Minute}) })
		return
	}
	run(t, cluster.Server{URL: orgtest.New(t).URL})
}
