// Package stream is the stream mode of the contract (CONTRACT.md), for adapters in Go.
package stream

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

type request struct {
	ID          json.RawMessage `json:"id"`
	Hello       json.RawMessage `json:"hello"`
	Op          string          `json:"op"`
	Expect      string          `json:"expect"`
	Select      string          `json:"select"`
	Names       string          `json:"names"`
	Reasoning   string          `json:"reasoning"`
	Starts      string          `json:"starts"`
	Reply       *string         `json:"reply"`
	ReplyBase64 string          `json:"reply_base64"`
}

// Serve answers requests until there are no more. extract returns the value that the package returns
// for a reply, to be written as JSON; an error is how the package says that there is none.
//
// Words of the command line in the form option=value name what the package can be asked for besides
// the defaults, such as select=first where that is all it does. A request for another option or
// value is answered with "unsupported".
func Serve(name string, extract func(reply string) (any, error)) {
	// What a package prints must not come between the responses.
	responses := os.Stdout
	os.Stdout = os.Stderr
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked request
		if err := json.Unmarshal(line, &asked); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		said := map[string]any{"id": asked.ID}
		if asked.Hello != nil {
			said["hello"] = map[string]any{"contract": 1, "name": name, "operations": []string{"extract"}, "window": 16}
		} else {
			answer(&asked, extract, said)
		}
		told, _ := json.Marshal(said)
		if _, err := responses.Write(append(told, '\n')); err != nil {
			os.Exit(1)
		}
	}
}

func answer(asked *request, extract func(string) (any, error), said map[string]any) {
	if why := notTaken(asked); why != "" {
		said["unsupported"] = why
		return
	}
	value, err := extract(replyOf(asked))
	if err != nil {
		said["none"] = fmt.Sprintf("%.200s", err.Error())
		return
	}
	text, err := json.Marshal(value)
	if err != nil {
		said["error"] = fmt.Sprintf("%.200s", err.Error())
		return
	}
	said["text"] = string(text)
}

// A string of Go may hold any bytes.
func replyOf(asked *request) string {
	if asked.Reply != nil {
		return *asked.Reply
	}
	bytes, _ := base64.StdEncoding.DecodeString(asked.ReplyBase64)
	return string(bytes)
}

// What is asked for that the package cannot be asked for; "" where there is nothing.
func notTaken(asked *request) string {
	if asked.Op != "extract" {
		return asked.Op + ": the package has no such operation"
	}
	options := [][2]string{{"expect", asked.Expect}, {"select", asked.Select}, {"names", asked.Names},
		{"reasoning", asked.Reasoning}, {"starts", asked.Starts}}
	for _, option := range options {
		word := strings.Join(option[:], "=")
		if option[1] != "" && !taken(word) {
			return word + ": the package has no such option"
		}
	}
	return ""
}

func taken(word string) bool {
	for _, argument := range os.Args[1:] {
		if argument == word {
			return true
		}
	}
	return false
}
