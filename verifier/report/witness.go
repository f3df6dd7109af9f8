package report

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Task says of what a witness is, as SV-COMP's formats want to know it.
type Task struct {
	Files         []TaskFile // of the program
	UUID          string
	Created       string // as 2006-01-02T15:04:05Z
	Specification string
}

// TaskFile is a file of a program.
type TaskFile struct {
	Name string
	Hash string // SHA-256, in hexadecimal
}

// ErrNoWitness says that an answer has no witness: it is unknown.
var ErrNoWitness = errors.New("there is no witness of an unknown answer")

// Program returns the file that the places of a witness are in, and its language: the C program behind the source, if
// attributes name one (behind).
func (r *Report) Program() (file, language string, behind bool) {
	for i := range r.Steps {
		if o := r.Steps[i].Place.Origin; o != nil && (strings.HasSuffix(o.File, ".c") || strings.HasSuffix(o.File, ".i")) {
			return o.File, "C", true
		}
	}
	return r.File, r.language, false
}

// waypoint is one of a violation witness of version 2.0.
type waypoint struct {
	kind, value, format string
	at                  Place
	proc                string
}

// waypoints returns what leads to the failure. In the program behind the source these are the values that it records,
// since places of branches are known by line only; else the branches.
func (r *Report) waypoints(behind bool) []waypoint {
	if r.compiled {
		return r.waypointsCompiled()
	}
	var out []waypoint
	last := r.Failure.Place
	for i := range r.Steps {
		s := &r.Steps[i]
		if s.Place.Origin != nil {
			last = s.Place
		}
		switch {
		case behind && s.Kind == Record && s.Place.Origin != nil && len(s.Writes) == 1 && plain(s.Writes[0]):
			v := s.Writes[0]
			out = append(out, waypoint{"assumption", v.Name + " == " + v.Value, "c_expression", s.Place, s.Procedure})
		case behind || strings.HasPrefix(s.Text, "assume"):
		case s.Kind == Branch || s.Kind == Iteration && s.Condition != "":
			out = append(out, waypoint{"branching", strconv.FormatBool(!s.negated), "", s.Place, s.Procedure})
		}
	}
	if !behind {
		last = r.Failure.Place
	}
	return append(out, waypoint{kind: "target", at: last, proc: r.Failure.Procedure})
}

// waypointsCompiled returns what leads to the failure in a compiled program: what functions without a body return, and
// the branches.
func (r *Report) waypointsCompiled() (out []waypoint) {
	for i := range r.Steps {
		s := &r.Steps[i]
		switch {
		case s.Kind == Record && s.end.Line > 0:
			result := `\result == ` + s.Writes[0].Value
			out = append(out, waypoint{"function_return", result, "acsl_expression", s.end, s.Procedure})
		case s.Kind == Branch && s.Condition != "", s.Kind == Iteration && s.Text != s.Condition:
			out = append(out, waypoint{"branching", strconv.FormatBool(!s.negated), "", s.Place, s.Procedure})
		}
	}
	return append(out, waypoint{kind: "target", at: r.Failure.Place, proc: r.Failure.Procedure})
}

// plain reports whether a recorded value is a number of a C variable.
func plain(v Value) bool {
	if _, err := strconv.ParseInt(v.Value, 10, 64); err != nil || v.Name == "" {
		return false
	}
	for i := range len(v.Name) {
		if c := v.Name[i]; !identifying(rune(c)) || c == '$' || i == 0 && c <= '9' {
			return false
		}
	}
	return true
}

// identifying reports whether a character may be in the name of a variable of C.
func identifying(c rune) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// position returns the line and column of a place in the file of a witness. A column of zero is unknown.
func position(at Place, behind bool) (line, column int) {
	if behind && at.Origin != nil {
		return at.Origin.Line, at.Origin.Column
	}
	return at.Line, at.Column
}

// yaml writes lines of YAML. Strings are quoted as in JSON, which YAML reads alike.
type yaml struct{ *bufio.Writer }

func (y yaml) line(indent int, format string, args ...any) {
	fmt.Fprintf(y, "%s%s\n", strings.Repeat("  ", indent), fmt.Sprintf(format, args...))
}

