package hooks

import (
	"context"
	"os"
	"path/filepath"
)

// Hook is what stands in the place of one hook.
type Hook struct {
	Name   string `json:"hook"`
	Path   string `json:"path"`
	By     string `json:"by"`               // kb, kb (edited), another, or none
	Chains string `json:"chains,omitempty"` // the hook that runs before ours
	Config string `json:"config,omitempty"` // section of git's configuration that names the hook as well, for git from 2.54 on
}

// Status tells for each hook what is installed, and which tool is in charge of all of them, "" for
// git itself.
func Status(ctx context.Context, p *Place) (states []Hook, manager string) {
	if p.off() {
		manager = "core.hooksPath " + p.Dir
	} else if m := p.manager(); m != nil {
		manager = m.Tool
	} else if p.husky() {
		manager = "husky"
	}
	for _, hook := range names(true) {
		s := p.fileState(hook)
		if have, _ := p.git(ctx, "config", "--local", "--get", configKey(hook)+".command"); have != "" {
			s.Config = configKey(hook)
		}
		if s.Config != "" && p.configHooks() && (s.By == "none" || s.By == "another") {
			s.By, s.Path = "kb", s.Config
		}
		states = append(states, s)
	}
	return states, manager
}

// fileState is what the files say.
func (p *Place) fileState(hook string) Hook {
	if p.husky() {
		data, _ := os.ReadFile(p.blockPath(hook))
		if _, _, found := cutBlock(data); found {
			return Hook{Name: hook, Path: p.blockPath(hook), By: "kb"}
		}
	}
	s := Hook{Name: hook, Path: filepath.Join(p.Dir, hook), By: "none"}
	data, err := os.ReadFile(s.Path)
	if err != nil {
		return s
	}
	is, untouched := ours(data)
	switch {
	case !is:
		s.By = "another"
	case untouched:
		s.By = "kb"
	default:
		s.By = "kb (edited)"
	}
	if _, err := os.Lstat(s.Path + legacySuffix); err == nil && is {
		s.Chains = s.Path + legacySuffix
	}
	return s
}
