package render

import (
	"reflect"
)

// LimitOf is how many characters an answer may have, in either form, to a call with these arguments.
func LimitOf(arguments any) int {
	chars := DefaultChars
	v := reflect.ValueOf(arguments)
	if f := v.FieldByName("MaxChars"); f.IsValid() && f.Int() > 0 {
		chars = int(f.Int())
	}
	if f := v.FieldByName("Budget"); f.IsValid() { // of tokens
		chars = max(MostChars, 8*int(f.Int()))
		return chars
	}
	return min(chars+slackChars, MostChars)
}
