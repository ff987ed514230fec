package main

// grammar is the command line of kb: global flags, and one field a verb.
type grammar struct {
	Globals

	Search     searchCmd     `cmd:"" help:"Find sections of notes by words and by meaning."`
	Show       showCmd       `cmd:"" help:"Print a note, or one section of it."`
	Links      linksCmd      `cmd:"" help:"Show what a note links to and what links to it."`
	Related    relatedCmd    `cmd:"" help:"Find notes near to a note."`
	Context    contextCmd    `cmd:"" help:"Pack what to know before working on files or a task, for an agent."`
	Blame      blameCmd      `cmd:"" help:"Tell where each section of a note comes from: commit, author, pull request, reviewers."`
	Log        logCmd        `cmd:"" help:"Tell the life of a note: its commits, and what each changed in what it says."`
	Graph      graphCmd      `cmd:"" help:"Show how notes hang together: as tree, JSON, DOT, Mermaid or a picture."`
	Stale      staleCmd      `cmd:"" help:"Rank notes by how likely they no longer hold: code that changed, references that broke, age."`
	Timeline   timelineCmd   `cmd:"" help:"Count notes added, changed, superseded and removed over time."`
	Categories categoriesCmd `cmd:"" help:"List categories, print one, find summaries that have grown old."`
	Init       initCmd       `cmd:"" help:"Prepare a repository for a team: template, categories, CI; or import what it has."`
	New        newCmd        `cmd:"" help:"Write a new note."`
	Remember   rememberCmd   `cmd:"" help:"Write down what was learned, in one line."`
	Set        setCmd        `cmd:"" help:"Set keys of a note's front matter."`
	Verify     verifyCmd     `cmd:"" help:"Record that notes were checked today."`
	Relate     relateCmd     `cmd:"" help:"Add a relation between two notes."`
	Supersede  supersedeCmd  `cmd:"" help:"Put one note in the place of another."`
	Mv         mvCmd         `cmd:"" help:"Rename a note and write every link to it anew."`
	Schema     schemaCmd     `cmd:"" help:"Print the JSON Schema of a kind's front matter."`
	Bisect     bisectCmd     `cmd:"" help:"Find the commit at which a query lost its answer, or a finding appeared."`
	Validate   validateCmd   `cmd:"" help:"Judge a change of knowledge: contradictions, broken links and more."`
	Review     reviewCmd     `cmd:"" help:"Tell what a change does to what the team knows."`
	Check      checkCmd      `cmd:"" help:"Ask whether a statement would contradict the base."`
	Conflicts  conflictsCmd  `cmd:"" help:"List the contradictions that stand in the base."`
	Waive      waiveCmd      `cmd:"" help:"Accept a finding, with a reason."`
	Rules      rulesCmd      `cmd:"" help:"Explain the rules of validate."`
	Hooks      hooksCmd      `cmd:"" help:"Let git check each commit: install, uninstall, status."`
	Index      indexCmd      `cmd:"" help:"Bring the index of the work tree up to date."`
	Stats      statsCmd      `cmd:"" help:"Sum up the base: what is in it, what is used, what is missing."`
	Gc         gcCmd         `cmd:"" name:"gc" help:"Find duplicates, faded notes and data that nothing needs."`
	Status     statusCmd     `cmd:"" help:"Tell what is indexed, how fresh it is, and what it takes."`
	MCP        mcpCmd        `cmd:"" name:"mcp" help:"Serve what the repository knows to agents, read-only."`
	Usage      usageCmd      `cmd:"" help:"Say what is recorded of searches and reads; export, forget or share it."`
	Eval       evalCmd       `cmd:"" help:"Measure retrieval against judged queries."`
	Tune       tuneCmd       `cmd:"" help:"Search better weights of ranking on judged queries."`
	Completion completionCmd `cmd:"" help:"Print the completion script of a shell."`
	Version    versionCmd    `cmd:"" help:"Print the version of kb."`

	MergeDriver mergeDriverCmd `cmd:"" hidden:"" name:"merge-driver" help:"Merge three versions of a note; git runs it."`
	Man         manCmd         `cmd:"" hidden:"" help:"Write the manual pages into a folder."`
}

// Globals are the flags that every verb has.
type Globals struct {
	Dir      string      `short:"C" placeholder:"DIR" complete:"folder" help:"Run as if started in DIR." group:"global"`
	Bare     bool        `help:"Take that folder itself for a bare repository, even inside of another work tree." group:"global"`
	JSON     bool        `name:"json" help:"Print one JSON document on stdout (docs/json.md)." group:"global"`
	NoColor  bool        `help:"No colour; NO_COLOR and TERM=dumb mean the same." group:"global"`
	NoUpdate bool        `help:"Answer from the index as it is." group:"global"`
	Quiet    bool        `help:"No remarks and no progress on stderr, only errors." group:"global"`
	NoTrack  bool        `help:"Do not record this use; KB_NO_TRACK=1 means the same (kb usage)." group:"global"`
	Version  versionFlag `name:"version" help:"Print the version and exit." group:"global"`
}
