package userconfig

import (
	"cmp"
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"
)

// leastToken is how long a token has to be, in bytes, so that it cannot be guessed.
const leastToken = 16

// defaultTokenEnv is the variable that holds the token where the configuration names none.
const defaultTokenEnv = "KB_MCP_TOKEN"

// errNoToken tells that there is no token of kb mcp.
var errNoToken = errors.New("there is no token")

// server reads the section mcp.
func (c *Config) server(section *yaml.Node) error {
	return c.each(section, []string{"token_env"}, func(_ string, n *yaml.Node) (err error) {
		if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
			return c.wrong(n, "token_env: expected the name of a variable, such as %s, and not a token", defaultTokenEnv)
		}
		c.TokenEnv, err = c.variable("token_env", n)
		return err
	})
}

// Token is what clients of kb mcp --http have to know. The error, which wraps errNoToken, says
// where it is expected.
func (c *Config) Token() (string, error) {
	name := cmp.Or(c.TokenEnv, defaultTokenEnv)
	token := c.env(name)
	switch {
	case token == "":
		return "", fmt.Errorf("%w: %s is not set", errNoToken, name)
	case len(token) < leastToken:
		return "", fmt.Errorf("%w that is long enough: %s has fewer than %d bytes", errNoToken, name, leastToken)
	}
	return token, nil
}
