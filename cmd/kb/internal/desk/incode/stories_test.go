package incode_test

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/program"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
)

func TestMain(m *testing.M) { story.Main(m, program.Main) }

func TestStories(t *testing.T) { story.Run(t) }
