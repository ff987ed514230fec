// Release makes what a release of kb consists of: an archive for each platform with the program,
// its manual pages, completions and licences, the sums of all of them, and a bill of materials.
//
// The same commit, Go and version give the same bytes: times are those of the commit (or
// SOURCE_DATE_EPOCH), names are sorted.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// release is what is made, and where.
type release struct {
	version string    // with or without a "v"; archives are named without it
	out     string    // folder, which is made anew
	date    time.Time // of all files in the archives, in UTC
	targets []target
}

// target is a platform, in the words of GOOS and GOARCH.
type target struct{ system, arch string }

// exe is the name of the program's file on the platform.
func (t target) exe() string {
	if t.system == "windows" {
		return "kb.exe"
	}
	return "kb"
}

// main exits with 1 where a step fails; what the steps before it wrote stays.
func main() {
	var r release
	var targets string
	flag.StringVar(&r.version, "version", "devel", "what kb version is to say")
	flag.StringVar(&r.out, "out", "dist", "folder that the release is written to")
	flag.StringVar(&targets, "targets", runtime.GOOS+"/"+runtime.GOARCH, "platforms, with blanks between them")
	flag.Parse()
	for _, t := range strings.Fields(targets) {
		system, arch, _ := strings.Cut(t, "/")
		r.targets = append(r.targets, target{system, arch})
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := r.make(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// make writes the release, in the place of what was there.
func (r *release) make(ctx context.Context) (err error) {
	if r.date, err = commitDate(ctx); err != nil {
		return err
	}
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	linked, err := modules(ctx, r.targets)
	if err != nil {
		return err
	}
	shared, err := r.common(ctx, linked)
	if err != nil {
		return err
	}
	for _, t := range r.targets {
		if err := r.archive(ctx, t, shared); err != nil {
			return fmt.Errorf("%s/%s: %w", t.system, t.arch, err)
		}
	}
	if err := r.bill(linked); err != nil {
		return err
	}
	return sums(r.out)
}

// commitDate is SOURCE_DATE_EPOCH, else the date of the commit that is checked out.
func commitDate(ctx context.Context) (time.Time, error) {
	epoch := os.Getenv("SOURCE_DATE_EPOCH")
	if epoch == "" {
		out, err := exec.CommandContext(ctx, "git", "log", "-1", "--format=%ct").Output()
		if err != nil {
			return time.Time{}, fmt.Errorf("ask git for the date of the commit (or set SOURCE_DATE_EPOCH): %w", err)
		}
		epoch = strings.TrimSpace(string(out))
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("no seconds since 1970: %q", epoch)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// common gives the files that every archive has, by their names in it. They stay in r.out/share,
// for packages.
func (r *release) common(ctx context.Context, linked []module) (map[string]string, error) {
	share := filepath.Join(r.out, "share")
	pages := filepath.Join(share, "man")
	if err := os.MkdirAll(pages, 0o755); err != nil {
		return nil, err
	}
	host := filepath.Join(share, "kb")
	if err := r.build(ctx, target{runtime.GOOS, runtime.GOARCH}, host); err != nil {
		return nil, err
	}
	write := exec.CommandContext(ctx, host, "man", pages)
	write.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.date.Unix()))
	if out, err := write.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("write the manual pages: %w: %s", err, out)
	}
	if err := os.Remove(host); err != nil {
		return nil, err
	}
	notices := filepath.Join(share, "THIRD_PARTY_NOTICES.txt")
	if err := writeNotices(notices, linked); err != nil {
		return nil, err
	}
	files := map[string]string{
		"LICENSE":                 "LICENSE",
		"README.md":               "README.md",
		"CHANGELOG.md":            "CHANGELOG.md",
		"THIRD_PARTY_NOTICES.txt": notices,
		"completions/kb.bash":     "cmd/kb/internal/program/completion/kb.bash",
		"completions/_kb":         "cmd/kb/internal/program/completion/kb.zsh",
		"completions/kb.fish":     "cmd/kb/internal/program/completion/kb.fish",
	}
	names, err := filepath.Glob(filepath.Join(pages, "*.1"))
	for _, name := range names {
		files["man/man1/"+filepath.Base(name)] = name
	}
	return files, err
}

// build compiles kb for a platform.
func (r *release) build(ctx context.Context, t target, out string) error {
	compile := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags",
		"-s -w -buildid= -X github.com/9aea2451/kb/cmd/kb/internal/app.version="+r.version, "-o", out, "./cmd/kb")
	compile.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.system, "GOARCH="+t.arch)
	if said, err := compile.CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w\n%s", err, said)
	}
	return nil
}
