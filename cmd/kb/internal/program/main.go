package program

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
)

// Main is the command kb: it reads the arguments of the process and ends it.
func Main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(lateGC)
		runtime.AddCleanup(new([16]byte), pace, lateGC)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	os.Exit(Run(ctx, app.World{
		Args:   os.Args[1:],
		Getenv: os.Getenv,
		Getwd:  os.Getwd,
		Stdin:  os.Stdin,
		Stdout: os.Stdout,
		Stderr: os.Stderr,
		Now:    time.Now,
	}))
}
