package prop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/smt"
)

// kept is the file with the failures of a test.
type kept struct {
	file    string
	test    string
	entries []entry
}

// entry is a failure: what some constants were.
type entry struct {
	formula string // its hash
	lines   []line
	line    int // of the file; 0 if it is new
}

type line struct{ name, value string }

// open reads the file of a test, which need not exist.
func (c Config) open(test string) (*kept, error) {
	dir := c.Dir
	if dir == "" {
		dir = filepath.Join("testdata", "prop")
	}
	k := &kept{file: filepath.Join(dir, fileName(test)+".txt"), test: test}
	data, err := os.ReadFile(k.file)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err == nil {
		err = k.parse(string(data))
	}
	return k, err
}

// fileName makes a name of a file of that of a test, which can have any characters.
func fileName(test string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '_':
			return r
		case r == '/':
			return '.'
		}
		return '_'
	}, test)
}

func (k *kept) parse(data string) error {
	for i, l := range strings.Split(data, "\n") {
		l = strings.TrimSpace(l)
		if l == "" || l[0] == '#' {
			continue
		}
		if hash, ok := strings.CutPrefix(l, "formula "); ok {
			k.entries = append(k.entries, entry{formula: hash, line: i + 1})
			continue
		}
		cut := strings.LastIndex(l, " = ") // a name may have anything inside
		if cut < 0 || len(k.entries) == 0 {
			return fmt.Errorf("%s:%d: neither \"formula HASH\" nor, after one, \"NAME = VALUE\"", k.file, i+1)
		}
		e := &k.entries[len(k.entries)-1]
		e.lines = append(e.lines, line{l[:cut], l[cut+3:]})
	}
	return nil
}

// keep adds values, in the place of those that there are for the same formula of a proof.
// It says what it has done.
func (k *kept) keep(v Values) string {
	e := entry{formula: v.p.hash()}
	names := map[string]bool{}
	for _, c := range v.p.consts {
		l := line{c.String(), text(value(v.m, c))}
		if _, err := v.p.parse(l.value, c.Sort()); err != nil || names[l.name] || strings.Contains(l.name, "\n") {
			return fmt.Sprintf("not kept: %s = %s cannot be written so that it can be read", l.name, l.value)
		}
		names[l.name] = true
		e.lines = append(e.lines, l)
	}
	if len(v.p.funs) > 0 {
		return "not kept: it has functions"
	}
	same := func(old entry) bool { return old.formula == e.formula && slices.Equal(old.lines, e.lines) }
	if !slices.ContainsFunc(k.entries, same) {
		k.entries = append(k.entries, e)
	}
	if err := k.write(); err != nil {
		return "not kept: " + err.Error()
	}
	return "kept in " + k.file + ", which is replayed first"
}

// drop removes entries.
func (k *kept) drop(which func(entry) bool) error {
	n := len(k.entries)
	k.entries = slices.DeleteFunc(k.entries, which)
	switch len(k.entries) {
	case n:
		return nil
	case 0:
		return os.Remove(k.file)
	}
	return k.write()
}

func (k *kept) write() error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# What %s failed for. It is replayed first; delete what is of no more use.\n", k.test)
	for _, e := range k.entries {
		fmt.Fprintf(&b, "\nformula %s\n", e.formula)
		for _, l := range e.lines {
			fmt.Fprintf(&b, "%s = %s\n", l.name, l.value)
		}
	}
	if err := os.MkdirAll(filepath.Dir(k.file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(k.file, b.Bytes(), 0o666)
}

// replay finds values with what an entry says, or why there are none.
func (p *problem) replay(e entry) (v Values, why string) {
	fs, err := p.read(e)
	if err != nil {
		return v, err.Error()
	}
	ctx, cancel := context.WithTimeout(context.Background(), p.cfg.timeout())
	defer cancel()
	a := p.ask(ctx, 0, 0)
	for _, f := range fs {
		a.s.Assert(f)
	}
	if m := a.model(); m != nil {
		return Values{p, m}, ""
	}
	if a.cut != "" {
		return v, a.cut
	}
	return v, fmt.Sprintf("kept for %s, and no case of what is tested now (%s)", e.formula, p.hash())
}

func (p *problem) fits(e entry) bool {
	_, err := p.read(e)
	return err == nil
}

// read says of the constants what an entry says of their names.
func (p *problem) read(e entry) (fs []smt.Bool, err error) {
	for _, l := range e.lines {
		i := slices.IndexFunc(p.consts, func(c smt.Term) bool { return c.String() == l.name })
		if i < 0 {
			return nil, fmt.Errorf("kept for %s; what is tested now (%s) has no %s", e.formula, p.hash(), l.name)
		}
		v, err := p.parse(l.value, p.consts[i].Sort())
		if err != nil {
			return nil, err
		}
		fs = append(fs, p.formula("=", p.consts[i], v))
	}
	return fs, nil
}

// parse reads a value of a sort, as text writes it.
func (p *problem) parse(s string, sort smt.AnySort) (smt.Term, error) {
	index, element, isArray := sort.Array()
	switch {
	case isArray:
		return p.parseArray(s, sort, index, element)
	case sort == p.st.BoolSort().AnySort:
		if s == "true" || s == "false" {
			return p.st.BoolVal(s == "true").Term, nil
		}
	case sort == p.st.IntSort().AnySort:
		if n, ok := new(big.Int).SetString(s, 10); ok {
			return p.st.BigInt(n).Term, nil
		}
	case sort == p.st.RealSort().AnySort:
		if q, ok := new(big.Rat).SetString(s); ok && !strings.ContainsAny(s, ".eExXpP_") {
			return p.st.BigRat(q).Term, nil
		}
	}
	return smt.Term{}, fmt.Errorf("%q is no value of sort %s", s, sort)
}

// parseArray reads [INDEX: ELEMENT, ..., else: ELEMENT].
func (p *problem) parseArray(s string, sort, index, element smt.AnySort) (a smt.Term, err error) {
	bad := fmt.Errorf("%q is no value of sort %s", s, sort)
	inner, opened := strings.CutPrefix(s, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !opened || !closed {
		return a, bad
	}
	rows := split(inner, ',')
	for i := len(rows) - 1; i >= 0; i-- {
		pair := split(rows[i], ':')
		if len(pair) != 2 || (pair[0] == "else") != (i == len(rows)-1) {
			return a, bad
		}
		e, err := p.parse(pair[1], element)
		if err != nil {
			return a, err
		}
		if pair[0] == "else" {
			a, err = p.st.ConstArray(sort, e)
		} else if at, bad := p.parse(pair[0], index); bad != nil {
			return a, bad
		} else {
			a, err = p.st.Apply("store", a, at, e)
		}
		if err != nil {
			return a, err
		}
	}
	return a, nil
}

// split cuts at a separator that stands outside all brackets.
func split(s string, sep rune) (parts []string) {
	depth, begin := 0, 0
	for i, r := range s {
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case r == sep && depth == 0:
			parts = append(parts, strings.TrimSpace(s[begin:i]))
			begin = i + 1
		}
	}
	return append(parts, strings.TrimSpace(s[begin:]))
}

func indent(v Values) string { return "    " + strings.Join(v.lines(), "\n    ") }
