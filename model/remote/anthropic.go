package remote

import (
	"encoding/json"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/9aea2451/kb/model"
)

const (
	anthropicDefault = "https://api.anthropic.com"
	anthropicVersion = "2023-06-01" // of the protocol, in a header of each request
)

// anthropicChat is the body of POST {base}/v1/messages.
type anthropicChat struct {
	Model    string           `json:"model"`
	System   string           `json:"system,omitempty"`
	Messages []message        `json:"messages"`
	Tokens   int              `json:"max_tokens"`
	Output   *anthropicOutput `json:"output_config,omitempty"`
}

type anthropicOutput struct {
	Format struct {
		Type   string             `json:"type"`
		Schema *jsonschema.Schema `json:"schema"`
	} `json:"format"`
}

// speakAnthropic is what to ask of a server: the path below its address, and the body.
func (l *line) speakAnthropic(p model.Prompt) (string, any) {
	r := anthropicChat{Model: l.server.Model, System: p.System, Messages: []message{{"user", p.User}}, Tokens: p.MaxTokens}
	if p.Schema != nil {
		r.Output = new(anthropicOutput)
		r.Output.Format.Type, r.Output.Format.Schema = "json_schema", p.Schema
	}
	if strings.HasSuffix(strings.TrimRight(l.base.Path, "/"), "/v1") { // as OpenAI's addresses end
		return "messages", r
	}
	return "v1/messages", r
}

// hearAnthropic reads a reply: its parts of text, joined, and whether one of them asks for a tool.
func hearAnthropic(body []byte) (said, error) {
	var answer struct {
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		Reason string `json:"stop_reason"`
		Usage  struct {
			In  int `json:"input_tokens"`
			Out int `json:"output_tokens"`
		} `json:"usage"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return said{}, err
	}
	s := said{in: answer.Usage.In, out: answer.Usage.Out, cut: answer.Reason == "max_tokens", tool: answer.Reason == "tool_use"}
	for _, c := range answer.Content {
		switch c.Type {
		case "text":
			s.text += c.Text
		case "tool_use":
			s.tool = true
		}
	}
	return s, nil
}
