package program

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// lateGC, in percent, lets the heap grow to 32 MiB before it is first collected, as far as most
	// commands ever need it: what a short command leaves behind goes with its process.
	lateGC = 800
	// headroom is how much garbage may gather before it is collected, in bytes, where as much as is
	// in use would be more. With 200 MB in use a server takes 300 MB instead of 400 for it, and
	// collects twice as often.
	headroom = 96 << 20
	// leastGC, in percent of what is in use, is the least that may gather: a large heap should not
	// be collected all the time.
	leastGC = 40
	usualGC = 100
)

// pace sets when the next collection comes, after each; last is what it was set to before.
func pace(last int) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	percent := usualGC
	if live[0].Value.Kind() == metrics.KindUint64 {
		percent = gcPercent(live[0].Value.Uint64())
	}
	if percent != last {
		debug.SetGCPercent(percent)
	}
	runtime.AddCleanup(new([16]byte), pace, percent)
}

// gcPercent is what may gather, in percent of the bytes that are in use. It is a multiple of five,
// so that it is seldom set.
func gcPercent(live uint64) int {
	percent := 100 * headroom / max(live, headroom)
	return max(leastGC, int(percent)/5*5)
}
