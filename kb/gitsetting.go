package kb

import (
	"context"
	"strings"
)

// GitSetting gives the value of a key of git's configuration, of all its scopes; "" when it is not
// set, or when there is no git to ask.
func (r *Repo) GitSetting(ctx context.Context, key string) string {
	git, ok := r.git.(*gitProgram)
	if !ok {
		return ""
	}
	out, err := git.run(ctx, "config", "--get", key)
	if err != nil {
		return ""
	}
	return strings.TrimRight(string(out), "\r\n")
}
