package judge

import (
	"testing"

	"github.com/9aea2451/kb/contradict/read"
)

// What a careful reader of two documents lets pass, beside what stays.
func TestDoubtsOfDocuments(t *testing.T) {
	at := func(document, text string, context ...string) read.Statement {
		return read.Statement{Text: text, Document: document, Context: context}
	}
	for _, test := range []struct {
		name      string
		a, b      read.Statement
		low, high float64
	}{
		{"versions of one document", at("schema/v1.0.0.md", "Three transformations are supported."),
			at("schema/v1.1.0.md", "Two transformations are supported."), 0, 0.69},
		{"numbered documents", at("adr/0001.md", "Three transformations are supported."),
			at("adr/0002.md", "Two transformations are supported."), Warn, 0.69},
		{"the noun of a section", at("a.md", "The ID is 8 bytes long.", "Link"), at("a.md", "The ID is 16 bytes long.", "Profile"), 0,
			0.69},
		{"the noun of one thing", at("a.md", "The token is 8 bytes long.", "Token"),
			at("b.md", "The token is 16 bytes long.", "Token format"), Reject, 1},
		{"opposite headings", at("a.md", "The knock was rejected by an admin.", "Reject a knock"),
			at("a.md", "The knock was accepted by an admin.", "Accept a knock"), 0, Warn},
		{"a pointer", at("a.md", "See the requirements for synchronous instruments."),
			at("b.md", "See the requirements for asynchronous instruments."), 0, 0.01},
		{"one author", at("a.md", "All shreds of a set must have the same signature.", "Rules"),
			at("a.md", "All shreds of a set must have the same version.", "Rules"), 0, Warn},
		{"a definition named not", at("a.md", "not - Schemas must be objects."), at("b.md", "allOf - Schemas must be objects."), 0, Warn},
		{"two predicates", at("a.md", "Values are updated in place."), at("b.md", "Values are stored in sorted order."), 0, Warn},
		{"too", at("a.md", "The exporter writes CSV."), at("b.md", "The exporter writes JSON too."), 0, Warn},
		{"voices", at("a.md", "Infrastructure is provisioned with Terraform."), at("b.md", "We provision infrastructure with Pulumi."),
			Warn, 1},
	} {
		v := Judge(read.Parse(test.a), read.Parse(test.b), nil)
		if v.Energy < test.low || v.Energy > test.high {
			t.Errorf("%s: %.2f, expected %.2f to %.2f: %s", test.name, v.Energy, test.low, test.high, v.Explain())
		}
	}
}

func TestVersionless(t *testing.T) {
	for path, want := range map[string]string{
		"a/v1.2/b.md": "a/#/b.md", "3.0.1.md": "#.md", "file_v2.md": "file_#.md", "0001-x.md": "0001-x.md", "eip-20.md": "eip-20.md",
		"5v5.md": "5v5.md", "": "",
	} {
		if got := versionless(path); got != want {
			t.Errorf("%s: %s, not %s", path, got, want)
		}
	}
}

func TestVersionsOfOne(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"docs/v1.2/rooms.md", "docs/v1.3/rooms.md", true},
		{"docs/v1.2/rooms.md", "docs/rooms.md", true},
		{"docs/v1.2/rooms.md", "docs/v1.3/halls.md", true},
		{"docs/v1.2/rooms.md", "docs/v1.2/halls.md", false},
		{"docs/v1.2/rooms.md", "docs/halls.md", false},
		{"en/v1.2/docs/rooms.md", "en/docs/halls.md", true},
		{"en/v1.2/docs/rooms.md", "en/blog/halls.md", false},
		{"docs/v1.2/rooms.md", "docs/v1.2/rooms.md", false},
		{"docs/hall-v2/rooms.md", "docs/rooms.md", false},
		{"v2/rooms.md", "rooms.md", true},
		{"docs/rooms.md", "docs/halls.md", false},
		{"docs/rooms-v1.md", "docs/rooms-v2.md", true},
	} {
		if got := versionsOfOne(c.a, c.b); got != c.want {
			t.Errorf("%s, %s: %v", c.a, c.b, got)
		}
		if got := versionsOfOne(c.b, c.a); got != c.want {
			t.Errorf("%s, %s: %v", c.b, c.a, got)
		}
	}
}

