package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// module is what is linked into kb besides its own code.
type module struct {
	path, version string
	licences      []string // files
}

// grammars are the parsers in kb/code/grammar, with all that is linked into them.
func grammars() (module, error) {
	licences, err := filepath.Glob("kb/code/grammar/licences/*")
	if err == nil && len(licences) == 0 {
		err = fmt.Errorf("kb/code/grammar has no licences")
	}
	return module{"github.com/tree-sitter/tree-sitter", "v0.27.1", append([]string{"kb/code/grammar/NOTICE"}, licences...)}, err
}

// gitleaks is, besides the grammars, the one thing of others that lies in this repository.
func gitleaks() module {
	return module{"github.com/gitleaks/gitleaks/v8", "v8.30.1", []string{"kb/secret/gitleaks/LICENSE"}}
}

// modules lists what is linked on any of the platforms, sorted by path: Go itself, the modules, and
// what is embedded: the rules of gitleaks, and the grammars.
func modules(ctx context.Context, targets []target) ([]module, error) {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("ask where Go is: %w", err)
	}
	licence := filepath.Join(strings.TrimSpace(string(root)), "LICENSE")
	found := map[string]module{"std": {"std", runtime.Version(), []string{licence}}, gitleaks().path: gitleaks()}
	parsers, err := grammars()
	if err != nil {
		return nil, err
	}
	found[parsers.path] = parsers
	for _, t := range targets {
		list := exec.CommandContext(ctx, "go", "list", "-deps", "-f",
			"{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/kb")
		list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.system, "GOARCH="+t.arch)
		out, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("list the modules: %w", err)
		}
		for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
			if f := strings.Split(lines.Text(), "\t"); len(f) == 3 && found[f[0]].path == "" {
				licences, err := licenceFiles(f[2])
				if err != nil {
					return nil, err
				}
				found[f[0]] = module{f[0], f[1], licences}
			}
		}
	}
	var all []module
	for _, path := range slices.Sorted(maps.Keys(found)) {
		all = append(all, found[path])
	}
	return all, nil
}

// licenceFiles finds the licences and notices of a module, of which there must be one.
func licenceFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	name := regexp.MustCompile(`(?i)^(?:un)?licen[cs]e|^copying|^notice`)
	var files []string
	for _, e := range entries {
		if e.Type().IsRegular() && name.MatchString(e.Name()) {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no licence", dir)
	}
	return files, nil
}

// writeNotices writes the licences of all modules into a file.
func writeNotices(name string, linked []module) error {
	var b bytes.Buffer
	b.WriteString("kb is distributed with the following software.\n")
	for _, m := range linked {
		fmt.Fprintf(&b, "\n%s\n%s %s\n%s\n", strings.Repeat("=", 80), m.path, m.version, strings.Repeat("=", 80))
		for _, file := range m.licences {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "\n--- %s\n\n%s\n", filepath.Base(file), bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
		}
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}
