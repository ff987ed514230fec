// Command kb searches the knowledge that a git repository holds as markdown.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"time"
)

func main() {
	collectLate()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	os.Exit(run(ctx, world{
		args:   os.Args[1:],
		getenv: os.Getenv,
		getwd:  os.Getwd,
		stdin:  os.Stdin,
		stdout: os.Stdout,
		stderr: os.Stderr,
		now:    time.Now,
	}))
}

// lateGC, in percent, lets the heap grow to 32 MiB before it is first collected, as far as most commands ever need it: what a short
// command leaves behind goes with its process.
const lateGC = 800

// collectLate puts the first garbage collection off; all others come as they always do.
func collectLate() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(lateGC)
	runtime.AddCleanup(new([16]byte), func(usual int) { debug.SetGCPercent(usual) }, usual)
}
