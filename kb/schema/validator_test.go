package schema_test

import (
	"fmt"
	"reflect"
	"regexp"
	"unicode/utf8"

	"github.com/9aea2451/kb/markdown"
)

// object is a front matter as JSON has it.
func object(doc *markdown.Document) map[string]any {
	m := map[string]any{}
	for _, f := range doc.FrontMatter.Fields {
		m[f.Key] = plain(f.Value)
	}
	return m
}

func plain(v any) any {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			out[k] = plain(e)
		}
		return out
	}
	return v
}

// violates tells by which keyword a value breaks a schema, "" when it satisfies it. It knows the
// keywords that our schemas use, by the rules of draft 2020-12, and panics on any other.
func violates(s map[string]any, v any) string {
	for keyword, arg := range s {
		if why := violatesOne(keyword, arg, v); why != "" {
			return why
		}
	}
	return ""
}

func violatesOne(keyword string, arg, v any) string {
	text, isText := v.(string)
	number, isNumber := v.(float64)
	list, isList := v.([]any)
	object, isObject := v.(map[string]any)
	broken := false
	switch keyword {
	case "$schema", "$id", "title", "description", "default", "examples", "additionalProperties":
	case "type":
		broken = !hasType(arg, v)
	case "enum":
		broken = true
		for _, e := range arg.([]any) {
			broken = broken && !reflect.DeepEqual(e, v)
		}
	case "pattern":
		broken = isText && !regexp.MustCompile(arg.(string)).MatchString(text)
	case "maxLength":
		broken = isText && utf8.RuneCountInString(text) > int(arg.(float64))
	case "minimum":
		broken = isNumber && number < arg.(float64)
	case "maximum":
		broken = isNumber && number > arg.(float64)
	case "not":
		broken = violates(arg.(map[string]any), v) == ""
	case "anyOf":
		broken = true
		for _, e := range arg.([]any) {
			broken = broken && violates(e.(map[string]any), v) != ""
		}
	case "items":
		for _, e := range list {
			broken = broken || violates(arg.(map[string]any), e) != ""
		}
		broken = broken && isList
	case "properties":
		for k, e := range arg.(map[string]any) {
			if inner, has := object[k]; has {
				if why := violates(e.(map[string]any), inner); why != "" {
					return k + " " + why
				}
			}
		}
	case "required":
		for _, k := range arg.([]any) {
			if _, has := object[k.(string)]; isObject && !has {
				broken = true
			}
		}
	default:
		panic("a keyword that this does not know: " + keyword)
	}
	if broken {
		return fmt.Sprintf("%s %v", keyword, arg)
	}
	return ""
}

func hasType(arg, v any) bool {
	name := ""
	switch v.(type) {
	case nil:
		name = "null"
	case bool:
		name = "boolean"
	case string:
		name = "string"
	case float64:
		name = "number"
	case []any:
		name = "array"
	case map[string]any:
		name = "object"
	}
	if names, ok := arg.([]any); ok {
		for _, n := range names {
			if n == name {
				return true
			}
		}
		return false
	}
	return arg == name
}
