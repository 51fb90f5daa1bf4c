// What people write with Go's encoding/json alone, by the first word of the command line.
package main

import (
	"encoding/json"
	"errors"
	"os"
	"strings"

	"jets/stream"
)

var errNothing = errors.New("nothing found")

// The parser on the whole text.
func strict(reply string) (any, error) {
	var value any
	err := json.Unmarshal([]byte(reply), &value)
	return value, err
}

// From the first brace to the last.
func braces(reply string) (any, error) {
	begin, end := strings.IndexByte(reply, '{'), strings.LastIndexByte(reply, '}')
	if begin < 0 || end < begin {
		return nil, errNothing
	}
	return strict(reply[begin : end+1])
}

// The first bracket from which a value can be read.
func first(reply string) (any, error) {
	for at := 0; at < len(reply); at++ {
		if reply[at] != '{' && reply[at] != '[' {
			continue
		}
		var value any
		if json.NewDecoder(strings.NewReader(reply[at:])).Decode(&value) == nil {
			return value, nil
		}
	}
	return nil, errNothing
}

func main() {
	habits := map[string]func(string) (any, error){"strict": strict, "braces": braces, "first": first}
	stream.Serve("go-"+os.Args[1], habits[os.Args[1]])
}
