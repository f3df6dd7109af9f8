package passes

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/verifier/prog"
)

// described is an assertion of the program, with what may choose it.
type described struct {
	prog.Assertion
	at     [2]prog.Pos // where it is checked, and where it is written
	kind   string      // the keyword
	proc   string      // that checks it
	label  string      // of the block
	source string      // the place in the source that the program was made from, as file(line,col)
	names  []string
	files  [2]string // of these places
	place  string    // line:col, with the file if the program has several
}

// PropertyError is the error of a property that chooses no assertion.
type PropertyError struct {
	File     string
	Property string
	Nearest  string   // the assertion that is most like it, if one is like it
	Known    []string // assertions
	More     int      // number of further ones
}

// Error lists the assertions.
func (e *PropertyError) Error() string {
	s := fmt.Sprintf("%s: no assertion %q", e.File, e.Property)
	if len(e.Known) == 0 {
		return s + "; the program has none"
	}
	if e.Nearest != "" {
		s += "; the nearest is " + e.Nearest
	}
	s += "; there are " + strings.Join(e.Known, ", ")
	if e.More > 0 {
		s += fmt.Sprintf(", and %d more", e.More)
	}
	return s
}

// chooseAssertions notes which assertions are not asked about, as Options.Properties says, and which are assumed.
func (s *state) chooseAssertions() error {
	s.skipped, s.passed, s.unchecked = map[prog.Assertion]bool{}, map[prog.Assertion]bool{}, map[prog.NodeID]bool{}
	s.res.Skipped, s.res.Passed = s.skipped, s.passed
	for _, x := range s.opt.Passed {
		s.passed[x] = true
	}
	if len(s.opt.Properties) == 0 {
		return nil
	}
	all := s.assertions()
	chosen := make([]bool, len(all))
	for _, text := range s.opt.Properties {
		p, found := parseProperty(text), false
		for i := range all {
			if p.chooses(&all[i]) {
				chosen[i], found = true, true
			}
		}
		if !found {
			return p.unknown(s.p.File, all)
		}
	}
	n := 0
	for i, x := range all {
		if !(chosen[i] || s.opt.Always != nil && s.opt.Always(x.At)) && !s.passed[x.Assertion] {
			s.skipped[x.Assertion] = true
			s.unchecked[x.Clause] = true
			n++
		}
	}
	s.opt.AssertionsOnly = true // those that are chosen may be unreachable
	s.count("chosen", len(all)-n)
	s.count("skipped", n)
	return nil
}

// assertions lists what a program checks, in all procedures, in the order of the source.
func (s *state) assertions() (all []described) {
	add := func(x described) {
		x.at = [2]prog.Pos{s.p.Pos(x.At), s.p.Pos(x.Clause)}
		x.files = [2]string{s.p.FileOf(x.at[0]), s.p.FileOf(x.at[1])}
		if x.place = fmt.Sprintf("%d:%d", x.at[0].Line, x.at[0].Col); len(s.p.Files) > 1 {
			x.place = s.p.Place(x.at[0])
		}
		all = append(all, x)
	}
	for _, q := range s.p.Procs {
		for _, e := range s.checked(q, nil) {
			add(described{Assertion: prog.Assertion{At: e.Node, Clause: e.Node}, kind: "ensures", proc: q.Name,
				names: s.p.Names[e.Node]})
		}
		for i := range q.Blocks {
			b, source := &q.Blocks[i], ""
			for j := range b.Cmds {
				c := &b.Cmds[j]
				if (c.Kind == prog.Assume || c.Kind == prog.Assert) && c.Label != "" {
					source = c.Label
				}
				switch c.Kind {
				case prog.Assert:
					kind := "assert"
					if c.Given {
						kind = "invariant"
					}
					add(described{Assertion: prog.Assertion{At: c.Node, Clause: c.Node}, kind: kind, proc: q.Name, label: b.Label,
						source: source, names: s.p.Names[c.Node]})
				case prog.Call:
					for _, r := range s.checked(s.p.Procs[c.Callee], c) {
						add(described{Assertion: prog.Assertion{At: c.Node, Clause: r.Node}, kind: "requires", proc: q.Name,
							label: b.Label, source: source, names: s.p.Names[r.Node]})
					}
				}
			}
		}
	}
	slices.SortStableFunc(all, func(x, y described) int {
		return cmp.Or(x.at[0].Compare(y.at[0]), cmp.Compare(x.At, y.At), x.at[1].Compare(y.at[1]),
			cmp.Compare(x.Clause, y.Clause))
	})
	return all
}

