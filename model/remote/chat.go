package remote

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/9aea2451/kb/model"
	"github.com/google/jsonschema-go/jsonschema"
)

const (
	chatTimeout = 60 * time.Second
	chatRetries = 2
	// A prompt has at most so many bytes; who has more to say asks in parts.
	maxPrompt = 1 << 20
)

var (
	errPrompt = fmt.Errorf("the prompt has more than %d bytes", maxPrompt)
	errTool   = errors.New("it asked for a tool; kb gives none")
	errEmpty  = errors.New("an answer without text")
)

// chat is the Chat of a server.
type chat struct {
	*line
	speak func(p model.Prompt) (path string, content any)
	hear  func(body []byte) (said, error)
}

// said is what an answer of any protocol comes down to.
type said struct {
	text    string
	in, out int  // tokens
	cut     bool // at the bound of tokens
	tool    bool // the model wants one run
}

// NewChat returns the Chat of a server. Secrets in prompts are replaced before they are sent.
// Answers are looked up in use.Kept first. Nothing is sent before the first call.
func NewChat(e Endpoint, use model.Use) (model.Chat, error) {
	e.Timeout = cmp.Or(e.Timeout, chatTimeout)
	l, err := open(model.RoleChat, e, use)
	if err != nil {
		return nil, err
	}
	c := &chat{line: l}
	switch e.Provider {
	case Ollama:
		c.speak, c.hear = l.speakOllama, hearOllama
	case Anthropic:
		c.speak, c.hear = l.speakAnthropic, hearAnthropic
	default:
		c.speak, c.hear = l.speakOpenAI, hearOpenAI
	}
	if use.Kept != nil {
		return use.Kept.Chat(c, use.Meter), nil
	}
	return c, nil
}

// Model names provider and model.
func (c *chat) Model() string { return c.server.Provider + "/" + c.server.Model }

// Answer asks the server once; what fails is tried again, what has the wrong form is not.
func (c *chat) Answer(ctx context.Context, p model.Prompt) (model.Answer, error) {
	p = p.Clean()
	p.MaxTokens = min(cmp.Or(p.MaxTokens, c.server.MaxTokens), c.server.MaxTokens)
	if len(p.System)+len(p.User) > maxPrompt {
		return model.Answer{}, errPrompt
	}
	schema, err := inform(&p)
	if err != nil {
		return model.Answer{}, err
	}
	path, content := c.speak(p)
	var s said
	var took model.Usage
	// The estimate counts the schema twice: it is said in the prompt, and it is a part of the request.
	most := c.server.Price.of(model.Estimate(len(p.System)+len(p.User)+len(schema)), p.MaxTokens)
	err = c.do(ctx, call{
		path: path, content: content, limit: replyBase, timeout: c.server.Timeout, retries: chatRetries, most: most,
		decode: func(body []byte) (int, int, error) {
			if s, err = c.hear(body); err != nil {
				return s.in, s.out, err
			}
			took = c.server.Price.of(max(s.in, 0), max(s.out, 0))
			return s.in, s.out, s.wrong()
		},
	})
	if err != nil {
		return model.Answer{}, err
	}
	a := model.Answer{Text: s.text, Usage: took}
	if s.cut {
		return a, fmt.Errorf("%w: it was cut off after %d tokens", model.ErrForm, p.MaxTokens)
	}
	a.Text, err = model.Form(s.text, p.Schema)
	return a, err
}

// wrong reports what makes an answer none at all.
func (s *said) wrong() error {
	switch {
	case s.tool:
		return errTool
	case s.text == "":
		return errEmpty
	}
	return nil
}

// inform adds to a prompt which form its answer has to have, for servers that do not hold a model
// to a schema.
func inform(p *model.Prompt) (schema []byte, err error) {
	if p.Schema == nil {
		return nil, nil
	}
	if schema, err = json.Marshal(p.Schema); err != nil {
		return nil, err
	}
	p.System += "\n\nAnswer with one JSON object and nothing else. Its schema: " + string(schema)
	return schema, nil
}

// message is one of a conversation.
type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// messages is a prompt as two messages; that of the system may be empty.
func messages(p model.Prompt) []message { return []message{{"system", p.System}, {"user", p.User}} }

