package hooks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// In a file that a person writes and commits, as husky's are, our lines stand between two markers.
// The first one also says what to put back.
const (
	blockBegin = "# kb:begin"
	blockEnd   = "# kb:end"
	addedLine  = " (line end added)"
	addedFile  = " (file added)"
)

// blockPath is the file of the user's own hook.
func (p *Place) blockPath(hook string) string { return filepath.Join(p.Root, ".husky", hook) }

// installBlock adds our lines to husky's file. husky runs it with sh -e.
func (p *Place) installBlock(_ context.Context, hook string, o Options) (Step, error) {
	path := p.blockPath(hook)
	step := Step{Hook: hook, Path: path, Action: "installed", Note: "commit it: git add .husky/" + hook}
	have, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return step, fmt.Errorf("read %s: %w", path, err)
	}
	want := append(bytes.Clone(have), block(hook, have, err != nil, o)...)
	if bytes.Contains(have, []byte(blockBegin)) {
		step.Action = "upgraded"
		want = bytes.Replace(have, []byte(blockLine(hook, !o.Strict)), []byte(blockLine(hook, o.Strict)), 1)
	}
	if bytes.Equal(want, have) {
		step.Action, step.Note = "unchanged", ""
		return step, nil
	}
	if o.DryRun {
		return step, nil
	}
	return step, put(path, want, modeOf(path))
}

// modeOf is the mode of a file, that of a program where there is none.
func modeOf(path string) fs.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o755
}

// block is our lines, to be added to what there is.
func block(hook string, have []byte, isNew bool, o Options) string {
	begin := blockBegin
	switch {
	case isNew:
		begin = blockBegin + addedFile
	case len(have) > 0 && have[len(have)-1] != '\n':
		begin = "\n" + blockBegin + addedLine
	}
	return begin + "\n" + blockLine(hook, o.Strict) + blockEnd + "\n"
}

// blockLine is the line that asks kb. Where it is not strict, a kb that fails lets the commit pass.
func blockLine(hook string, strict bool) string {
	stop := `[ "$rc" -gt 1 ] && [ "$rc" -ne 130 ] || exit "$rc"`
	if strict {
		stop = `exit "$rc"`
	}
	return fmt.Sprintf("[ \"$KB_HOOKS\" = 0 ] || %s || { rc=$?; %s; }\n", strings.Replace(command(hook), `"$kb"`, "kb", 1), stop)
}

// cutBlock takes our lines out; removed tells that nothing is left of a file that was ours alone.
func cutBlock(data []byte) (rest []byte, removed, found bool) {
	start := bytes.Index(data, []byte(blockBegin))
	end := bytes.Index(data, []byte(blockEnd+"\n"))
	if start < 0 || end < start {
		return data, false, false
	}
	first, _, _ := bytes.Cut(data[start:], []byte("\n"))
	before, after := data[:start], data[end+len(blockEnd)+1:]
	if bytes.HasSuffix(first, []byte(addedLine)) {
		before = bytes.TrimSuffix(before, []byte("\n"))
	}
	rest = append(bytes.Clone(before), after...)
	return rest, bytes.HasSuffix(first, []byte(addedFile)) && len(rest) == 0, true
}
