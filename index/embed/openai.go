package embed

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// openAIDefault is where the service that the protocol is named after answers.
const openAIDefault = "https://api.openai.com/v1"

// openAIRequest is the body of POST {base}/embeddings.
type openAIRequest struct {
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	Dimensions int      `json:"dimensions,omitempty"`
}

// openAIURL reads the address of a server, which must be one of HTTP; "" is that of OpenAI.
func openAIURL(base string) (*url.URL, error) {
	if base == "" {
		base = openAIDefault
	}
	u, err := url.Parse(strings.TrimSpace(base))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, errors.New("openai: the address must be like " + openAIDefault) // the wrong one is not repeated: it may hold a secret
	}
	return u, nil
}

// decodeOpenAI reads the vectors of an answer in the order of the texts, which need not be the answer's.
func decodeOpenAI(body []byte, texts int) ([][]float32, error) {
	var answer struct {
		Data []struct {
			Index     int    `json:"index"`
			Embedding vector `json:"embedding"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, err
	}
	if len(answer.Data) != texts {
		return nil, fmt.Errorf("%d vectors for %d texts", len(answer.Data), texts)
	}
	vectors := make([][]float32, texts)
	for _, d := range answer.Data {
		if d.Index < 0 || d.Index >= texts || vectors[d.Index] != nil {
			return nil, fmt.Errorf("vectors are numbered wrongly, at %d", d.Index)
		}
		vectors[d.Index] = append([]float32{}, d.Embedding...)
	}
	return vectors, nil
}

// vector is a list of numbers. Some servers write null for what is not a number.
type vector []float32

// UnmarshalJSON refuses null among the numbers, which encoding/json would read as 0.
func (v *vector) UnmarshalJSON(b []byte) error {
	if bytes.Contains(b, []byte("null")) {
		return errors.New("a vector holds what is not a number")
	}
	return json.Unmarshal(b, (*[]float32)(v))
}
