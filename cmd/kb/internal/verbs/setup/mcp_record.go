package setup

import (
	"cmp"
	"fmt"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/usage"
)

// fromAgents is the source of what is recorded by kb mcp where the client does not say its name.
const fromAgents = "mcp"

// recorder returns what records the uses of a server's repositories, nil where nothing is to be
// recorded, and what ends it.
func recorder(a *app.App, roots []mcp.Root, log func(string)) (record func(mcp.Use), end func()) {
	if session.Untracked(a) != "" {
		return nil, func() {}
	}
	into := map[string]*usage.Recorder{}
	warn := session.Once(log)
	for _, r := range roots {
		into[r.Name] = usage.NewRecorder(r.Desk.Repo.StateDir(), warn)
	}
	session := fmt.Sprintf("mcp-%d", a.Now().UnixNano())
	record = func(u mcp.Use) {
		source := cmp.Or(u.Client, fromAgents)
		if u.Opened != nil {
			into[u.Root].Read(usage.Read{At: u.At, Source: source, Session: session + " " + source, Note: *u.Opened})
			return
		}
		into[u.Root].Search(usage.Search{
			At: u.At, Source: source, Session: session + " " + source,
			Query: u.Query, Terms: u.Terms, Mode: u.Mode, Filters: u.Tool, Latency: u.Took, Results: u.Results,
		})
	}
	end = func() {
		for _, r := range into {
			r.Close()
		}
	}
	return record, end
}
