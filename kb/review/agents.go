package review

import (
	"github.com/9aea2451/kb/kb/history/walk"
)

// agentsOf names the programs that wrote a commit, or that its trailers tell of.
func agentsOf(c *walk.Commit) []string {
	agents := []string{}
	if walk.Agent(c.Author.Name, c.Author.Email) {
		agents = append(agents, c.Author.Name)
	}
	for _, credit := range c.Credits() {
		if credit.Agent {
			agents = appendNew(agents, credit.Name)
		}
	}
	return agents
}
