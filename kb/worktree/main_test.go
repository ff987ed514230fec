package worktree

import (
	"testing"

	"github.com/9aea2451/kb/kb/gittest"
)

func TestMain(m *testing.M) { gittest.Main(m) }
