// Command kb searches the knowledge that a git repository holds as markdown.
package main

import "github.com/9aea2451/kb/cmd/kb/internal/program"

func main() { program.Main() }
