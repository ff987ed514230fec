// Package line reads a command line by the program's grammar: it puts flags where the parser wants
// them, and completes the word that a person is typing.
package line

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Arrange puts the flags of a command line before its other words, so that flags may stand between
// the words of a query: the parser takes arguments in one run only. A line without a known verb,
// or without other words, keeps its order.
func Arrange(program *kong.Node, args []string) []string {
	node := program
	var verbs, flags, words []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch child := childNamed(node, arg); {
		case arg == "--":
			words = append(words, args[i+1:]...)
			i = len(args)
		case isFlag(arg):
			n := min(flagWords(node, arg), len(args)-i)
			if one := joined(node, args[i:i+n]); one != "" {
				args, n = slices.Concat(args[:i], []string{one}, args[i+n:]), 1
			}
			flags = append(flags, args[i:i+n]...)
			i += n - 1
		case child != nil && len(words) == 0:
			node = child
			verbs = append(verbs, arg)
		default:
			words = append(words, arg)
		}
	}
	if len(verbs) == 0 || len(words) == 0 {
		return args
	}
	return slices.Concat(verbs, flags, []string{"--"}, words)
}

// joined writes a flag whose value is a number below zero as one word: by itself that is taken for
// a flag. It is "" for other words.
func joined(node *kong.Node, words []string) string {
	if len(words) == 2 && len(words[1]) > 1 && words[1][0] == '-' && strings.Trim(words[1][1:], "0123456789.") == "" {
		if flag, _, _ := findFlag(node, words[0]); flag != nil {
			return "--" + flag.Name + "=" + words[1]
		}
	}
	return ""
}

// isFlag tells flags from words: no flag has a space in its name, and a lone dash is a word.
func isFlag(arg string) bool {
	name, _, _ := strings.Cut(arg, "=")
	return len(arg) > 1 && arg[0] == '-' && !strings.ContainsAny(name, " \t\n")
}

// flagWords counts the words that a flag takes: two when its value is the next word.
func flagWords(node *kong.Node, arg string) int {
	if strings.HasPrefix(arg, "--") {
		flag, _, inline := findFlag(node, arg)
		if flag == nil || inline || flag.IsBool() {
			return 1
		}
		return 2
	}
	for i, letter := range arg[1:] { // -ln 3, -n3
		flag, _, _ := findFlag(node, "-"+string(letter))
		if flag != nil && !flag.IsBool() && i == len(arg)-2 {
			return 2
		}
		if flag == nil || !flag.IsBool() {
			break
		}
	}
	return 1
}

// findFlag finds the flag of a word such as --tag, --tag=x or -n.
func findFlag(node *kong.Node, word string) (flag *kong.Flag, value string, inline bool) {
	name, value, inline := strings.Cut(word, "=")
	groups := node.AllFlags(false)
	if node.DefaultCmd != nil { // its flags may follow the name of the verb above it
		groups = append(groups, node.DefaultCmd.Flags)
	}
	for _, group := range groups {
		for _, f := range group {
			if name == "--"+f.Name || f.Short != 0 && name == "-"+string(f.Short) {
				return f, value, inline
			}
		}
	}
	return nil, "", false
}

// childNamed returns the verb below a node by its name or alias.
func childNamed(node *kong.Node, name string) *kong.Node {
	for _, child := range node.Children {
		if child.Name == name || slices.Contains(child.Aliases, name) {
			return child
		}
	}
	return nil
}
