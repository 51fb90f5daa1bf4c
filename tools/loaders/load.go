// Runs an extractor over cases.jsonl: go run load.go EXPORT. Put your own in place of extract.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"reflect"
	"unicode/utf8"
)

type result struct {
	Value any
	Text  *string
	None  any
}

type testCase struct {
	ID, Operation string
	Options       map[string]string
	Reply         *string
	ReplyBase64   []byte `json:"reply_base64"` // encoding/json decodes it
	Generate      []any
	Result        result
	Acceptable    []result
}

// extract gives the value in the reply, or nil: here, the whole reply where it is an object or an array.
func extract(reply []byte) any {
	var value any
	if !utf8.Valid(reply) || json.Unmarshal(reply, &value) != nil {
		return nil
	}
	switch value.(type) {
	case map[string]any, []any:
		return value
	}
	return nil
}

// isRight says whether the outcome is this result: none, a value, or a value as its exact text.
func isRight(got any, want result) bool {
	if want.Text != nil && json.Unmarshal([]byte(*want.Text), &want.Value) != nil {
		return false
	}
	return (got == nil) == (want.None != nil) && (got == nil || reflect.DeepEqual(got, want.Value))
}

func main() {
	lines, err := os.ReadFile(os.Args[1] + "/cases.jsonl")
	if err != nil {
		log.Fatal(err)
	}
	passed, failed, skipped := 0, 0, 0
	for _, line := range bytes.Split(bytes.TrimSpace(lines), []byte("\n")) {
		var test testCase
		if err := json.Unmarshal(line, &test); err != nil {
			log.Fatal(err)
		}
		if test.Operation != "extract" || len(test.Options) > 0 || test.Generate != nil {
			skipped++
			continue
		}
		reply := test.ReplyBase64
		if test.Reply != nil {
			reply = []byte(*test.Reply)
		}
		right := false
		for _, want := range append(test.Acceptable, test.Result) {
			right = right || isRight(extract(reply), want)
		}
		if right {
			passed++
		} else {
			failed++
			fmt.Println("FAIL", test.ID)
		}
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped)
}
