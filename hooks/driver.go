package hooks

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
)

// driverName is the merge driver that .gitattributes names.
const driverName = "kb"

// DriverAttribute is what .gitattributes gives files that the driver merges.
const DriverAttribute = "merge=" + driverName

// InstallDriver tells the git of this clone how to run the merge driver. Doing it again changes nothing.
func InstallDriver(ctx context.Context, p *Place, o Options) (Step, error) {
	step := Step{Hook: "merge driver", Path: "merge." + driverName + ".driver", Action: "installed"}
	// Where kb is missing, fails or is killed, git's own merge of files takes its place, so that both sides are
	// kept. It ends with 0 or 1: git takes more for a failure of the whole merge.
	find := "kb=$(command -v kb) || kb=" + strings.ReplaceAll(quote(o.Program), "%", "%%") + "; "
	want := find + `"$kb" merge-driver -- %O %A %B %L %P %S %X %Y || { rc=$?; [ $rc -eq 1 ] || { ` +
		`git merge-file -q --marker-size=%L -L ours -L base -L theirs %A %O %B && rc=0 || rc=1; }; exit $rc; }`
	switch have := p.driver(ctx); {
	case have == want:
		step.Action = "unchanged"
		return step, nil
	case have != "":
		step.Action = "upgraded"
	}
	if o.DryRun {
		return step, nil
	}
	if _, err := p.git(ctx, "config", "--local", "merge."+driverName+".name", "kb: notes by section, front matter by key"); err != nil {
		return step, err
	}
	_, err := p.git(ctx, "config", "--local", step.Path, want)
	return step, err
}

// driver is the command that git would run, "" when it knows none.
func (p *Place) driver(ctx context.Context) string {
	have, _ := p.git(ctx, "config", "--get", "merge."+driverName+".driver")
	return have
}

// DriverState tells whether notes are merged by kb here: "ready"; "none" when .gitattributes does
// not ask for it; "unconfigured" when it does and this clone's git does not know the driver, so
// that it merges by itself.
func DriverState(ctx context.Context, p *Place) string {
	data, _ := os.ReadFile(filepath.Join(p.Root, ".gitattributes"))
	switch {
	case !bytes.Contains(data, []byte(DriverAttribute)):
		return "none"
	case p.driver(ctx) == "":
		return "unconfigured"
	}
	return "ready"
}
