// Package manual makes manual pages in roff of a command line that kong describes.
package manual

import (
	"fmt"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// Page is a file of a manual.
type Page struct {
	Name string // such as kb-search.1
	Text string
}

// Pages gives the page of a program and one for each of its verbs, sub-verbs included. Hidden ones have none.
// The text depends on nothing but the arguments.
func Pages(program *kong.Node, version string, date time.Time) []Page {
	var pages []Page
	for _, child := range program.Children {
		if !child.Hidden {
			pages = append(pages, page(program, child, version, date))
		}
	}
	return append([]Page{page(program, program, version, date)}, pages...)
}

// page describes a node with all nodes below it.
func page(program, node *kong.Node, version string, date time.Time) Page {
	name := title(node)
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"%s\" \"kb %s\" \"kb manual\"\n", strings.ToUpper(escape(name)), date.UTC().Format(time.DateOnly),
		escape(version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", escape(name), escape(strings.TrimSuffix(node.Help, ".")))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", escape(usage(program, node)))
	if node.Detail != "" {
		b.WriteString(".SH DESCRIPTION\n")
		prose(&b, node.Detail)
	}
	if node != program {
		options(&b, node, true)
	}
	verbs(&b, program, node)
	if node == program {
		options(&b, node, false)
		b.WriteString(".SH EXIT STATUS\n0: done; 1: findings; 2: an error; 130: interrupted.\n")
	}
	see(&b, program, node)
	return Page{name + ".1", b.String()}
}

// title is the name of a page: the words of the command with hyphens between them.
func title(node *kong.Node) string {
	if node.Parent == nil {
		return node.Name
	}
	return title(node.Parent) + "-" + node.Name
}

// usage is how a command is written.
func usage(program, node *kong.Node) string {
	if node == program {
		return program.Name + " <command> [flags]"
	}
	return program.Name + " " + node.Summary()
}

// verbs lists the commands of a program with their pages, and those of a verb in full.
func verbs(b *strings.Builder, program, node *kong.Node) {
	if len(node.Children) > 0 {
		b.WriteString(".SH COMMANDS\n")
	}
	for _, child := range node.Children {
		switch {
		case child.Hidden:
		case node == program:
			fmt.Fprintf(b, ".TP\n.BR %s (1)\n%s\n", escape(title(child)), escape(child.Help))
		default:
			fmt.Fprintf(b, ".SS %s\n%s\n", escape(usage(program, child)), escape(child.Help))
			if child.Detail != "" {
				b.WriteString(".PP\n")
				prose(b, child.Detail)
			}
			arguments(b, child)
			flags(b, child.Flags)
		}
	}
}

// options writes the arguments and flags of a node. The flags of the whole program stand on its own
// page alone.
func options(b *strings.Builder, node *kong.Node, verb bool) {
	b.WriteString(".SH OPTIONS\n")
	arguments(b, node)
	flags(b, node.Flags)
	if verb {
		b.WriteString(".PP\nThe flags that all commands have are described in\n.BR kb (1).\n")
	}
}

// arguments lists what a command takes by position.
func arguments(b *strings.Builder, node *kong.Node) {
	for _, p := range node.Positional {
		fmt.Fprintf(b, ".TP\n.I %s\n%s\n", escape(p.Summary()), escape(p.Help))
	}
}

// flags lists the flags that are not hidden, with the letter of each that has one.
func flags(b *strings.Builder, list []*kong.Flag) {
	for _, f := range list {
		if f.Hidden {
			continue
		}
		head := f.String()
		if f.Short == 0 {
			head = "--" + strings.TrimPrefix(head, "--")
		}
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", escape(head), escape(f.Help))
	}
}

// see refers to the page of the program, on all pages but that one, and to git.
func see(b *strings.Builder, program, node *kong.Node) {
	b.WriteString(".SH SEE ALSO\n")
	if node != program {
		fmt.Fprintf(b, ".BR %s (1),\n", escape(program.Name))
	}
	b.WriteString(".BR git (1)\n")
}

// prose writes paragraphs, and lines that are indented as they are.
func prose(b *strings.Builder, text string) {
	verbatim := false
	for line := range strings.Lines(strings.TrimSpace(text)) {
		line = strings.TrimRight(line, "\n")
		indented := strings.HasPrefix(line, "  ")
		if indented != verbatim && line != "" {
			b.WriteString(map[bool]string{true: ".PP\n.RS 4\n.nf\n", false: ".fi\n.RE\n"}[indented])
			verbatim = indented
		}
		switch {
		case line == "" && verbatim:
			b.WriteString("\n")
		case line == "":
			b.WriteString(".PP\n")
		default:
			b.WriteString(escape(strings.TrimPrefix(line, "    ")) + "\n")
		}
	}
	if verbatim {
		b.WriteString(".fi\n.RE\n")
	}
}

// escape keeps roff from reading a text as anything but text.
func escape(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ", "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}
