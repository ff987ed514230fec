// Package e2e holds the tests that run the built binary as its users do: killed, side by side, on
// hostile repositories.
package e2e
