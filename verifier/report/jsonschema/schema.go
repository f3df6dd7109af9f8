// Package jsonschema checks documents against schemas, for tests: it reads the part of JSON Schema (draft 2020-12) that
// the schemas of reports use.
package jsonschema

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Schema is a schema; $ref names a definition.
type Schema struct {
	Type       string             `json:"type"`
	Required   []string           `json:"required"`
	Properties map[string]*Schema `json:"properties"`
	Additional *additional        `json:"additionalProperties"`
	Items      *Schema            `json:"items"`
	MinItems   int                `json:"minItems"`
	Enum       []any              `json:"enum"`
	Pattern    string             `json:"pattern"`
	Minimum    *float64           `json:"minimum"`
	Ref        string             `json:"$ref"`
	Defs       map[string]*Schema `json:"$defs"`
}

// additional is the schema of properties that are not named, or false if there may be none.
type additional struct {
	Schema
	none bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (a *additional) UnmarshalJSON(text []byte) error {
	if a.none = string(text) == "false"; a.none {
		return nil
	}
	return json.Unmarshal(text, &a.Schema)
}

// Documents checks documents that follow each other against the text of a schema, and returns how many there are.
func Documents(schema []byte, text string) (n int, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	for ; d.More(); n++ {
		var value any
		if err := d.Decode(&value); err != nil {
			return n, err
		}
		if err := Check(schema, value); err != nil {
			return n, err
		}
	}
	return n, nil
}

// Check checks a value, as encoding/json reads it, against the text of a schema.
func Check(schema []byte, value any) error {
	var s Schema
	if err := json.Unmarshal(schema, &s); err != nil {
		return err
	}
	return s.check(value, &s, "")
}

func (s *Schema) check(value any, root *Schema, at string) error {
	if s.Ref != "" {
		def := root.Defs[strings.TrimPrefix(s.Ref, "#/$defs/")]
		if def == nil {
			return fmt.Errorf("no definition of %s", s.Ref)
		}
		if err := def.check(value, root, at); err != nil {
			return err
		}
	}
	var kinds []string
	switch v := value.(type) {
	case map[string]any:
		kinds = []string{"object"}
		if err := s.object(v, root, at); err != nil {
			return err
		}
	case []any:
		kinds = []string{"array"}
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
		kinds = []string{"string"}
		if s.Pattern != "" && !regexp.MustCompile(s.Pattern).MatchString(v) {
			return fmt.Errorf("%s is %q", at, v)
		}
	case float64:
		if kinds = []string{"number"}; v == float64(int64(v)) {
			kinds = append(kinds, "integer")
		}
		if s.Minimum != nil && v < *s.Minimum {
			return fmt.Errorf("%s is %v", at, v)
		}
	case bool:
		kinds = []string{"boolean"}
	}
	if s.Type != "" && !slices.Contains(kinds, s.Type) {
		return fmt.Errorf("%s is no %s but %v", at, s.Type, value)
	}
	if s.Enum != nil && !slices.Contains(s.Enum, value) {
		return fmt.Errorf("%s is %v", at, value)
	}
	return nil
}

func (s *Schema) object(v map[string]any, root *Schema, at string) error {
	for _, name := range s.Required {
		if _, ok := v[name]; !ok {
			return fmt.Errorf("%s has no %s", at, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		p := s.Properties[name]
		switch {
		case p != nil:
		case s.Additional == nil:
			continue
		case s.Additional.none:
			return fmt.Errorf("%s has %s", at, name)
		default:
			p = &s.Additional.Schema
		}
		if err := p.check(v[name], root, at+"/"+name); err != nil {
			return err
		}
	}
	return nil
}
