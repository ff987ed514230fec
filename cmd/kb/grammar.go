package main

import (
	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/clone"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/find"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/judge"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/measure"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/past"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/setup"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/survey"
	"github.com/9aea2451/kb/cmd/kb/internal/verbs/write"
)

// grammar is the command line of kb: global flags, and one field a verb.
type grammar struct {
	app.Globals

	Search     find.SearchCmd       `cmd:"" help:"Find sections of notes by words and by meaning."`
	Show       find.ShowCmd         `cmd:"" help:"Print a note, or one section of it."`
	Links      find.LinksCmd        `cmd:"" help:"Show what a note links to and what links to it."`
	Related    find.RelatedCmd      `cmd:"" help:"Find notes near to a note."`
	Context    find.ContextCmd      `cmd:"" help:"Pack what to know before working on files or a task, for an agent."`
	Blame      past.BlameCmd        `cmd:"" help:"Tell where each section of a note comes from: commit, author, pull request, reviewers."`
	Log        past.LogCmd          `cmd:"" help:"Tell the life of a note: its commits, and what each changed in what it says."`
	Graph      find.GraphCmd        `cmd:"" help:"Show how notes hang together: as tree, JSON, DOT, Mermaid or a picture."`
	Stale      survey.StaleCmd      `cmd:"" help:"Rank notes by how likely they no longer hold: code that changed, references that broke, age."`
	Timeline   survey.TimelineCmd   `cmd:"" help:"Count notes added, changed, superseded and removed over time."`
	Categories survey.CategoriesCmd `cmd:"" help:"List categories, print one, find summaries that have grown old."`
	Init       setup.InitCmd        `cmd:"" help:"Prepare a repository for a team: template, categories, CI; or import what it has."`
	New        write.NewCmd         `cmd:"" help:"Write a new note."`
	Remember   write.RememberCmd    `cmd:"" help:"Write down what was learned, in one line."`
	Set        write.SetCmd         `cmd:"" help:"Set keys of a note's front matter."`
	Verify     write.VerifyCmd      `cmd:"" help:"Record that notes were checked today."`
	Relate     write.RelateCmd      `cmd:"" help:"Add a relation between two notes."`
	Supersede  write.SupersedeCmd   `cmd:"" help:"Put one note in the place of another."`
	Mv         write.MvCmd          `cmd:"" help:"Rename a note and write every link to it anew."`
	Schema     write.SchemaCmd      `cmd:"" help:"Print the JSON Schema of a kind's front matter."`
	Bisect     past.BisectCmd       `cmd:"" help:"Find the commit at which a query lost its answer, or a finding appeared."`
	Validate   judge.ValidateCmd    `cmd:"" help:"Judge a change of knowledge: contradictions, broken links and more."`
	Review     judge.ReviewCmd      `cmd:"" help:"Tell what a change does to what the team knows."`
	Check      judge.CheckCmd       `cmd:"" help:"Ask whether a statement would contradict the base."`
	Conflicts  judge.ConflictsCmd   `cmd:"" help:"List the contradictions that stand in the base."`
	Waive      judge.WaiveCmd       `cmd:"" help:"Accept a finding, with a reason."`
	Rules      judge.RulesCmd       `cmd:"" help:"Explain the rules of validate."`
	Hooks      setup.HooksCmd       `cmd:"" help:"Let git check each commit: install, uninstall, status."`
	Index      clone.IndexCmd       `cmd:"" help:"Bring the index of the work tree up to date."`
	Stats      survey.StatsCmd      `cmd:"" help:"Sum up the base: what is in it, what is used, what is missing."`
	Gc         clone.GCCmd          `cmd:"" name:"gc" help:"Find duplicates, faded notes and data that nothing needs."`
	Status     clone.StatusCmd      `cmd:"" help:"Tell what is indexed, how fresh it is, and what it takes."`
	MCP        setup.MCPCmd         `cmd:"" name:"mcp" help:"Serve what the repository knows to agents, read-only."`
	Usage      clone.UsageCmd       `cmd:"" help:"Say what is recorded of searches and reads; export, forget or share it."`
	Eval       measure.EvalCmd      `cmd:"" help:"Measure retrieval against judged queries."`
	Tune       measure.TuneCmd      `cmd:"" help:"Search better weights of ranking on judged queries."`
	Completion completionCmd        `cmd:"" help:"Print the completion script of a shell."`
	Version    versionCmd           `cmd:"" help:"Print the version of kb."`

	MergeDriver setup.MergeDriverCmd `cmd:"" hidden:"" name:"merge-driver" help:"Merge three versions of a note; git runs it."`
	Man         manCmd               `cmd:"" hidden:"" help:"Write the manual pages into a folder."`
}