func quote(s string) string {
	var b strings.Builder
	if encode(&b, "", s) != nil { // no string fails
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// YAML writes a witness of version 2.0: a violation sequence of an unsafe program, and of a safe one the set of its
// invariants.
func YAML(w io.Writer, r *Report, t Task) error {
	if r.Verdict == "unknown" {
		return ErrNoWitness
	}
	if r.Model == "LLP64" {
		return errors.New("witnesses are of programs for ILP32 or LP64")
	}
	name, language, behind := r.Program()
	y := yaml{bufio.NewWriter(w)}
	entry := "invariant_set"
	if r.Failure != nil {
		entry = "violation_sequence"
	}
	y.line(0, "- entry_type: %s", quote(entry))
	y.line(1, "metadata:")
	y.line(2, "format_version: \"2.0\"")
	y.line(2, "uuid: %s", quote(t.UUID))
	y.line(2, "creation_time: %s", quote(t.Created))
	y.line(2, "producer:")
	y.line(3, "name: \"Muster\"")
	y.line(3, "version: %s", quote(r.Version))
	y.line(2, "task:")
	y.line(3, "input_files:")
	for _, f := range t.Files {
		y.line(4, "- %s", quote(f.Name))
	}
	y.line(3, "input_file_hashes:")
	for _, f := range t.Files {
		y.line(4, "%s: %s", quote(f.Name), quote(f.Hash))
	}
	y.line(3, "specification: %s", quote(t.spec(r)))
	y.line(3, "data_model: %s", quote(cmp.Or(r.Model, "LP64")))
	y.line(3, "language: %s", quote(language))
	if r.Failure == nil {
		y.invariants(r, name, language)
		return y.Flush()
	}
	y.line(1, "content:")
	for _, p := range r.waypoints(behind) {
		y.line(2, "- segment:")
		y.line(4, "- waypoint:")
		y.line(6, "  type: %s", quote(p.kind))
		y.line(6, "  action: \"follow\"")
		if p.value != "" {
			y.line(6, "  constraint:")
			y.line(8, "value: %s", quote(p.value))
			if p.format != "" {
				y.line(8, "format: %s", quote(p.format))
			}
		}
		y.location(7, p.at, p.proc, name, behind)
	}
	return y.Flush()
}

// location writes a place in a file, which is the given one unless the place names another one.
func (y yaml) location(indent int, at Place, proc, name string, behind bool) {
	line, column := position(at, behind)
	y.line(indent, "location:")
	y.line(indent+1, "file_name: %s", quote(cmp.Or(at.File, name)))
	y.line(indent+1, "line: %d", max(line, 1))
	if column > 0 {
		y.line(indent+1, "column: %d", column)
	}
	y.line(indent+1, "function: %s", quote(proc))
}

// invariants writes the content of a set of invariants.
func (y yaml) invariants(r *Report, name, language string) {
	if len(r.Invariants) == 0 {
		y.line(1, "content: []")
		return
	}
	format := strings.ToLower(language) + "_expression"
	y.line(1, "content:")
	for i := range r.Invariants {
		x := &r.Invariants[i]
		kind := "location_invariant"
		if x.Loop {
			kind = "loop_invariant"
		}
		y.line(2, "- invariant:")
		y.line(4, "type: %s", quote(kind))
		y.location(4, x.Place, x.Procedure, name, false)
		y.line(4, "value: %s", quote(x.Text))
		y.line(4, "format: %s", quote(format))
	}
}

// spec returns the specification that was checked.
func (t *Task) spec(r *Report) string {
	if t.Specification != "" {
		return t.Specification
	}
	property := "! call(reach_error())"
	if f := r.Failure; f != nil {
		frees := strings.Contains(f.Message, " is freed") || strings.Contains(f.Message, " is reallocated")
		switch {
		case f.Kind == "overflow":
			property = "! overflow"
		case f.Kind == "memory" && frees:
			property = "valid-free"
		case f.Kind == "memory", f.Kind == "bounds", f.Kind == "null":
			property = "valid-deref"
		}
	}
	return fmt.Sprintf("CHECK( init(%s()), LTL(G %s) )", r.Entry, property)
}
