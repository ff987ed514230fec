package git

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// environment is a list of NAME=value, the last one of a name counts.
type environment []string

// get is the last value of a variable, "" for none.
func (e environment) get(name string) string {
	for i := len(e) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(e[i], name+"="); ok {
			return v
		}
	}
	return ""
}

// gitProgram is the path of git, "" when there is none or it is not wanted.
func (e environment) gitProgram() string {
	if e.get("KB_GIT") == "off" {
		return ""
	}
	path, err := exec.LookPath("git")
	if err != nil {
		return ""
	}
	return path
}

// always holds for every git that kb starts: English, and neither replace references nor grafts, so
// that an id means the same bytes at all times. go-git knows neither of the two.
var always = []string{"LC_ALL=C", "GIT_NO_REPLACE_OBJECTS=1", "GIT_GRAFT_FILE=" + noGrafts}

// noGrafts is a file that cannot be: of one that is there, even an empty one, git says that grafts
// are deprecated.
const noGrafts = os.DevNull + "/none"

// reading holds for a git that only reads. GIT_ALLOW_PROTOCOL keeps a git too old for
// GIT_NO_LAZY_FETCH from the network.
var reading = []string{"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none"}

// forGit is the environment that git runs in: it asks nothing, fetches nothing, writes nothing and
// speaks English.
func (e environment) forGit(r *Repo) []string {
	return append(e.inRepo(r), reading...)
}

// forRemotes is the environment of a git that a person lets reach a remote: over the protocols that
// git allows by itself or that the person names, and with a prompt where it needs one.
func (e environment) forRemotes(r *Repo) []string {
	out := e.inRepo(r)
	for _, name := range []string{"GIT_TERMINAL_PROMPT", "GIT_ALLOW_PROTOCOL"} {
		if v := e.get(name); v != "" {
			out = append(out, name+"="+v)
		}
	}
	return out
}

// inRepo is the environment of every git that kb starts, for the repository that was found: without
// what would change what git prints.
func (e environment) inRepo(r *Repo) []string {
	out := make([]string, 0, len(e)+8)
	for _, v := range e {
		name, _, _ := strings.Cut(v, "=")
		if !changesAnswers(name) {
			out = append(out, v)
		}
	}
	// Where .git has been removed git must not take a repository further up for this one.
	out = append(append(out, always...), "GIT_CEILING_DIRECTORIES="+filepath.Dir(r.Dir()))
	if e.get("GIT_DIR") != "" {
		out = append(out, "GIT_DIR="+r.GitDir)
		if r.Root != "" {
			out = append(out, "GIT_WORK_TREE="+r.Root)
		} else {
			out = append(out, "GIT_IMPLICIT_WORK_TREE=0")
		}
	} else if e.get("GIT_WORK_TREE") != "" && r.Root != "" {
		out = append(out, "GIT_WORK_TREE="+r.Root)
	}
	if e.get("GIT_COMMON_DIR") != "" {
		out = append(out, "GIT_COMMON_DIR="+r.CommonDir)
	}
	if e.get("GIT_INDEX_FILE") != "" {
		out = append(out, "GIT_INDEX_FILE="+r.indexFile)
	}
	return out
}

// changesAnswers tells the variables that would change what git prints, or that are set anew.
func changesAnswers(name string) bool {
	switch name {
	case "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_CEILING_DIRECTORIES", "GIT_PREFIX",
		"GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
		"GIT_OPTIONAL_LOCKS", "GIT_TERMINAL_PROMPT", "GIT_NO_LAZY_FETCH", "GIT_ALLOW_PROTOCOL",
		"GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_GRAFT_FILE", "GIT_ATTR_SOURCE", "GIT_IMPLICIT_WORK_TREE", "GIT_CONFIG",
		"GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS", "LC_ALL", "LANGUAGE":
		return true
	}
	return strings.HasPrefix(name, "GIT_TRACE")
}

// smallFile is the greatest size of a file that steers git or kb.
const SmallFile = 1 << 20

// readSmall reads a regular file, no more than smallFile bytes of it.
func readSmall(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "read", Path: path, Err: os.ErrInvalid}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, SmallFile))
}
