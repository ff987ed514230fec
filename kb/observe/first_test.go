package observe

import (
	"strings"
	"testing"
)

// The classes take turns, so that many signals of one do not crowd out the others, and the order stays.
func TestFirst(t *testing.T) {
	var all []Signal
	for _, class := range []Class{CoAccess, CoAccess, TestOrder, CoAccess, TimeAnomaly, CoAccess} {
		all = append(all, Signal{Class: class})
	}
	for n, want := range map[int]string{
		0: "", 1: "co-access", 2: "co-access test-order", 3: "co-access test-order time-anomaly",
		4: "co-access co-access test-order time-anomaly", 6: "co-access co-access test-order co-access time-anomaly co-access",
	} {
		var got []string
		for _, s := range First(all, n) {
			got = append(got, string(s.Class))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%d: %v, want %s", n, got, want)
		}
	}
}
