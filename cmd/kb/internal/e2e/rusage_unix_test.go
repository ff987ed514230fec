//go:build unix

package e2e

import (
	"os"
	"runtime"
	"syscall"
)

// peakMemory is the greatest resident memory of an ended process in bytes.
func peakMemory(s *os.ProcessState) int64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}
