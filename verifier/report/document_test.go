package report_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/report"
)

// schemaFile is the schema of documents, which is made of the types and the comments of their fields.
const schemaFile = "report.schema.json"

// object is a part of a schema.
type object = map[string]any

// enums are the values of fields that have few.
var enums = map[string][]string{
	"Report.verdict": {
		"safe", "safe up to bound", "safe up to contexts", "safe up to bound and contexts", "unsafe", "unknown", "verified",
		"failed", "coverage", "skipped", "error",
	},
	"Problem.error_kind": {"input", "usage", "internal"},
	"Failure.kind": {
		"assertion", "requires", "ensures", "invariant", "bounds", "null", "division", "overflow", "memory", "unreachable",
		"return", "assert", "invariant on entry", "invariant maintained", "index", "slice", "nil", "nilmap", "shift",
		"unhashable", "makeslice", "toarray", "panic", "fail",
	},
	"Premise.kind": {"requires", "ensures", "invariant", "assume", "where", "axiom"},
	"Target.kind":  {"procedure", "branch"},
}

// comments returns what is written at types and at fields, by their names, and the values of the constants of type Kind.
func comments(t *testing.T, dirs ...string) (said map[string]string, kinds []string) {
	said = map[string]string{}
	say := func(name string, groups ...*ast.CommentGroup) {
		for _, g := range groups {
			if text := strings.Join(strings.Fields(g.Text()), " "); text != "" {
				said[name] = text
			}
		}
	}
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch d := n.(type) {
				case *ast.GenDecl:
					if x, ok := d.Specs[0].(*ast.TypeSpec); ok {
						say(x.Name.Name, d.Doc)
					}
				case *ast.TypeSpec:
					if fields, ok := d.Type.(*ast.StructType); ok {
						for _, f := range fields.Fields.List {
							for _, x := range f.Names {
								say(d.Name.Name+"."+x.Name, f.Comment, f.Doc)
							}
							if x, ok := f.Type.(*ast.StarExpr); ok && f.Names == nil {
								say(fmt.Sprintf("%s.%s", d.Name.Name, x.X), f.Comment, f.Doc)
							}
						}
					}
				case *ast.ValueSpec:
					if x, ok := d.Type.(*ast.Ident); ok && x.Name == "Kind" {
						value, _ := strconv.Unquote(d.Values[0].(*ast.BasicLit).Value)
						kinds = append(kinds, value)
					}
				}
				return true
			})
		}
	}
	return said, kinds
}

// schemas makes schemas of types: a line for each property.
type schemas struct {
	*testing.T
	said  map[string]string
	kinds []string
	order []string          // the types
	defs  map[string]string // by type
}

func (s *schemas) of(t reflect.Type) object {
	switch t {
	case reflect.TypeFor[report.Counters]():
		return object{"type": "object", "additionalProperties": object{"type": "integer"}}
	case reflect.TypeFor[reason.Kind]():
		return object{"type": "string"}
	case reflect.TypeFor[report.Kind]():
		return object{"type": "string", "enum": s.kinds}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return s.of(t.Elem())
	case reflect.Slice:
		return object{"type": "array", "items": s.of(t.Elem())}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": s.of(t.Elem())}
	case reflect.Struct:
		s.define(t)
		return object{"$ref": "#/$defs/" + t.Name()}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Float64:
		return object{"type": "number", "minimum": 0}
	case reflect.Int, reflect.Int64:
		return object{"type": "integer"}
	}
	s.Fatalf("no schema of %v", t)
	return nil
}

// define makes the definition of a struct.
func (s *schemas) define(t reflect.Type) {
	if slices.Contains(s.order, t.Name()) {
		return
	}
	s.order = append(s.order, t.Name())
	required, properties := s.fields(t, "")
	s.defs[t.Name()] = fmt.Sprintf("%s: {\"description\": %s, \"type\": \"object\",\n \"required\": %s, \"additionalProperties\": false,\n"+
		" \"properties\": {\n  %s}}", s.json(t.Name()), s.json(s.said[t.Name()]), s.json(required), strings.Join(properties, ",\n  "))
}

// fields makes the properties of a struct, and lists those that are always there. An embedded struct has its fields
// where it stands, none of them always there; about says of what it is.
func (s *schemas) fields(t reflect.Type, about string) (required, properties []string) {
	required = []string{}
	for f := range t.Fields() {
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" {
			continue
		}
		text := s.said[t.Name()+"."+f.Name]
		if text == "" || name == "" && !f.Anonymous {
			s.Errorf("%s.%s has no comment, or no name", t.Name(), f.Name)
		}
		if f.Anonymous {
			_, inner := s.fields(f.Type.Elem(), text+" ")
			properties = append(properties, inner...)
			continue
		}
		p := s.of(f.Type)
		p["description"] = about + text
		if values, ok := enums[t.Name()+"."+name]; ok {
			p["enum"] = values
		}
		properties = append(properties, s.json(name)+": "+s.json(p))
		if option == "" {
			required = append(required, name)
		}
	}
	return required, properties
}

func (s *schemas) json(value any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		s.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

// TestSchema compares the schema of documents with their types, each field of which has a comment.
func TestSchema(t *testing.T) {
	said, kinds := comments(t, ".", "..")
	s := schemas{T: t, said: said, kinds: kinds, defs: map[string]string{}}
	s.define(reflect.TypeFor[report.Report]())
	var defs []string
	for _, name := range s.order {
		defs = append(defs, s.defs[name])
	}
	text := fmt.Sprintf(`{"$schema": "https://json-schema.org/draft/2020-12/schema",
"title": "What muster verify writes with --json and --report",
"$ref": "#/$defs/Report", "required": ["schema", "version"], "properties": {"schema": {"enum": [%d]}},
"$defs": {
%s}}
`, report.Schema, strings.Join(defs, ",\n"))
	if *update {
		if err := os.WriteFile(schemaFile, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text); diff != "" {
		t.Errorf("%s is another one (-update writes it): %s", schemaFile, diff)
	}
}
