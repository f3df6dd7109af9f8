package boogie

import "github.com/muster-smt/muster/verifier/boogie/syntax"

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

// Reasons that several rows share.
const (
	triggers = "it says which instances a prover makes, and what holds does not depend on those"
	splits   = "it cuts the question into several, which together are the same"
	limits   = "it bounds or orders the work of a prover, which has limits of its own here"
	caching  = "it is about what an earlier version of the program was found to do"
	traces   = "it is about how a trace is told"
	metadata = "it says where the program comes from"
	layers   = "Civl's procedures and actions have layers and movers; all else that has them is checked as if it had not"
	civl     = "a procedure of Civl, which other threads interrupt"
)

// attributeRows are the attributes.
var attributeRows = map[string]attributeRow{
	"extern": {class: exact}, "ignore": {class: exact}, "existential": {class: exact}, "datatype": {class: exact},
	"constructor": {class: exact},
	"builtin":     {class: exact}, "bvbuiltin": {class: exact}, "define": {class: exact}, "inline": {class: exact},
	"verify":             {class: exact},
	"selective_checking": {class: exact}, "start_checking_here": {class: exact}, "verified_under": {class: exact},
	"always_assume": {class: exact},
	"subsumption":   {class: exact}, "assumption": {class: exact}, "timeLimit": {class: exact}, "msg": {class: exact},
	"async":      {class: exact},
	"entrypoint": {class: exact}, "ForceInline": {class: exact}, "SIextraRecBound": {class: exact},
	"LoopProcedure": {class: exact},
	"nohoudini":     {class: exact}, "template": {class: exact}, "match": {class: exact}, "cexpr": {class: exact},
	"thread_local": {class: exact},
	"sourceloc":    {class: exact}, "sourcefile": {class: exact}, "sourceFile": {class: exact},
	"sourceline": {class: exact},
	"sourceLine": {class: exact},
	"id":         {class: exact}, "nopats": {harmless, triggers}, "weight": {harmless, triggers}, "qid": {harmless,
		triggers},
	"skolemid": {harmless, triggers},
	"pool":     {harmless, triggers}, "add_to_pool": {harmless, triggers}, "never_pattern": {harmless, triggers},
	"ctor":       {harmless, triggers},
	"split_here": {harmless, splits}, "split": {harmless, splits}, "focus": {harmless, splits}, "isolate": {harmless,
		splits},
	"vcs_split_on_every_assert": {harmless, splits}, "vcs_max_cost": {harmless, splits}, "vcs_max_splits": {harmless,
		splits},
	"vcs_max_keep_going_splits": {harmless, splits}, "allow_split": {harmless, splits},
	"priority": {harmless, limits}, "rlimit": {harmless, limits}, "random_seed": {harmless, limits},
	"smt_option": {harmless, limits},
	"checksum":   {harmless, caching}, "precondition_previous_snapshot": {harmless, caching},
	"captureState": {harmless, traces}, "print": {harmless, traces}, "model_const": {harmless, traces},
	"partition": {harmless, metadata}, "si_unique_call": {harmless, metadata}, "si_old_unique_call": {harmless, metadata},
	"bvint": {harmless, "it says what stands for a bit-vector where these are integers, as they are in no " +
		"present Boogie"},
	"identity":    {harmless, "it helps the inference of invariants, and none are inferred"},
	"absdomain":   {harmless, "it says how existential functions are inferred, which are refused"},
	"include_dep": {harmless, "axioms are pruned where that changes no answer"}, "exclude_dep": {harmless,
		"axioms are pruned where that changes no answer"},
	"layer": {harmless, layers}, "atomic": {harmless, layers}, "left": {harmless, layers}, "right": {harmless, layers},
	"both":   {harmless, layers},
	"linear": {class: exact}, "linear_in": {class: exact}, "linear_out": {class: exact},
	"yields": {refused, civl}, "yield_invariant": {refused, civl}, "yield_requires": {refused, civl},
	"yield_ensures":   {refused, civl},
	"yield_preserves": {refused, civl}, "yield_loop": {refused, civl}, "refines": {refused, civl},
	"maximize": {refused, "an optimal execution is asked for"}, "minimize": {refused, "an optimal execution is asked for"},
}

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
