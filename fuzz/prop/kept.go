package prop

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/smt"
)

// kept is the file with the failures of a test. Nothing but its owner removes entries, and
// an entry is appended in one write, so tests that run at the same time may share a file.
type kept struct {
	file    string
	test    string
	entries []entry
	bad     error // why it cannot be read
}

// entry is a failure: values of constants and functions.
type entry struct {
	formula string // its hash
	lines   []line
	line    int // in the file
}

type line struct{ name, value string }

// open reads the file of a test, which need not exist.
func (c Config) open(test string) *kept {
	dir := c.Dir
	if dir == "" {
		dir = filepath.Join("testdata", "prop")
	}
	k := &kept{file: filepath.Join(dir, fileName(test)+".txt"), test: test}
	data, err := os.ReadFile(k.file)
	switch {
	case err == nil:
		k.bad = k.parse(string(data))
	case !errors.Is(err, fs.ErrNotExist):
		k.bad = err
	}
	return k
}

// longName is the length at which names of files are cut.
const longName = 100

// fileName returns the name of the file of a test. If it does not contain the whole name of
// the test, a hash makes it unique.
func fileName(test string) string {
	exact := len(test) <= longName
	name := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '_':
			return r
		case r == '/':
			return '.'
		}
		exact = false
		return '_'
	}, test)
	if exact {
		return name
	}
	h := fnv.New32a()
	h.Write([]byte(test))
	return fmt.Sprintf("%s-%08x", name[:min(len(name), longName)], h.Sum32())
}

func (k *kept) parse(data string) error {
	for i, l := range strings.Split(data, "\n") {
		l = strings.TrimSpace(l)
		if l == "" || l[0] == '#' {
			continue
		}
		cut := strings.LastIndex(l, " = ") // a name may contain anything
		hash, begins := strings.CutPrefix(l, "formula ")
		switch {
		case cut >= 0 && len(k.entries) > 0:
			e := &k.entries[len(k.entries)-1]
			e.lines = append(e.lines, line{l[:cut], l[cut+3:]})
		case cut < 0 && begins:
			k.entries = append(k.entries, entry{formula: hash, line: i + 1})
		default:
			return fmt.Errorf("%s:%d: want \"formula HASH\" or, after it, \"NAME = VALUE\"", k.file, i+1)
		}
	}
	return nil
}

// keep adds values to the file unless they are in it. It returns a line for the user.
func (k *kept) keep(v Values) string {
	e := entry{formula: v.p.hash()}
	var b strings.Builder
	if len(k.entries) == 0 {
		fmt.Fprintf(&b, "# Values for which %s failed. They are replayed first; delete those that are no longer useful.\n", k.test)
	}
	fmt.Fprintf(&b, "\nformula %s\n", e.formula)
	for _, s := range append(slices.Clip(v.p.symbols), v.p.byZero(v.m)...) {
		l := line{s.name, s.text(v.m)}
		e.lines = append(e.lines, l)
		fmt.Fprintf(&b, "%s = %s\n", l.name, l.value)
	}
	if why := v.p.unreadable(b.String(), e); why != nil {
		return fmt.Sprintf("not kept: it could not be read back (%v)", why)
	}
	same := func(old entry) bool { return old.formula == e.formula && slices.Equal(old.lines, e.lines) }
	if !slices.ContainsFunc(k.entries, same) {
		if err := k.write(b.String()); err != nil {
			return "not kept: " + err.Error()
		}
	}
	return "kept in " + k.file + ", to be replayed first"
}

// unreadable says why the text of an entry cannot be read back: a name can contain
// anything.
func (p *problem) unreadable(text string, e entry) error {
	var again kept
	if err := again.parse(text); err != nil {
		return err
	}
	if len(again.entries) != 1 || !slices.Equal(again.entries[0].lines, e.lines) {
		return errors.New("ambiguous names")
	}
	_, err := p.says(e)
	return err
}

func (k *kept) write(text string) error {
	if err := os.MkdirAll(filepath.Dir(k.file), 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(k.file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// noCase says why an entry does not apply to the present formula.
type noCase struct{ error }

// again finds values that agree with an entry.
func (p *problem) again(ctx context.Context, e entry) (v Values, err error) {
	fs, err := p.says(e)
	if err != nil {
		return v, noCase{err}
	}
	ctx, cancel := context.WithTimeout(ctx, p.cfg.timeout())
	defer cancel()
	other := noCase{fmt.Errorf("kept for formula %s; does not satisfy the present one (%s)", e.formula, p.hash())}
	// Usually an entry has all values, and nothing needs to be solved.
	plain := &asker{ctx: ctx, s: smt.NewSession(p.st, smt.Config{})}
	if m := plain.model(fs...); m != nil {
		switch x, err := m.Eval(p.f); {
		case err == nil && x.IsTrue():
			return p.values(m), nil
		case err == nil && p.complete(e):
			return v, other
		}
	}
	a := p.ask(ctx, smt.Config{})
	if m := a.model(fs...); m != nil {
		z := &minimizer{p, a, m}
		for _, f := range fs {
			z.s.Assert(f)
		}
		z.quotients()
		return p.values(z.m), nil
	}
	if a.cut != "" {
		return v, errors.New(a.cut)
	}
	return v, other
}

// complete reports whether an entry has values of all constants and functions.
func (p *problem) complete(e entry) bool {
	return !slices.ContainsFunc(p.symbols, func(s subject) bool {
		return !slices.ContainsFunc(e.lines, func(l line) bool { return l.name == s.name })
	})
}

// says returns the values of an entry as formulas.
func (p *problem) says(e entry) (fs []smt.Bool, err error) {
	x := p.reader()
	for _, l := range e.lines {
		s, ok := p.named(l.name)
		if !ok {
			return nil, fmt.Errorf("kept for formula %s; the present one (%s) has no %s", e.formula, p.hash(), l.name)
		}
		f, err := x.says(s, l.value)
		if err != nil {
			return nil, err
		}
		fs = append(fs, f)
	}
	return append(fs, x.different()...), nil
}
