package satscript

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
)

// Script is a list of calls.
type Script []Op

// Op is a call, or a few that belong together.
type Op struct {
	Kind Kind
	Lits []sat.Lit
	N    int64
}

// MaxVar bounds the variables of a script, since all up to the greatest are created.
const MaxVar = 1 << 20

const header = "p satscript"

func (o Op) String() string {
	r := &rows[o.Kind]
	words := make([]string, 0, len(o.Lits)+2)
	if r.word != "" {
		words = append(words, r.word)
	}
	for _, l := range o.Lits {
		words = append(words, strconv.Itoa(l.Dimacs()))
	}
	switch r.shape {
	case literals:
		words = append(words, "0")
	case number:
		words = append(words, strconv.FormatInt(o.N, 10))
	}
	return strings.Join(words, " ")
}

// String returns the script as a text that Parse reads.
func (s Script) String() string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for _, o := range s {
		b.WriteString(o.String())
		b.WriteByte('\n')
	}
	return b.String()
}

// Clone returns a deep copy.
func (s Script) Clone() Script {
	c := slices.Clone(s)
	for i := range c {
		c[i].Lits = slices.Clone(c[i].Lits)
	}
	return c
}

// Parse reads a script. file is its name in errors, which are of type *dimacs.Error.
func Parse(text []byte, file string) (Script, error) {
	p := &parser{file: file}
	var s Script
	begun, body := false, false
	for line := range bytes.Lines(text) {
		p.split(string(line))
		switch {
		case len(p.words) == 0 || p.words[0].text == "c":
		case !begun:
			if len(p.words) != 2 || p.words[0].text+" "+p.words[1].text != header {
				return nil, p.errorf(p.words[0].col, "expected the header %s", header)
			}
			begun = true
		default:
			o, err := p.op()
			if err != nil {
				return nil, err
			}
			if opening := rows[o.Kind].opening; opening && body {
				return nil, p.errorf(p.words[0].col, "%s must stand before all calls", p.words[0].text)
			} else if !opening {
				body = true
			}
			s = append(s, o)
		}
	}
	if !begun {
		return nil, p.errorf(1, "expected the header %s, but the input ends", header)
	}
	return s, nil
}

// parser reads line by line.
type parser struct {
	file  string
	line  int
	words []word
}

type word struct {
	text string
	col  int
}

func (p *parser) errorf(col int, format string, args ...any) error {
	return &dimacs.Error{File: p.file, Line: max(p.line, 1), Col: col, Msg: fmt.Sprintf(format, args...)}
}

// split splits the next line into words.
func (p *parser) split(line string) {
	p.line++
	p.words = p.words[:0]
	for i := 0; i < len(line); {
		n := strings.IndexAny(line[i:], " \t\r\n")
		if n < 0 {
			n = len(line) - i
		}
		if n > 0 {
			p.words = append(p.words, word{line[i : i+n], i + 1})
		}
		i += n + 1
	}
}

// op reads the present line.
func (p *parser) op() (Op, error) {
	first, operands := p.words[0], p.words[1:]
	o := Op{Kind: Clause}
	if c := first.text[0]; c == '-' || c >= '0' && c <= '9' {
		operands = p.words
	} else {
		kind := slices.IndexFunc(rows[:], func(r row) bool { return r.word == first.text })
		if kind < 0 {
			return o, p.errorf(first.col, "unknown word %q", first.text)
		}
		o.Kind = Kind(kind)
	}
	rest, err := p.operands(&o, operands)
	if err == nil && len(rest) > 0 {
		err = p.errorf(rest[0].col, "expected the end of the line, found %q", rest[0].text)
	}
	return o, err
}

// operands reads the operands of an operation and returns the words after them.
func (p *parser) operands(o *Op, words []word) ([]word, error) {
	if rows[o.Kind].shape == nothing {
		return words, nil
	}
	for {
		if len(words) == 0 {
			last := p.words[len(p.words)-1]
			return nil, p.errorf(last.col+len(last.text), "expected %s", shapeNames[rows[o.Kind].shape])
		}
		w := words[0]
		words = words[1:]
		if rows[o.Kind].shape == number {
			n, err := strconv.ParseInt(w.text, 10, 62)
			if err != nil || n < 0 {
				return nil, p.errorf(w.col, "expected a number, found %q", w.text)
			}
			o.N = n
			return words, nil
		}
		l, err := p.literal(w)
		switch {
		case err != nil:
			return nil, err
		case l != sat.NoLit:
			o.Lits = append(o.Lits, l)
		case rows[o.Kind].shape == literal:
			return nil, p.errorf(w.col, "expected a literal, found 0")
		}
		if l == sat.NoLit || rows[o.Kind].shape == literal {
			return words, nil
		}
	}
}

// literal reads a literal, or the 0 that ends a list.
func (p *parser) literal(w word) (sat.Lit, error) {
	n, err := strconv.Atoi(w.text)
	if err != nil || w.text[0] == '+' {
		return 0, p.errorf(w.col, "expected a literal, found %q", w.text)
	}
	if n > MaxVar || n < -MaxVar {
		return 0, p.errorf(w.col, "variable %s is larger than %d", strings.TrimPrefix(w.text, "-"), MaxVar)
	}
	if n == 0 {
		return sat.NoLit, nil
	}
	return sat.FromDimacs(n), nil
}