// What people say in other words; beside each pair one that is not to be found.
func TestFreeWords(t *testing.T) {
	for _, test := range []struct {
		a, b     string
		conflict bool
	}{
		{"Telemetry storage is off by default.", "Telemetry storage is active out of the box.", true},
		{"The platform team is responsible for the runners.", "The runners are looked after by the search team.", true},
		{"Nicknames have 3 to 20 characters.", "Nicknames may be up to 64 characters long.", true},
		{"Nicknames have 3 to 20 characters.", "Nicknames have at least 3 characters.", false},
		{"Exactly one replica accepts writes.", "All replicas accept writes.", true},
		{"We never squash feature branches.", "Feature branches are squashed on merge.", true},
		{"By default the cache is disabled.", "The cache can be enabled with a flag.", false},
		{"The parser ignores unknown fields.", "The parser rejects duplicate fields.", false},
		{"Clients must retry on 503.", "Clients must not retry on 400.", false},
		{"Python 3.8 is no longer supported.", "Python 3.12 is supported.", false},
		{"Release 3.0 keeps backups for 30 days.", "Release 2.3 keeps backups for 30 days.", false},
		{"Python 3.11 must retain the drafts.", "Python 3.12 keeps the drafts for 90 days.", false},
		{"Python 3.11 runs the jobs.", "Python 3.12 runs the jobs.", false},
		{"Timeout 3.5 ms ends the call.", "Timeout 4.5 ms ends the call.", true}, // with a unit it is an amount
		{"Reports are encrypted for ap-south-1.", "Reports are encrypted for eu-west-1.", false},
		{"Reports are stored in ap-south-1.", "Reports are stored in eu-west-1.", true},
		{"We settled for PostgreSQL.", "We settled for MySQL.", true},
		{"We have decided for PostgreSQL.", "We have decided for MySQL.", true},
		{"We go for PostgreSQL.", "We go for MySQL.", true},
		{"There must not be any way to create spans other than a tracer.", "All spans must be created by a tracer.", false},
		{"The validation function receives two arguments.", "The render function no longer receives arguments.", false},
	} {
		v := judgeTexts(test.a, test.b)
		if got := v.Energy >= Warn; got != test.conflict {
			t.Errorf("%.2f for %q and %q: %s", v.Energy, test.a, test.b, v.Explain())
		}
	}
}

func TestWhatAssertsNothing(t *testing.T) {
	for _, pair := range [][2]string{
		{"![Banner on a red background](images/red.jpg)", "![Banner on a black background](images/black.jpg)"},
		{"<!-- The cache is enabled. -->", "<!-- The cache is disabled. -->"},
		{"Go to Details.", "Go to Settings."},
		{"The default locale is `en-US`.", "The default currency is `EUR`."},
		{"Builds run on Jenkins.", "Builds run on Linux."},
		{"Nobody but admins may invite users.", "Only admins may invite users."},
		{"**`path`** (string, REQUIRED) names the root of the container.",
			"**`image`** (object, OPTIONAL) names the root of the container."},
	} {
		if v := judgeTexts(pair[0], pair[1]); v.Energy >= Warn {
			t.Errorf("%.2f for %q: %s", v.Energy, pair, v.Explain())
		}
	}
	if v := judgeTexts("Uploading attachments is not possible for guests.", "Guests can upload attachments."); v.Energy < Warn {
		t.Errorf("%.2f: %s", v.Energy, v.Explain())
	}
}

// What is passed over without being aligned would have had no more energy.
func TestDoubtfulIsABound(t *testing.T) {
	for _, pair := range [][2]string{
		{"The camera shall point directly behind the bird and to at least 20 degrees in all directions.",
			"The camera shall point directly below the bird and to at least 60 degrees in all directions."},
		{"The station shall watch from the air within 20 miles of the origin.",
			"The station shall watch from the air locations up to 25 miles of the target."},
		{"Nicknames have 3 to 20 characters.", "Nicknames may be up to 64 characters long."},
		{"The search index is owned by the platform team.", "The search team owns the index."},
	} {
		a, b := read.Parse(read.Statement{Text: pair[0], Document: "a.md"}), read.Parse(read.Statement{Text: pair[1], Document: "b.md"})
		if v := Judge(a, b, nil); v.Energy == 0 || Doubtful(a, b, v.Energy) {
			t.Errorf("%.2f for %q: %s", v.Energy, pair, v.Explain())
		}
	}
}
