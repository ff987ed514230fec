package userconfig

import (
	"cmp"
	"errors"
	"fmt"
)

// leastToken is how long a token has to be, in bytes, so that it cannot be guessed.
const leastToken = 16

// defaultTokenEnv is the variable that holds the token where the configuration names none.
const defaultTokenEnv = "KB_MCP_TOKEN"

// errNoToken tells that there is no token of kb mcp.
var errNoToken = errors.New("there is no token")

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
