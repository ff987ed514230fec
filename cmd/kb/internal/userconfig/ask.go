package userconfig

import (
	"strconv"

	"go.yaml.in/yaml/v3"
)

// The most that can be set of what one question may take.
const (
	maxIterations = 100
	maxCalls      = 1000
	maxAtOnce     = 50
	maxAskCost    = 100 // dollars
)

// ask takes one key of the section ask.
func (c *Config) ask(key string, n *yaml.Node) (err error) {
	if n.Kind != yaml.ScalarNode {
		return c.wrong(n, "%s: expected a single value", key)
	}
	a := &c.Ask
	switch key {
	case "iterations":
		a.Iterations, err = c.number(key, n, maxIterations)
	case "calls":
		a.Calls, err = c.number(key, n, maxCalls)
	case "at_once":
		a.AtOnce, err = c.number(key, n, maxAtOnce)
	case "time":
		a.Time, err = c.duration(key, n)
	case "max_cost":
		a.MaxCost, err = strconv.ParseFloat(n.Value, 64)
		if err != nil || !(a.MaxCost > 0 && a.MaxCost <= maxAskCost) { // neither is what is not a number
			return c.wrong(n, "%s: %q: expected dollars above 0, at most %d", key, clip(n.Value), maxAskCost)
		}
	}
	return err
}
