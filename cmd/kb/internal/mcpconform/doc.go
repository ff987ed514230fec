// Package mcpconform holds the tests of kb mcp with other people's programs: the official
// scenarios, the inspector, and the official client.
package mcpconform
