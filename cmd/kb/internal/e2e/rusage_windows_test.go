package e2e

import "os"

// peakMemory is not told by Windows once a process has ended.
func peakMemory(*os.ProcessState) int64 { return 0 }
