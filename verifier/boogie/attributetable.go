package boogie

import (
	"strings"

	"github.com/muster-smt/muster/verifier/boogie/syntax"
)

// class says what becomes of an attribute.
type class uint8

const (
	unlisted class = iota // in no row: neither Boogie nor Corral knows it, and both pass it over
	exact                 // it means what it means there
	harmless              // no answer depends on it, for the reason of its row
	refused               // a program that has it is an error that names it
)

// attributeRow says what becomes of an attribute that Boogie or Corral knows.
type attributeRow struct {
	class  class
	reason string // why it is harmless, or what it would mean
}

// attributeRows are the attributes, by their names.
var attributeRows = func() map[string]attributeRow {
	rows := map[string]attributeRow{}
	for _, x := range [...]struct {
		names  string
		class  class
		reason string
	}{
		{"extern ignore existential datatype constructor builtin bvbuiltin define inline verify " +
			"selective_checking start_checking_here verified_under always_assume subsumption assumption " +
			"timeLimit msg async entrypoint ForceInline SIextraRecBound LoopProcedure nohoudini template match " +
			"cexpr thread_local sourceloc sourcefile sourceFile sourceline sourceLine id linear linear_in " +
			"linear_out", exact, ""},
		{"nopats weight qid skolemid pool add_to_pool never_pattern ctor", harmless,
			"it says which instances a prover makes, and what holds does not depend on those"},
		{"split_here split focus isolate vcs_split_on_every_assert vcs_max_cost vcs_max_splits " +
			"vcs_max_keep_going_splits allow_split", harmless,
			"it cuts the question into several, which together are the same"},
		{"priority rlimit random_seed smt_option", harmless,
			"it bounds or orders the work of a prover, which has limits of its own here"},
		{"checksum precondition_previous_snapshot", harmless,
			"it is about what an earlier version of the program was found to do"},
		{"captureState print model_const", harmless, "it is about how a trace is shown"},
		{"partition si_unique_call si_old_unique_call", harmless, "it says where the program comes from"},
		{"bvint", harmless,
			"it says what stands for a bit-vector where these are integers, as they are in no present Boogie"},
		{"identity", harmless, "it helps the inference of invariants, and none are inferred"},
		{"absdomain", harmless, "it says how existential functions are inferred, which are refused"},
		{"include_dep exclude_dep", harmless, "axioms are pruned where that changes no answer"},
		{"layer atomic left right both", harmless,
			"Civl's procedures and actions have layers and movers; all else that has them is checked as if it had not"},
		{"yields yield_invariant yield_requires yield_ensures yield_preserves yield_loop refines", refused,
			"a procedure of Civl, which other threads interrupt"},
		{"maximize minimize", refused, "an optimal execution is asked for"},
	} {
		for name := range strings.FieldsSeq(x.names) {
			if rows[name].class != unlisted {
				panic("boogie: two rows for the attribute " + name)
			}
			rows[name] = attributeRow{x.class, x.reason}
		}
	}
	return rows
}()

// checkAttributes refuses the attributes that are not obeyed.
func (c *checker) checkAttributes() {
	for i := range c.file.Attrs {
		a := &c.file.Attrs[i]
		if row := attributeRows[c.text(a.Name)]; row.class == refused {
			c.failf(a.Pos, "attribute {:%s} (%s) is not supported", c.text(a.Name), row.reason)
		}
	}
	// Where there are threads, each would have a variable of its own.
	for i := range c.file.Globals {
		v := &c.file.Globals[i]
		if a, ok := c.file.Attr(v.Attrs, "thread_local"); ok && c.file.Threads {
			c.failf(a.Pos, "{:thread_local} on variable %s of a program with threads is not supported", c.quote(v.Name))
		}
	}
}

// dropIgnored removes what declarations with {:ignore} say; their names stay declared.
func dropIgnored(f *syntax.File) {
	f.Axioms = kept(f, f.Axioms, func(d *syntax.Axiom) syntax.List { return d.Attrs })
	f.Impls = kept(f, f.Impls, func(d *syntax.ImplDecl) syntax.List { return d.Attrs })
	for i := range f.Procs {
		if f.Flag(f.Procs[i].Attrs, "ignore") {
			f.Procs[i].Body = nil
		}
	}
	for i := range f.Consts {
		if f.Flag(f.Consts[i].Attrs, "ignore") {
			f.Consts[i].Unique = false
		}
	}
	for i := range f.Globals {
		if f.Flag(f.Globals[i].Attrs, "ignore") {
			f.Globals[i].Where = 0
		}
	}
}

// kept returns the declarations without {:ignore}.
func kept[T any](f *syntax.File, decls []T, attrs func(*T) syntax.List) (out []T) {
	for i := range decls {
		if !f.Flag(attrs(&decls[i]), "ignore") {
			out = append(out, decls[i])
		}
	}
	return out
}

// statementIDs refuses two statements with one {:id}.
func (c *checker) statementIDs() {
	seen := map[syntax.Name]bool{}
	note := func(attrs syntax.List) {
		a, ok := c.file.Attr(attrs, "id")
		if args := c.file.Args(a); ok && len(args) == 1 && args[0].Expr == 0 {
			if seen[args[0].Str] {
				c.failf(a.Pos, "two statements have the id %s", c.quote(args[0].Str))
			}
			seen[args[0].Str] = true
		}
	}
	for i := range c.procs {
		if b := c.procs[i].body; b != nil {
			c.file.Each(b.Stmts, func(s *syntax.Stmt) {
				note(s.Attrs)
				if s.Kind == syntax.StmtIf || s.Kind == syntax.StmtWhile {
					for _, inv := range c.file.Nests[s.Start].Invs {
						note(inv.Attrs)
					}
				}
			})
		}
	}
}
