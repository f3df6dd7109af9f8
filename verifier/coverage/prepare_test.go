package coverage

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// system makes procedures of "NAME targets > callees", the entry first. Each has a flag of its name that says that it
// has ended the execution, and one that says so of the execution before where the name ends in !. A target is in a
// condition or, behind =, in a definition.
func system(st *term.Store, text string) (sys *vc.System, targets []term.Term) {
	sys = &vc.System{Store: st}
	lines := strings.Split(text, "; ")
	id := func(name string) vc.ProcID {
		return vc.ProcID(slices.IndexFunc(lines, func(l string) bool { return strings.Fields(l)[0] == name }))
	}
	for i, l := range lines {
		own, callees, _ := strings.Cut(l, ">")
		words := strings.Fields(own)
		q := &vc.Proc{ID: vc.ProcID(i), Name: words[0], Blocks: []vc.Block{{}}}
		for _, w := range words[1:] {
			w, defined := strings.CutPrefix(w, "=")
			x := st.FreshConst(w, term.Bool)
			targets = append(targets, x)
			if defined {
				q.Defs = append(q.Defs, vc.Def{Value: st.Not(x)})
			} else {
				q.Blocks[0].Conds = append(q.Blocks[0].Conds, st.Not(x))
			}
		}
		for c := range strings.FieldsSeq(callees) {
			q.Sites = append(q.Sites, vc.Site{Callee: id(c)})
		}
		sys.Procs = append(sys.Procs, q)
	}
	return sys, targets
}

// TestPrepare shows the facts that templates get: a procedure has ended the execution only if somebody asks about a
// target in it or below, or if it was ended before.
func TestPrepare(t *testing.T) {
	for _, x := range []struct{ system, want string }{
		{"main > p; p b", "p: (or b (not ended_p))"},
		{"main > p; p > q; q b", "p: (or b (not ended_p)), q: (or b (not ended_q))"},
		{"main > p; p a b", "axiom (= asked in p (or a b)), p: (or asked in p (not ended_p))"},
		{"main > p; p a > q; q b > p", "axiom (= asked in q (or a b)), " +
			"p: (or asked in q (not ended_p)), q: (or asked in q (not ended_q))"},
		{"main > p; p =b a", "axiom (= asked in p (or a b)), p: (or asked in p (not ended_p))"},
		{"main a > p; p", "p: (or false (not ended_p))"},
		{"main > p!; p! b", "p!: (or b before_p! (not ended_p!))"},
	} {
		st := term.NewStore()
		sys, targets := system(st, x.system)
		flag := func(prefix string, has func(*vc.Proc) bool) func(*vc.Proc) term.Term {
			return func(q *vc.Proc) term.Term {
				if !has(q) {
					return 0
				}
				return st.FreshConst(prefix+q.Name, term.Bool)
			}
		}
		Prepare(sys, targets, flag("before_", func(q *vc.Proc) bool { return strings.HasSuffix(q.Name, "!") }),
			flag("ended_", func(*vc.Proc) bool { return true }))
		var got []string
		for _, a := range sys.Axioms {
			got = append(got, "axiom "+sorted(st, a))
		}
		for _, q := range sys.Procs {
			for _, f := range q.Facts {
				got = append(got, fmt.Sprintf("%s: %s", q.Name, sorted(st, f)))
			}
		}
		if got := strings.Join(got, ", "); got != x.want {
			t.Errorf("%s:\ngot  %s\nwant %s", x.system, got, x.want)
		}
	}
}

// sorted returns a formula as text. A disjunction has its arguments in alphabetical order, negations last.
func sorted(st *term.Store, t term.Term) string {
	switch st.Op(t) {
	case term.OpEq:
		return "(= " + sorted(st, st.Arg(t, 0)) + " " + sorted(st, st.Arg(t, 1)) + ")"
	case term.OpOr:
		var args []string
		for _, a := range st.Args(t) {
			args = append(args, strings.Replace(sorted(st, a), "(not", "~(not", 1))
		}
		slices.Sort(args)
		return "(or " + strings.ReplaceAll(strings.Join(args, " "), "~", "") + ")"
	}
	return st.String(t)
}
