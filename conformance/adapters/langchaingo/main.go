// langchaingo: its two parsers of an object, by the first word of the command line.
package main

import (
	"encoding/json"
	"os"

	"github.com/tmc/langchaingo/outputparser"

	"jets/stream"
)

// A structure that takes any JSON, as it is written.
type anything struct {
	Text json.RawMessage
}

func (a *anything) UnmarshalJSON(text []byte) error {
	a.Text = append(json.RawMessage(nil), text...)
	return nil
}

// Values are strings here: that is the type of what it returns.
func structured() func(string) (any, error) {
	parser := outputparser.NewStructured(nil)
	return func(reply string) (any, error) { return parser.Parse(reply) }
}

func defined() func(string) (any, error) {
	parser, err := outputparser.NewDefined(anything{})
	if err != nil {
		panic(err)
	}
	return func(reply string) (any, error) {
		value, err := parser.Parse(reply)
		return value.Text, err
	}
}

func main() {
	parsers := map[string]func() func(string) (any, error){"structured": structured, "defined": defined}
	stream.Serve("langchaingo", parsers[os.Args[1]]())
}
