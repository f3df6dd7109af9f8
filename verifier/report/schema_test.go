package report_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier/report/jsonschema"
)

// validate checks a value against a schema in testdata.
func validate(t *testing.T, name string, value any) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := jsonschema.Check(text, value); err != nil {
		t.Error(name, err)
	}
}

// element reads XML as an object: attributes with an @, children as lists, text as #.
func element(t *testing.T, text string) any {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	stack := []map[string]any{{}}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return stack[0]
		} else if err != nil {
			t.Fatal(err)
		}
		top := stack[len(stack)-1]
		switch x := token.(type) {
		case xml.StartElement:
			e := map[string]any{}
			for _, a := range x.Attr {
				e["@"+a.Name.Local] = a.Value
			}
			list, _ := top[x.Name.Local].([]any)
			top[x.Name.Local] = append(list, any(e))
			stack = append(stack, e)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			if strings.TrimSpace(string(x)) != "" && len(stack) > 1 {
				top["#"] = string(x)
			}
		}
	}
}

// block reads the YAML that witnesses are: lists and maps by indentation, strings in quotes, numbers.
func block(t *testing.T, lines []string) any {
	t.Helper()
	if len(lines) == 0 {
		t.Fatal("a value is missing")
	}
	indent := func(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }
	begin := indent(lines[0])
	var list []any
	object := map[string]any{}
	for i := 0; i < len(lines); {
		line := strings.TrimSpace(lines[i])
		end := i + 1
		for end < len(lines) && indent(lines[end]) > begin {
			end++
		}
		inner := lines[i+1 : end]
		if item, ok := strings.CutPrefix(line, "- "); ok {
			if strings.HasPrefix(item, `"`) {
				list = append(list, scalar(t, item))
			} else {
				width := begin + 2
				if len(inner) > 0 && indent(inner[0]) > width && !strings.HasSuffix(item, ":") {
					t.Fatalf("line %q continues with another indentation", lines[i])
				}
				list = append(list, block(t, append([]string{strings.Repeat(" ", width) + item}, inner...)))
			}
		} else {
			cut := strings.Index(line, ": ")
			if cut < 0 {
				object[strings.TrimSuffix(line, ":")] = block(t, inner)
			} else {
				object[strings.Trim(line[:cut], `"`)] = scalar(t, line[cut+2:])
			}
		}
		i = end
	}
	if list != nil {
		return list
	}
	return object
}

func scalar(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}
