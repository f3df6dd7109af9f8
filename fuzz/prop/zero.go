package prop

import (
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/smt"
)

// A quotient or remainder by zero may be any number. The model chooses it, so a
// counterexample may depend on it.

var divisions = [...]string{"div", "mod", "/"}

// byZero returns the divisions by zero whose result in a model is not 0.
func (p *problem) byZero(m *smt.Model) (out []subject) {
	for _, op := range divisions {
		for _, e := range m.ByZero(op) {
			if rat(e.Value).Sign() != 0 {
				s, _ := p.division(op, text(e.Args[0]))
				out = append(out, s)
			}
		}
	}
	return out
}

// division returns the division of a dividend by zero; false if the text is not a
// dividend.
func (p *problem) division(op, dividend string) (s subject, ok bool) {
	sort := p.st.IntSort().AnySort
	if op == "/" {
		sort = p.st.RealSort().AnySort
	}
	x := p.reader()
	n, err := x.value(dividend, sort)
	if err != nil {
		return s, false
	}
	return subject{name: "(" + op + " " + dividend + " 0)", t: p.apply(op, n, must(x.value("0", sort)))}, true
}

// named returns the subject of a name.
func (p *problem) named(name string) (s subject, ok bool) {
	for _, s := range p.symbols {
		if s.name == name {
			return s, true
		}
	}
	for _, op := range divisions {
		dividend, found := strings.CutPrefix(name, "("+op+" ")
		if s, ok := p.division(op, strings.TrimSuffix(dividend, " 0)")); found && ok && s.name == name {
			return s, true
		}
	}
	return s, false
}

// quotients minimizes the results of divisions by zero.
func (z *minimizer) quotients() {
	known := map[smt.Term]bool{}
	for range 20 { // there are few, now that all else is fixed
		all := z.p.byZero(z.m)
		i := slices.IndexFunc(all, func(s subject) bool { return !known[s.t] })
		if i < 0 {
			return
		}
		t := all[i].t
		known[t] = true
		z.number(t)
		z.s.Assert(z.p.eq(t, number(z.m, t)))
	}
}
