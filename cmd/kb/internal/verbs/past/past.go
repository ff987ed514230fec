// Package past tells what the history knows: log, blame, bisect.
package past
