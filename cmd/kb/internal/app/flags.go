package app

// Globals are the flags that every verb has.
type Globals struct {
	Dir      string      `short:"C" placeholder:"DIR" complete:"folder" help:"Run as if started in DIR." group:"global"`
	Bare     bool        `help:"Take that folder itself for a bare repository, even inside of another work tree." group:"global"`
	JSON     bool        `name:"json" help:"Print one JSON document on stdout (docs/json.md)." group:"global"`
	NoColor  bool        `help:"No colour; NO_COLOR and TERM=dumb mean the same." group:"global"`
	NoPager  bool        `help:"Print long answers on a terminal at once (KB_PAGER, PAGER)." group:"global"`
	NoUpdate bool        `help:"Answer from the index as it is." group:"global"`
	Quiet    bool        `help:"No remarks and no progress on stderr, only errors." group:"global"`
	NoTrack  bool        `help:"Do not record this use; KB_NO_TRACK=1 means the same (kb usage)." group:"global"`
	Version  versionFlag `name:"version" help:"Print the version and exit." group:"global"`
}
