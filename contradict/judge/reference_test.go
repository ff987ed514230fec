package judge

import (
	"testing"

	"github.com/9aea2451/kb/contradict/read"
)

// What pages of a reference say each of its own subject, and what two notes of a team say of one.
func TestPagesOfAReference(t *testing.T) {
	of := func(document, title, text string) read.Statement {
		return read.Statement{Text: text, Document: document, Title: title, Context: []string{title}}
	}
	for _, test := range []struct {
		name   string
		a, b   read.Statement
		energy float64 // below this, or from it on where it is told
		told   bool
	}{
		{"an attribute of no thing", of("ref/poll.md", "poll", "The default time-out is 60 seconds."),
			of("ref/fetch.md", "fetch", "The default time-out is 30 seconds."), Warn, false},
		{"none of an attribute", of("ref/crop.md", "crop", "There is no required default value."),
			of("ref/blur.md", "blur", "RADIUS_OFF is the required default value."), Warn, false},
		{"named by their notes", of("ref/open-stream.md", "open-stream", "The driver notes which stream is to be opened."),
			of("ref/close-stream.md", "close-stream", "The driver notes which stream is to be closed."), Warn, false},
		{"identifiers with escaped signs", of("ref/a.md", "Opening", `Callers use LINE\_STATUS\_OPEN to tell that the line is open.`),
			of("ref/b.md", "Closing", `Callers use LINE\_STATUS\_CLOSE to tell that the line is closed.`), Warn, false},
		{"a number in the subject", of("net/guide-6-5.md", "Guide 6.5", "A Lynx 6.5 driver must meet what is said of Lynx 6.2 drivers."),
			of("net/guide-6-2.md", "Guide 6.2", "A Lynx 6.2 driver must meet what is said of Lynx 6.1 drivers."), Warn, false},
		{"another clause denies", of("threads/end.md", "end", "`end` closes the handle at once."),
			of("threads/begin.md", "begin", "`end` closes the handle at once, whereas `end_all` doesn't."), Warn, false},
		{"set off from another", of("text/pad.md", "pad", "The destination is padded with zeros."),
			of("text/pad_safe.md", "pad_safe", "Unlike `pad`, the destination is not padded with zeros."), Warn, false},
		{"a line of headings", of("dml.md", "Markup", "**Special characters**"),
			of("setup.md", "Setup", "Special characters are not allowed."), Warn, false},
		{"may, or may not", of("gpu.md", "Queues", "A process has a context queue."),
			of("cpu.md", "Processes", "A process may, or may not, have a context queue."), Warn, false},
		{"fields", of("gpu.md", "Memory", "**Implementation, full**: Mandatory"),
			of("tdr.md", "Timeouts", "**Implementation, full**: Optional"), Warn, false},
		{"where it is supported", of("l2.md", "Filtering", "Filtering is supported in Lynx 8 and later."),
			of("irps.md", "Requests", "Supported in Lynx 7 and later."), Warn, false},

		{"few words of some", of("build/dots.md", "Dot directives", "Some layout skew is expected."),
			of("build/blocks.md", "Description blocks", "No layout skew is expected."), Reject, false},
		{"few words", of("build/dots.md", "Dot directives", "Spaces and tabs are allowed."),
			of("build/blocks.md", "Description blocks", "No spaces or tabs are allowed."), Reject, false},
		{"a field of two notes", of("ref/acquire.md", "acquire", "**Id** Specifies the pin that is to be acquired."),
			of("ref/clear.md", "clear", "**Id** Specifies the pin that is to be released."), Warn, false},
		{"two lines of two words", of("ref/read.md", "Modes", "READ (10)"), of("ref/access.md", "Access", "**Read** (2)"), Warn, false},
		{"only", of("net/ports.md", "Ports", "Only one port can be attached to a switch."),
			of("net/overview.md", "Overview", "Any port can be attached to a switch."), Reject, false},
		{"what a note adds", of("dev/checks.md", "Checks", "The checks are represented by bit 4."),
			of("dev/enhanced-checks.md", "Enhanced checks", "The enhanced checks are represented by bit 6."), Warn, false},
		{"two cases of one section", of("lamp.md", "Lamp", "The lamp must be switched on."),
			of("lamp.md", "Lamp", "The lamp must be switched off."), Warn, false},
		{"two amounts of one section", of("lamp.md", "Lamp", "The lamp must be on for 5 seconds."),
			of("lamp.md", "Lamp", "The lamp must be on for 9 seconds."), Warn, true},
		{"labels of links", of("linux.md", "On Linux", "See the [support lifecycle][01] documentation of the shell."),
			of("macos.md", "On a Mac", "See the [support lifecycle][13] documentation of the shell."), Warn, false},
		{"several amounts", of("picker.md", "Picker", "The form is 243 pixels wide and 230 pixels tall."),
			of("input.md", "Input", "The form is 300 pixels wide and 200 pixels tall."), Warn, false},
		{"no subject", of("hops.md", "Hops", "Doesn't require domain access to configure."),
			of("hop.md", "One hop", "Requires domain access to configure."), Warn, false},
		{"a plan and its note", of("docs/voice.md", "Voice", "A recorder must keep 2 seconds before the keyword."),
			of("docs/voice-remote.md", "Voice", "A recorder must keep 5 seconds before the keyword."), Warn, true},
		{"one subject", of("adr/0003-sessions.md", "Sessions", "The session time-out is 60 seconds."),
			of("adr/0007-limits.md", "Limits", "The session time-out is 30 seconds."), Reject, true},
		{"decisions by their titles", of("adr/0003-use-redis.md", "Use Redis for sessions", "Use Redis for sessions."),
			of("adr/0009-use-mysql.md", "Use MySQL for sessions", "Use MySQL for sessions."), Warn, true},
		{"a word more and a name", of("a.md", "Fetch", "The busy media server MUST keep pictures of `pool_a` for guests of a house."),
			of("b.md", "Wait", "The local busy media server MUST NOT keep pictures of `pool_a` for guests of a house."), Reject, false},
		{"not a word more", of("a.md", "Fetch", "The busy media server MUST keep pictures of `pool_a` for guests of a house."),
			of("b.md", "Wait", "The busy media server MUST NOT keep pictures of `pool_a` for guests of a house."), Reject, true},
		{"names that end with members of a class", of("a.md", "One", "Zone Red listens on port 9090."),
			of("b.md", "Two", "Zone Blue listens on port 8080."), Warn, false},
		{"otherwise worded", of("a.md", "Sessions", "We keep door logs for six months."),
			of("b.md", "Login", "Retention of door logs is two years."), Reject, false},
		{"or later", of("a.md", "Build", "The project requires Go 1.21 or later."),
			of("b.md", "Setup", "The project requires Go 1.18."), Reject, true},
		{"sorted by", of("a.md", "Lists", "Orders of the shop are sorted by price."),
			of("b.md", "Shop", "Orders of the shop are sorted by date."), Reject, true},
		{"a count", of("teams/one.md", "One", "Eleven other people look at the build."),
			of("teams/two.md", "Two", "Nine other people look at the build."), Reject, false},
		{"a count of a year", of("crew/2023-crew.md", "Crew", "Eleven other people look at the build."),
			of("crew/crew.md", "Crew", "Nine other people look at the build."), Warn, false},
		{"notes called by members", of("hosts/aws.md", "AWS", "The `Depot` interface is integrated with S3."),
			of("hosts/gcp.md", "GCP", "The `Depot` interface is integrated with GCS."), Warn, false},
		{"a field of four words", of("switches/north.md", "North", "**State**: new, disabled by default"),
			of("switches/south.md", "South", "**State**: new, enabled by default"), Warn, false},
		{"a list of members", of("sign.md", "Signing", "Both Windows and macOS prevent people from running unsigned programs."),
			of("store.md", "Storage", "**macOS**: Keys are kept in a way that prevents other programs from reading them."), Warn, false},
		{"a system in two notes", of("a.md", "Jobs", "The system starts the clock when a job is queued."),
			of("b.md", "Clocks", "The system stops the clock when a job is queued."), Reject, true},
		{"skipped", of("a.md", "Gate", "The gateway MUST validate each JWT signature."),
			of("b.md", "Paths", "The gateway MAY skip validating JWT signatures."), Warn, true},
		{"once and often", of("a.md", "Jobs", "Each nightly job runs once."), of("b.md", "Runs", "Each nightly job runs multiple times."),
			Reject, true},
		{"a flip", of("adr/0003-export.md", "Export", "Guests can export the full report."),
			of("adr/0009-guests.md", "Guests", "Guests cannot export the full report."), Reject, true},
	} {
		if v := judged(test.a, test.b); (v.Energy >= test.energy) != test.told {
			t.Errorf("%s: %.2f: %s", test.name, v.Energy, v.Explain())
		}
	}
}
