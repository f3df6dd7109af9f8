package report_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// schema is the part of JSON Schema that the files in testdata use; $ref names a definition.
type schema struct {
	Type       string             `json:"type"`
	Required   []string           `json:"required"`
	Properties map[string]*schema `json:"properties"`
	Additional *bool              `json:"additionalProperties"`
	Items      *schema            `json:"items"`
	MinItems   int                `json:"minItems"`
	Enum       []string           `json:"enum"`
	Pattern    string             `json:"pattern"`
	Minimum    *float64           `json:"minimum"`
	Ref        string             `json:"$ref"`
	Defs       map[string]*schema `json:"$defs"`
}

// validate checks a value against a schema in testdata.
func validate(t *testing.T, name string, value any) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var s schema
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	if err := s.check(value, &s, name); err != nil {
		t.Error(err)
	}
}

func (s *schema) check(value any, root *schema, at string) error {
	if s.Ref != "" {
		def := root.Defs[s.Ref]
		if def == nil {
			return fmt.Errorf("no definition of %s", s.Ref)
		}
		return def.check(value, root, at)
	}
	kind := map[bool]string{}
	switch v := value.(type) {
	case map[string]any:
		kind[true] = "object"
		if err := s.object(v, root, at); err != nil {
			return err
		}
	case []any:
		kind[true] = "array"
		if len(v) < s.MinItems {
			return fmt.Errorf("%s has %d items", at, len(v))
		}
		for i, x := range v {
			if s.Items != nil {
				if err := s.Items.check(x, root, at+"/"+strconv.Itoa(i)); err != nil {
					return err
				}
			}
		}
	case string:
		kind[true] = "string"
		if len(s.Enum) > 0 && !slices.Contains(s.Enum, v) || s.Pattern != "" && !regexp.MustCompile(s.Pattern).MatchString(v) {
			return fmt.Errorf("%s is %q", at, v)
		}
	case float64:
		kind[true] = "integer"
		if s.Minimum != nil && v < *s.Minimum {
			return fmt.Errorf("%s is %v", at, v)
		}
	case bool:
		kind[true] = "boolean"
	}
	if s.Type != "" && s.Type != kind[true] {
		return fmt.Errorf("%s is no %s but %v", at, s.Type, value)
	}
	return nil
}

func (s *schema) object(v map[string]any, root *schema, at string) error {
	for _, name := range s.Required {
		if _, ok := v[name]; !ok {
			return fmt.Errorf("%s has no %s", at, name)
		}
	}
	for name, x := range v {
		p := s.Properties[name]
		if p == nil {
			if s.Additional != nil && !*s.Additional {
				return fmt.Errorf("%s has %s", at, name)
			}
			continue
		}
		if err := p.check(x, root, at+"/"+name); err != nil {
			return err
		}
	}
	return nil
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
