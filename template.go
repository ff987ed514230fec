// Package kbroot holds what kb init copies into a repository.
package kbroot

import "embed"

// Template is the folder .memory-template.
//
//go:embed all:.memory-template
var Template embed.FS
