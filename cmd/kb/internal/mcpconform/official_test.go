package mcpconform

import (
	"slices"
	"testing"
)

// The official programs find kb mcp to be what the protocol says, in both eras, and leave the
// repository as it was.
func TestOfficialPrograms(t *testing.T) {
	p := install(t)
	kb := build(t, "cmd/kb")
	fixture := build(t, "cmd/kb/internal/mcpconform/testdata/fixture", "-tags", "mcpfixture")
	r := sample(t)
	before := r.everything()
	t.Run("all", func(t *testing.T) {
		t.Run("every scenario is listed", func(t *testing.T) { everyScenarioIsListed(t, p) })
		for _, era := range eras() {
			t.Run("scenarios of "+era, func(t *testing.T) {
				t.Parallel()
				verdicts := runAll(t, p, era, r.listen(t, kb, "mcp", "--http", "127.0.0.1:0"))
				judge(t, verdicts, plain(era), exceptions(era))
			})
			t.Run("scenarios of "+era+" with fixtures", func(t *testing.T) {
				t.Parallel()
				verdicts := runAll(t, p, era, r.listen(t, fixture))
				judge(t, verdicts, slices.Concat(plain(era), withFixtures(era)), fixtureExceptions(era))
			})
			t.Run("inspector of "+era, func(t *testing.T) {
				t.Parallel()
				inspectorDrives(t, p, r, kb, era)
			})
			t.Run("client of "+era+" on stdio", func(t *testing.T) {
				t.Parallel()
				clientAsks(t, p, r, era, "stdio", kb, "mcp", "--quiet")
			})
			t.Run("client of "+era+" over HTTP", func(t *testing.T) {
				t.Parallel()
				clientAsks(t, p, r, era, "http", r.listen(t, kb, "mcp", "--http", "127.0.0.1:0"))
			})
		}
	})
	same(t, before, r.everything())
}
