package hooks

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

const (
	// marker opens the line by which a script is known as ours.
	marker = "# kb-hook "
	// legacySuffix names what was there before.
	legacySuffix = ".kb-legacy"
)

// script is the hook's file: the hook that was there runs first and is obeyed; then kb judges. A kb
// that is missing or broken lets the commit pass. Where kb stands in git's configuration as well, a git
// that reads hooks there has asked kb already: git sets GIT_EXEC_PATH and puts itself on the PATH of a
// hook, and one that is too old to read them does not know "hook list".
func script(hook string, o Options, configured bool) []byte {
	asked := ""
	if configured {
		asked = `case "$GIT_EXEC_PATH:$(git hook list EVENT 2>/dev/null)" in
?*:*CONFIGURED*) exit 0 ;; # this git asks kb by its configuration
esac
`
	}
	body := strings.NewReplacer("LEGACY", `"$0`+legacySuffix+`"`, "PROGRAM", quote(o.Program), "EVENT", hook, "CONFIGURED",
		configName(hook), "FAILURE", fmt.Sprint(failure(o)), "COMMAND", command(hook)).Replace(
		`#!/bin/sh
# Written by kb hooks install; kb hooks uninstall puts back what was here before.
if [ -x LEGACY ]; then
	LEGACY "$@" || exit $?
fi
[ "$KB_HOOKS" = 0 ] && exit 0
` + asked + `kb=$(command -v kb) || kb=PROGRAM
if [ ! -x "$kb" ]; then
	echo "kb: not found, so this commit is not checked" >&2
	exit FAILURE
fi
COMMAND
rc=$?
case $rc in
0 | 1 | 130) exit $rc ;;
esac
echo "kb: failed with $rc, so this commit is not checked" >&2
exit FAILURE
`,
	)
	first, rest, _ := strings.Cut(body, "\n")
	return []byte(first + "\n" + marker + "1 " + sumOf([]byte(first), []byte(rest)) + "\n" + rest)
}

// sumOf is the first 8 bytes of the SHA-256 of a script without the line of its marker, in
// hexadecimal: by it ours tells a script that was edited.
func sumOf(first, rest []byte) string {
	sum := sha256.Sum256(append(append(bytes.Clone(first), '\n'), rest...))
	return hex.EncodeToString(sum[:8])
}

// failure is the exit code where kb itself fails.
func failure(o Options) int {
	if o.Strict {
		return 1
	}
	return 0
}

// command is what a hook runs.
func command(hook string) string {
	if hook == "commit-msg" {
		return `"$kb" hooks check-message "$1"`
	}
	return `"$kb" validate --staged --hook ` + hook
}

// quote makes one word of a text for the shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// ours tells whether a file is a script of kb, and whether it is as kb wrote it.
func ours(data []byte) (is, untouched bool) {
	first, rest, ok := bytes.Cut(data, []byte("\n"))
	line, rest, ok2 := bytes.Cut(rest, []byte("\n"))
	if !ok || !ok2 || !bytes.HasPrefix(line, []byte(marker)) {
		return false, false
	}
	fields := strings.Fields(strings.TrimPrefix(string(line), marker))
	return true, len(fields) == 2 && fields[1] == sumOf(first, rest)
}
