package search

import (
	"regexp"
	"regexp/syntax"
)

// required is the longest text that everything holds which a pattern matches, "" where none is
// known. To look for a text is ten times as fast as to match.
func required(pattern *regexp.Regexp) string {
	if pattern == nil {
		return ""
	}
	tree, err := syntax.Parse(pattern.String(), syntax.Perl)
	if err != nil {
		return ""
	}
	return literalIn(tree.Simplify())
}

// literalIn is the longest text in every match of a parsed pattern, as far as groups, sequences and
// "once or more" show it; "" for alternatives and for letters in any case.
func literalIn(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return string(re.Rune)
		}
	case syntax.OpCapture, syntax.OpPlus:
		return literalIn(re.Sub[0])
	case syntax.OpConcat:
		longest := ""
		for _, sub := range re.Sub {
			if l := literalIn(sub); len(l) > len(longest) {
				longest = l
			}
		}
		return longest
	}
	return ""
}
