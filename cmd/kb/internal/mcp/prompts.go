package mcp

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	questions "github.com/9aea2451/kb/cmd/kb/internal/desk/ask"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/wire"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/draft"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxArgument is the greatest length of an argument of a prompt, in bytes.
const maxArgument = 20_000

// addPrompts registers the prompts.
func (s *Server) addPrompts() {
	s.sdk.AddPrompt(&sdk.Prompt{
		Name: "recall", Title: "Recall what we know",
		Description: "Answer a question from what the team has written down, with citations, and say what is not known.",
		Arguments:   []*sdk.PromptArgument{{Name: "topic", Description: "what to recall", Required: true}},
	}, s.prompt(s.recall))
	s.sdk.AddPrompt(&sdk.Prompt{
		Name: "ask", Title: "Answer a question from our notes",
		Description: "Give a short answer in which every sentence cites where it stands, from statements that the server has looked up.",
		Arguments:   []*sdk.PromptArgument{{Name: "question", Description: "what you want to know", Required: true}},
	}, s.prompt(s.ask))
	s.sdk.AddPrompt(&sdk.Prompt{
		Name: "review_change", Title: "Review a change against what we know",
		Description: "Check a change of code or notes against decisions, standards and gotchas before it is committed.",
		Arguments: []*sdk.PromptArgument{
			{Name: "change", Description: "what the change does, or its diff", Required: true},
			{Name: "files", Description: "paths that it touches, separated by spaces"},
		},
	}, s.prompt(s.reviewChange))
	s.sdk.AddPrompt(&sdk.Prompt{
		Name: "propose_memory", Title: "Propose a memory",
		Description: "Turn what was learned into a well-formed note for a commit. The server writes nothing: the agent puts the file in " +
			"place.",
		Arguments: []*sdk.PromptArgument{
			{Name: "text", Description: "what was learned, in a sentence or a few", Required: true},
			{Name: "title", Description: "of the note"},
			{Name: "type", Description: "such as gotcha, solution, pattern, fact; guessed where it is left out"},
			{Name: "tags", Description: "separated by commas"},
			{Name: "files", Description: "globs of the code that it speaks of, separated by spaces"},
		},
	}, s.prompt(s.proposeMemory))
}

// prompt makes a handler of what writes the text of a prompt.
func (s *Server) prompt(write func(ctx context.Context, args map[string]string) (string, error)) sdk.PromptHandler {
	return func(ctx context.Context, req *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		for name, value := range req.Params.Arguments {
			if len(value) > maxArgument {
				return nil, wire.Invalid("argument %s has %d bytes, more than %d: shorten it", name, len(value), maxArgument)
			}
		}
		text, err := write(ctx, req.Params.Arguments)
		if err != nil {
			return nil, err
		}
		return &sdk.GetPromptResult{
			Messages: []*sdk.PromptMessage{
				{Role: "user", Content: &sdk.TextContent{Text: render.CutText(report.Clean(text), render.MostChars)}},
			},
		}, nil
	}
}

// argument gives an argument that has to be there.
func argument(args map[string]string, name string) (string, error) {
	if v := strings.TrimSpace(args[name]); v != "" {
		return v, nil
	}
	return "", wire.Invalid("argument %s is missing", name)
}

// promptCall stands in for the call of a tool: a prompt shows what the tool would find, in about so
// many characters.
func (s *Server) promptCall(chars int) *call {
	return &call{server: s, request: &sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{}}, form: render.Form{Chars: chars}}
}

// recall is the prompt that has a model answer from what search finds of a topic: the first page,
// without a cursor, as a prompt cannot be called again for the next.
func (s *Server) recall(ctx context.Context, args map[string]string) (string, error) {
	topic, err := argument(args, "topic")
	if err != nil {
		return "", err
	}
	found, err := s.search(ctx, s.promptCall(render.DefaultChars), SearchArgs{Query: desk.PlainQuery(render.Clip(topic, maxQuery))})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Answer from what the team has written down: %s\n\n", topic)
	b.WriteString(
		"Cite each claim as path:lines. Say which notes no longer hold and what took their place, and say plainly what is not known. ",
	)
	b.WriteString("Where the parts below do not suffice, call the tools search, read, history and recall_decision.\n\n")
	found.NextCursor = ""
	found.Render(&b)
	return b.String(), nil
}

// promptSentences is how many statements a prompt to answer a question gives of a repository.
const promptSentences = 10

