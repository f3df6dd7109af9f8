package sat

import (
	"bufio"
	"io"
	"strconv"
)

// Record writes to w the calls on the solver from now on, with the answers of Solve and Imply, as a script that
// fuzz/satscript reads, runs and compares. It must come before all other calls. Each call is written before it is
// carried out. What propagators do is not recorded, nor are a clone, an Exchange and Options.Without.
//
// The function that Record returns ends the recording, and returns the first error of w.
func (s *Solver) Record(w io.Writer) (end func() error) {
	if s.NumVars() > 0 || s.stats.Added > 0 || !s.ok {
		panic("sat: Record: the solver was used before")
	}
	r := &recorder{out: bufio.NewWriter(w)}
	r.line("p satscript", nil)
	r.line("recorded", nil)
	r.number("seed", int64(s.opt.Seed))
	r.number("mode", int64(s.opt.Mode))
	for _, o := range []struct {
		word string
		on   bool
	}{
		{"positive", s.opt.Phase}, {"forget", s.opt.ForgetTrail}, {"stress", s.opt.Stress}, {"proof", s.tracer != nil},
	} {
		if o.on {
			r.line(o.word, nil)
		}
	}
	s.rec = r
	return func() error {
		if s.rec == r {
			s.rec = nil
		}
		return r.out.Flush()
	}
}

// recorder writes the calls on a solver. If it is nil, nobody wants them. The first error of the underlying writer
// stays in out.
type recorder struct {
	out *bufio.Writer
	buf []byte
}

// line writes a word with literals; the word that stands before a clause is empty.
func (r *recorder) line(word string, lits []Lit, behind ...string) {
	if r == nil {
		return
	}
	b := append(r.buf[:0], word...)
	for _, l := range lits {
		b = append(b, ' ')
		b = strconv.AppendInt(b, int64(l.Dimacs()), 10)
	}
	for _, text := range behind {
		b = append(append(b, ' '), text...)
	}
	if word == "" {
		b = b[1:]
	}
	r.buf = append(b, '\n')
	_, _ = r.out.Write(r.buf)
}

// list writes a word with any number of literals.
func (r *recorder) list(word string, lits []Lit) { r.line(word, lits, "0") }

// variable writes a word with a variable.
func (r *recorder) variable(word string, v Var) { r.line(word, []Lit{v.Pos()}) }

// number writes a word with a number, unless that is 0.
func (r *recorder) number(word string, n int64) {
	if n != 0 {
		r.line(word, nil, strconv.FormatInt(n, 10))
	}
}

// solve writes the question of Solve, and minimize that of MinimizeCore, both with their budgets.
func (r *recorder) solve(assumptions []Lit, b Budget) {
	r.number("conflicts", b.Conflicts)
	r.budget(b)
	r.list("a", assumptions)
	r.ask()
}

func (r *recorder) minimize(b Budget) {
	r.budget(b)
	r.line("minimize", nil, strconv.FormatInt(b.Conflicts, 10))
	r.ask()
}

// budget writes the budget of the next question, except for conflicts.
func (r *recorder) budget(b Budget) {
	r.number("decisions", b.Decisions)
	r.number("propagations", b.Propagations)
	r.number("bytes", b.Bytes)
}

// ask sends what was written, so that a question can be seen that has no answer yet.
func (r *recorder) ask() { _ = r.out.Flush() }

// answer writes an answer as an exit code of the SAT competition.
func (r *recorder) answer(st Status) {
	if r != nil {
		r.line("answer", nil, [...]string{"20", "0", "10"}[st+1])
		r.ask()
	}
}
