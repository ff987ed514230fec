package app

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/alecthomas/kong"
)

// version is set by the linker (see Makefile); without it the module's own version counts.
var version string

// versionFlag is --version anywhere on the command line.
type versionFlag bool

// BeforeReset prints the version before the rest of the line is judged.
func (versionFlag) BeforeReset(k *kong.Kong) error {
	defer k.Exit(exitOK)
	return PrintVersion(k.Stdout, false)
}

// Build is the JSON form of the version.
type Build struct {
	Version  string `json:"version"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// PrintVersion writes the version, the Go release and the platform.
func PrintVersion(w io.Writer, asJSON bool) error {
	b := Build{Version: ModuleVersion(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if asJSON {
		return report.JSON(w, b)
	}
	_, err := fmt.Fprintf(w, "kb %s (%s, %s)\n", b.Version, b.Go, b.Platform)
	return err
}

// ModuleVersion is the linker's version, else the one that the go command wrote into the binary.
func ModuleVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
