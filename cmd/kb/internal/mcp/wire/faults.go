package wire

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// ArgumentsFault begins the complaint of the SDK about arguments that do not pass a tool's schema.
const ArgumentsFault = `validating "arguments": validating root: `

// PlainFault says what is wrong with arguments without the words of the schema.
func PlainFault(fault string) string {
	fault = strings.TrimPrefix(fault, ArgumentsFault)
	for _, r := range [][2]string{
		{`^required: missing properties: \["(.*)"\]$`, "$1 is missing"},
		{`^unexpected additional properties \["(.*)"\]$`, `there is no argument "$1"`},
		{`^(validating /properties/(\w+)(/\w+)*: )+`, "$2: "},
		{`: (minimum|maximum): (-?\d+)/1 is (less|greater) than (-?\d+)\.0+$`, ": $2 is $3 than $4"},
		{`: enum: (.*) does not equal any of: \[(.*)\]$`, ": $1 is none of: $2"},
		{`: type: (.*) has type "(\w+)", want "(\w+)"$`, ": $1 is no $3"},
	} {
		fault = regexp.MustCompile(r[0]).ReplaceAllString(fault, r[1])
	}
	return fault
}

// Invalid is the protocol's error about parameters.
func Invalid(format string, args ...any) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
}
