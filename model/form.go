package model

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// Ask has a Chat answer in the form of T, whose fields and tags make the schema.
func Ask[T any](ctx context.Context, c Chat, p Prompt) (T, Answer, error) {
	var value T
	schema, err := jsonschema.For[T](nil)
	if err != nil {
		return value, Answer{}, err
	}
	p.Schema = schema
	a, err := c.Answer(ctx, p)
	if err != nil {
		return value, a, err
	}
	if err := json.Unmarshal([]byte(a.Text), &value); err != nil {
		return value, a, fmt.Errorf("%w: %w", ErrForm, err)
	}
	return value, a, nil
}

// Form finds in a text the JSON that a schema describes: from the outermost brace to its end,
// whatever stands before and behind, without commas before a closing bracket. A nil schema takes
// the text as it is. The error wraps ErrForm.
//
// What is valid need not be true: whatever an answer quotes has to be looked up.
func Form(text string, schema *jsonschema.Schema) (string, error) {
	if schema == nil {
		return strings.TrimSpace(text), nil
	}
	from, to := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if from < 0 || to < from {
		return "", fmt.Errorf("%w: no JSON in it", ErrForm)
	}
	found := trimCommas(text[from : to+1])
	var value any
	if err := json.Unmarshal(found, &value); err != nil {
		return "", fmt.Errorf("%w: %w", ErrForm, err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return "", err
	}
	if err := resolved.Validate(value); err != nil {
		return "", fmt.Errorf("%w: %w", ErrForm, err)
	}
	return string(found), nil
}

// trimCommas drops commas that stand before a closing bracket, which many models write.
func trimCommas(text string) []byte {
	out := make([]byte, 0, len(text))
	quoted, escaped := false, false
	for i := range len(text) {
		c := text[i]
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '}' || c == ']'):
			out = bytes.TrimRight(out, " \t\r\n")
			out = bytes.TrimSuffix(out, []byte(","))
		}
		out = append(out, c)
	}
	return out
}