// openAIChat is the body of POST {base}/chat/completions.
type openAIChat struct {
	Model       string        `json:"model"`
	Messages    []message     `json:"messages"`
	Tokens      int           `json:"max_completion_tokens,omitempty"` // OpenAI's own
	MaxTokens   int           `json:"max_tokens,omitempty"`            // everybody else's
	Temperature *float64      `json:"temperature,omitempty"`           // OpenAI's newer models refuse it
	Format      *openAIFormat `json:"response_format,omitempty"`
}

type openAIFormat struct {
	Type   string `json:"type"`
	Schema struct {
		Name   string             `json:"name"`
		Strict bool               `json:"strict"`
		Schema *jsonschema.Schema `json:"schema"`
	} `json:"json_schema"`
}

// speakOpenAI is what to ask of a server: the path below its address, and the body. All servers but
// OpenAI's own are asked for the temperature 0.
func (l *line) speakOpenAI(p model.Prompt) (string, any) {
	r := openAIChat{Model: l.server.Model, Messages: messages(p)}
	if l.base.Host == openAIHost {
		r.Tokens = p.MaxTokens
	} else {
		r.MaxTokens, r.Temperature = p.MaxTokens, new(float64)
	}
	if p.Schema != nil {
		r.Format = &openAIFormat{Type: "json_schema"}
		r.Format.Schema.Name, r.Format.Schema.Strict, r.Format.Schema.Schema = "answer", true, p.Schema
	}
	return "chat/completions", r
}

// hearOpenAI reads the first choice of a reply, a refusal as its text; errEmpty without a choice.
func hearOpenAI(body []byte) (said, error) {
	var answer struct {
		Choices []struct {
			Message struct {
				Content string            `json:"content"`
				Refusal string            `json:"refusal"`
				Tools   []json.RawMessage `json:"tool_calls"`
			} `json:"message"`
			Reason string `json:"finish_reason"`
		} `json:"choices"`
		Usage struct {
			In  int `json:"prompt_tokens"`
			Out int `json:"completion_tokens"`
		} `json:"usage"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return said{}, err
	}
	if len(answer.Choices) == 0 {
		return said{}, errEmpty
	}
	c := answer.Choices[0]
	return said{
		text: cmp.Or(c.Message.Content, c.Message.Refusal), in: answer.Usage.In, out: answer.Usage.Out,
		cut: c.Reason == "length", tool: len(c.Message.Tools) > 0 || c.Reason == "tool_calls",
	}, nil
}

// ollamaChat is the body of POST {base}/api/chat.
type ollamaChat struct {
	Model    string             `json:"model"`
	Messages []message          `json:"messages"`
	Stream   bool               `json:"stream"` // must be said: its default is true
	Format   *jsonschema.Schema `json:"format,omitempty"`
	Options  struct {
		Temperature float64 `json:"temperature"`
		Predict     int     `json:"num_predict"`
		Context     int     `json:"num_ctx"`
	} `json:"options"`
}

// The window that Ollama is asked for. By itself it takes a small one, and cuts the prompt in silence.
const leastWindow, mostWindow = 4 << 10, 64 << 10

// speakOllama is what to ask of a server: the path below its address, and the body. The window
// holds prompt and answer, up to mostWindow.
func (l *line) speakOllama(p model.Prompt) (string, any) {
	r := ollamaChat{Model: l.server.Model, Messages: messages(p), Format: p.Schema}
	r.Options.Predict, r.Options.Context = p.MaxTokens, leastWindow
	for need := model.Estimate(len(p.System)+len(p.User)) + p.MaxTokens; r.Options.Context < min(need, mostWindow); {
		r.Options.Context *= 2 // few sizes, for each one makes Ollama load the model anew
	}
	return "api/chat", r
}

// hearOllama reads a reply, which comes in one piece. Numbers of tokens that it leaves out are 0.
func hearOllama(body []byte) (said, error) {
	var answer struct {
		Message struct {
			Content string            `json:"content"`
			Tools   []json.RawMessage `json:"tool_calls"`
		} `json:"message"`
		Reason string `json:"done_reason"`
		In     int    `json:"prompt_eval_count"`
		Out    int    `json:"eval_count"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return said{}, err
	}
	return said{
		text: answer.Message.Content, in: answer.In, out: answer.Out,
		cut: answer.Reason == "length", tool: len(answer.Message.Tools) > 0,
	}, nil
}