// String describes the assertion for a list.
func (d *described) String() string {
	s := fmt.Sprintf("%s (%s in %s", d.place, d.kind, d.proc)
	if d.label != "" {
		s += ", block " + d.label
	}
	for _, n := range d.names {
		s += fmt.Sprintf(", %q", n)
	}
	return s + ")"
}

// property is a choice of assertions: by name, or by position if it has a line.
type property struct {
	text, file string
	line, col  int
}

// parseProperty reads a name, or a position: [FILE:]LINE[:COL], or FILE(LINE,COL) as answers have it.
func parseProperty(text string) property {
	p := property{text: text}
	rest := text
	if i := strings.LastIndexByte(rest, '('); i >= 0 && strings.HasSuffix(rest, ")") {
		rest = rest[:i] + ":" + strings.ReplaceAll(rest[i+1:len(rest)-1], ",", ":")
	}
	parts := strings.Split(rest, ":")
	var numbers []int
	for len(parts) > 0 && len(numbers) < 2 {
		n, err := strconv.ParseUint(parts[len(parts)-1], 10, 31)
		if err != nil {
			break
		}
		numbers = append(numbers, int(n))
		parts = parts[:len(parts)-1]
	}
	if len(numbers) > 0 {
		p.file, p.line = strings.Join(parts, ":"), numbers[len(numbers)-1]
	}
	if len(numbers) == 2 {
		p.col = numbers[0]
	}
	return p
}

// chooses reports whether p chooses an assertion: where it is checked or written, there or in the source that the
// program was made from; or by its procedure, its block (alone, or as PROC:LABEL), its keyword, or a name in its
// attributes.
func (p *property) chooses(d *described) bool {
	if p.text == d.proc || p.text == d.label || p.text == d.proc+":"+d.label || p.text == d.kind ||
		slices.Contains(d.names, p.text) {
		return true
	}
	if p.line == 0 {
		return false
	}
	for i, at := range d.at {
		if p.at(at) && (p.file == "" || sameFile(p.file, d.files[i])) {
			return true
		}
	}
	if p.file == "" || d.source == "" {
		return false
	}
	q := parseProperty(d.source)
	return sameFile(p.file, q.file) && p.line == q.line && (p.col == 0 || p.col == q.col)
}

func (p *property) at(x prog.Pos) bool {
	return int(x.Line) == p.line && (p.col == 0 || int(x.Col) == p.col)
}

// sameFile reports whether a file is meant: by its path, or by the end of it.
func sameFile(name, path string) bool {
	name, path = filepath.ToSlash(filepath.Clean(name)), filepath.ToSlash(filepath.Clean(path))
	return name == path || strings.HasSuffix(path, "/"+name) || strings.HasSuffix(name, "/"+path)
}

// unknown returns the error that p chooses nothing.
func (p *property) unknown(file string, all []described) error {
	e := &PropertyError{File: file, Property: p.text}
	best := -1
	for i := range all {
		d := &all[i]
		if len(e.Known) < maxCandidates {
			e.Known = append(e.Known, d.String())
		} else {
			e.More++
		}
		if far, ok := p.distance(d); ok && (best < 0 || far < best) {
			best, e.Nearest = far, d.String()
		}
	}
	return e
}

// distance says how far an assertion is from what p asks for, if they can be compared.
func (p *property) distance(d *described) (int, bool) {
	if p.line > 0 {
		far := max(p.line-int(d.at[0].Line), int(d.at[0].Line)-p.line)
		if p.file != "" && !sameFile(p.file, d.files[0]) {
			far += 1 << 20 // rather one in the file
		}
		return far, true
	}
	best, ok := len(p.text)/3+2, false
	for _, n := range append([]string{d.proc, d.label, d.kind}, d.names...) {
		if far := editDistance(p.text, n, best); far < best {
			best, ok = far, true
		}
	}
	return best, ok
}

// editDistance returns how many letters have to be inserted, deleted or replaced to turn a into b, or limit if they are
// too different in length for less.
func editDistance(a, b string, limit int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= limit || len(a) > 1000 {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
