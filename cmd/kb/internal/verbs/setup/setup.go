// Package setup connects a repository with its team, with git and with agents: init, hooks, mcp,
// merge-driver.
package setup
