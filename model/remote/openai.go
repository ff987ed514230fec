package remote

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Where the service that the protocol is named after answers.
const (
	openAIHost    = "api.openai.com"
	openAIDefault = "https://" + openAIHost + "/v1"
)

// decodeOpenAI reads the vectors of an answer in the order of the texts, which need not be the answer's.
func decodeOpenAI(body []byte, texts int) (vectors [][]float32, tokens int, err error) {
	var answer struct {
		Data []struct {
			Index     int    `json:"index"`
			Embedding vector `json:"embedding"`
		} `json:"data"`
		Usage struct {
			Tokens int `json:"prompt_tokens"`
		} `json:"usage"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, 0, err
	}
	if len(answer.Data) != texts {
		return nil, 0, fmt.Errorf("%d vectors for %d texts", len(answer.Data), texts)
	}
	vectors = make([][]float32, texts)
	for _, d := range answer.Data {
		if d.Index < 0 || d.Index >= texts || vectors[d.Index] != nil {
			return nil, 0, fmt.Errorf("vectors are numbered wrongly, at %d", d.Index)
		}
		vectors[d.Index] = append([]float32{}, d.Embedding...)
	}
	return vectors, answer.Usage.Tokens, nil
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
