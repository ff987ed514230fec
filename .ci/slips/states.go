package main

import (
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// statesOf returns the commits of the first line of a history that were last at each age, the oldest first.
func statesOf(dir string) (out []string, err error) {
	text, err := exec.Command("git", "-C", dir, "log", "--first-parent", "--format=%H %ct", "HEAD").Output()
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	_, last, _ := strings.Cut(lines[0], " ")
	end, err := strconv.ParseInt(last, 10, 64)
	if err != nil {
		return nil, err
	}
	for _, months := range ages {
		when := time.Unix(end, 0).AddDate(0, -months, 0).Unix()
		for _, l := range lines {
			id, at, _ := strings.Cut(l, " ")
			if n, _ := strconv.ParseInt(at, 10, 64); n <= when {
				if !slices.Contains(out, id) {
					out = append(out, id)
				}
				break
			}
		}
	}
	return out, nil
}