// ask is the prompt that has a model answer a question from statements whose places were looked up,
// repository by repository. They are extracted: no model is asked here.
func (s *Server) ask(ctx context.Context, args map[string]string) (string, error) {
	question, err := argument(args, "question")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Answer in one to five sentences: %s\n\n", question)
	b.WriteString(
		"End every sentence with the place that says it, as path:line@commit, out of those below. Say beside it what is marked as " +
			"not holding or as contradicted. Where they do not answer, say that the notes do not say; what is not below is no answer.\n\n",
	)
	err = s.promptCall(render.DefaultChars).eachAt(ctx, "", "", func(ctx context.Context, st *warm.View, _ time.Time) error {
		reply, err := questions.Ask(ctx, st.View, questions.Request{
			Query: index.Query{Text: desk.PlainQuery(render.Clip(question, maxQuery))}, Most: promptSentences,
		})
		if err == nil {
			render.Reply(&b, reply, s.rootOf(st))
		}
		return err
	})
	return b.String(), err
}

// reviewChange is the prompt that has a model hold a change against how work is done here (of at
// most 200 of its files) and against what went wrong before; each of the two gets half of the room.
func (s *Server) reviewChange(ctx context.Context, args map[string]string) (string, error) {
	change, err := argument(args, "change")
	if err != nil {
		return "", err
	}
	files := strings.Fields(args["files"])
	patterns, err := s.patterns(ctx, s.promptCall(render.DefaultChars/2), PatternArgs{Files: files[:min(len(files), 200)]})
	if err != nil {
		return "", err
	}
	alike, err := s.issues(ctx, s.promptCall(render.DefaultChars/2), IssueArgs{Context: change + " " + strings.Join(files, " ")})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(
		"Review this change against what the team knows. For each conflict with a decision, standard or gotcha name the note " +
			"(path:lines), what the change does, and what would settle it. ",
	)
	b.WriteString(
		"Call recall_decision where the change revises a choice, and check_statement for each fact or rule that it writes down. Say so " +
			"when nothing speaks against it.\n\n",
	)
	fmt.Fprintf(&b, "The change:\n%s\n", change)
	if len(files) > 0 {
		fmt.Fprintf(&b, "\nFiles: %s\n", strings.Join(files, " "))
	}
	b.WriteString("\n## How work is done here\n\n")
	patterns.NextCursor, alike.NextCursor = "", ""
	patterns.Render(&b)
	b.WriteString("\n## What went wrong before in such places\n\n")
	alike.Render(&b)
	return b.String(), nil
}

// proposeMemory is the prompt that makes a note of what was learned, for the agent to put in place:
// of the first repository where there are several. A type that is none is an error about
// parameters.
func (s *Server) proposeMemory(ctx context.Context, args map[string]string) (string, error) {
	text, err := argument(args, "text")
	if err != nil {
		return "", err
	}
	d := draft.Draft{
		Kind:   "memory",
		Type:   strings.TrimSpace(args["type"]),
		Title:  render.CleanLine(args["title"]),
		Source: "agent",
		Body:   text,
		Date:   s.o.Now().Format(time.DateOnly),
	}
	if d.Title == "" {
		d.Title = draft.TitleOf(text)
	}
	if d.Type == "" {
		d.Type = draft.TypeOf(text)
	}
	if !strings.Contains(" "+strings.Join(kb.MemoryTypes(), " ")+" ", " "+d.Type+" ") {
		return "", wire.Invalid("type %s: expected one of %s", render.Clip(d.Type, 40), strings.Join(kb.MemoryTypes(), ", "))
	}
	d.Tags = strings.FieldsFunc(args["tags"], func(r rune) bool { return r == ',' || r == ' ' })
	d.Files = strings.Fields(args["files"])
	if d.ID, err = draft.NewID(s.o.Now(), rand.Reader); err != nil {
		return "", err
	}
	note, err := d.Compose(ctx, s.bases[0].Repo)
	if err != nil {
		return "", wire.Invalid("no note can be made of this: %v", err)
	}
	checked, err := s.check(ctx, s.promptCall(render.DefaultChars), CheckArgs{Statement: render.Clip(text, maxArgument)})
	if err != nil {
		checked = &render.Checked{Verdict: render.NoneFound, Found: []render.Said{}}
	}
	near, err := s.find(ctx, text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Put this note into the repository as %s, after you have checked it. The server has written nothing.\n\n", note.Path)
	fence := "````"
	for strings.Contains(string(note.Text), fence) {
		fence += "`"
	}
	fmt.Fprintf(&b, "%smarkdown\n%s\n%s\n\n", fence, strings.TrimRight(string(note.Text), "\n"), fence)
	b.WriteString(
		"Keep it to what was learned, one matter a note; correct type, tags and files. Where a note below says the same, change that " +
			"note instead; where one contradicts it, settle that first, by a supersedes relation or by asking.\n\n",
	)
	checked.Render(&b)
	b.WriteString("\n")
	near.Render(&b)
	return b.String(), nil
}

// find gives the notes nearest to a text.
func (s *Server) find(ctx context.Context, text string) (*render.Found, error) {
	c := s.promptCall(3_000)
	found, err := c.find(ctx, finding{query: index.Query{Text: desk.NewProblem(text).Query()}, limit: 3, asked: "prompt"})
	if err == nil {
		found.NextCursor = ""
	}
	return found, err
}
