package app

import (
	"testing"
)

func TestSizes(t *testing.T) {
	for bytes, want := range map[int64]string{0: "0 B", 1023: "1023 B", 1024: "1.0 KiB", 1536: "1.5 KiB", 1<<20 - 1: "1024.0 KiB",
		1 << 20: "1.0 MiB", 1 << 30: "1.0 GiB", 5 << 30: "5.0 GiB"} {
		if got := SizeOf(bytes); got != want {
			t.Errorf("%d: %s, want %s", bytes, got, want)
		}
	}
}
