// Command kb searches the knowledge that a git repository holds as markdown.
package main

import (
	"context"
	"os"
	"os/signal"
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
