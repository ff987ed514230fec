package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/9aea2451/kb/cmd/kb/internal/agenthook"
	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/line"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/text/wording"
)

// Run does what the arguments say and returns the exit code. A panic is a fault of kb, which the
// person is asked to report.
func Run(ctx context.Context, w app.World) (code int) {
	defer func() {
		if p := recover(); p != nil {
			io.WriteString(w.Stderr, report.Clean("kb: "+report.Fault("kb "+app.ModuleVersion(), p)))
			code = app.ExitError
		}
	}()
	if agenthook.Asked(w.Args) {
		return agenthook.Run(ctx, w, w.Args[2:])
	}
	err := dispatch(ctx, w)
	return app.ExitCode(ctx, w.Stderr, err)
}

// dispatch answers what must be quick by itself, and parses everything else.
func dispatch(ctx context.Context, w app.World) error {
	if len(w.Args) == 0 {
		_, err := fmt.Fprint(w.Stdout, shortHelp)
		return err
	}
	switch w.Args[0] {
	case "--version":
		return app.PrintVersion(w.Stdout, false)
	case "__complete":
		parser, err := newParser(new(app.Globals), verbs(), new(bytes.Buffer), func(int) {})
		if err != nil {
			return err
		}
		return line.Complete(ctx, w, parser.Model.Node, w.Args[1:])
	case "help":
		w.Args = append(w.Args[1:len(w.Args):len(w.Args)], "--help")
	}
	return parseAndRun(ctx, w)
}

// parseAndRun builds the grammar, reads the arguments with it, and runs the verb they name.
func parseAndRun(ctx context.Context, w app.World) error {
	var g app.Globals
	done := false // --help or --version has answered
	var help bytes.Buffer
	all := verbs()
	parser, err := newParser(&g, named(all, w.Args[0]), &help, func(int) { done = true })
	if err != nil {
		return err
	}
	kctx, err := parser.Parse(line.Arrange(parser.Model.Node, w.Args))
	if done {
		return app.Page(w, g, help.String())
	}
	if err != nil {
		return usageError(err)
	}
	a := app.New(w, g)
	name, _, _ := strings.Cut(kctx.Command(), " ")
	a.Edits = named(all, name)[0].Edits
	defer a.Close()
	defer a.Progress.Stop()
	kctx.BindTo(ctx, (*context.Context)(nil))
	kctx.Bind(a)
	if err := kctx.Run(); err != nil && !errors.Is(err, app.ErrFindings) {
		return err
	} else if failed := a.Flush(); failed != nil {
		return failed
	} else {
		return err
	}
}

// usageError turns a parser's complaint into one that says what to do.
func usageError(err error) error {
	var parse *kong.ParseError
	if !errors.As(err, &parse) {
		return err
	}
	help := "kb --help"
	var verb *kong.Node
	if parse.Context != nil {
		verb = parse.Context.Selected()
	}
	if verb != nil {
		help = verb.FullPath() + " --help"
	}
	message, meant, _ := strings.Cut(strings.TrimSuffix(parse.Error(), "?"), ", did you mean ")
	message = strings.Replace(message, "valid 64 bit int", "whole number", 1)
	message = strings.Replace(message, `one of "",`, "one of ", 1)
	if flag, _, missing := strings.Cut(message, ": expected "); missing && strings.HasSuffix(message, "(<EOL>)") {
		message = flag + " needs a value"
	}
	if word, unknown := strings.CutPrefix(message, "unexpected argument "); unknown && verb == nil {
		if advice := elsewhere(word); advice != "" {
			return app.WithHint(fmt.Errorf("kb has no verb %s", word), "%s", advice)
		}
	}
	letter := strings.HasPrefix(message, "unknown flag -") && !strings.HasPrefix(message, "unknown flag --")
	switch hint := enumHint(parse.Context); {
	case hint != "":
		return app.WithHint(errors.New(message), "%s", hint)
	case letter && verb != nil && verb.Name == "search":
		return app.WithHint(errors.New(message), "to leave out a word, end the flags first: kb search cache -- -redis\nsee %s", help)
	case meant != "" && !letter:
		return app.WithHint(errors.New(message), "did you mean %s?", meant)
	}
	return app.WithHint(errors.New(message), "see %s", help)
}

// enumHint names the nearest allowed value of the flag that was given one that is not allowed, ""
// when no flag was.
func enumHint(kctx *kong.Context) string {
	if kctx == nil {
		return ""
	}
	for _, step := range kctx.Path {
		value, name := enumValue(step)
		if value == nil {
			continue
		}
		for _, given := range flagValues(kctx.Value(step).Interface()) {
			if near := wording.Nearest(given, value.EnumSlice(), 1); len(near) > 0 && near[0] != given {
				return fmt.Sprintf("did you mean %s%s?", name, near[0])
			}
		}
	}
	return ""
}

// flagValues returns the words that a flag was set to.
func flagValues(v any) []string {
	if list, ok := v.([]string); ok {
		return list
	}
	return []string{fmt.Sprint(v)}
}

// enumValue returns the flag or argument of a step that allows only some values, with what stands
// before it on the command line.
func enumValue(step *kong.Path) (value *kong.Value, before string) {
	switch {
	case step.Flag != nil && step.Flag.Enum != "":
		return step.Flag.Value, "--" + step.Flag.Name + " "
	case step.Positional != nil && step.Positional.Enum != "":
		return step.Positional, ""
	}
	return nil, ""
}
