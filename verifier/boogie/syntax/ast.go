package syntax

import "strings"

// ExprID numbers the expression nodes of a file. Zero is none.
type ExprID uint32

// TypeID numbers the type expressions of a file. Zero is none.
type TypeID uint32

// List is a run of elements in one of the file's arenas.
type List struct{ Start, N uint32 }

// File is a parsed file, or several that are one program. Declarations of one kind are in the order of the source.
type File struct {
	Paths []string
	Lines Lines
	Names *Names

	TypeDecls []TypeDecl
	Consts    []ConstDecl
	Globals   []VarDecl
	Funcs     []FuncDecl
	Axioms    []Axiom
	Procs     []ProcDecl
	Impls     []ImplDecl

	Exprs    []Expr     // by ExprID
	Types    []TypeExpr // by TypeID
	Binders  []Binder   // what the quantifiers bind
	Codes    []Body     // the code expressions
	Attrs    []Attr
	AttrArgs []AttrArg
	Refs     []ExprID   // operands of statements
	Labels   []NameRef  // targets of gotos
	Nests    []NestStmt // if and while
	Tokens   int        // number of tokens
	Threads  bool       // there is an asynchronous call
}

// Op is the operator of an expression node.
type Op uint8

// The operators. Leaves first; Val says which name or binder they mean.
const (
	OpInvalid    Op = iota
	OpTrue          // true
	OpFalse         // false
	OpInt           // Val: name of the digits
	OpBv            // Val: name of the literal such as 5bv32
	OpReal          // Val: name of the literal such as 1.5e3
	OpFloat         // Val: name of the literal such as 0x1.8e0f24e8
	OpString        // Val: name
	OpVar           // Val: name
	OpCode          // Val: index in Codes
	OpOldBegin      // first child of OpOld
	OpQuantBegin    // first child of a quantifier or lambda; Val: index in Binders
	OpLetBegin      // the child of OpLet before its body; Val: index in Binders

	OpOld     // OpOldBegin, expression
	OpForall  // OpQuantBegin, triggers, body
	OpExists  // OpQuantBegin, triggers, body
	OpTrigger // terms
	OpLambda  // OpQuantBegin, body
	OpLet     // values, OpLetBegin, body
	OpCall    // Val: name of the function; arguments
	OpSelect  // map, indices
	OpStore   // map, indices, value
	OpExtract // expression; Val: index in Bounds, low and high bit packed
	OpCoerce  // expression; Val: the TypeID that its type must be
	OpIte     // condition, then, else
	OpNeg
	OpNot
	OpAnd // two or more
	OpOr  // two or more
	OpIff
	OpImplies
	OpExplies
	OpEq
	OpNe
	OpLt
	OpLe
	OpGt
	OpGe
	OpConcat
	OpAdd // two or more
	OpSub
	OpMul
	OpDiv
	OpMod
	OpQuo // of two reals or integers, exact
	OpPow
	OpPartial
	OpToReal
	OpToInt  // the greatest integer not above
	OpField  // value of a datatype; Val: name of the field
	OpUpdate // value of a datatype, value of the field; Val: name of the field
	OpIs     // value of a datatype; Val: name of the constructor
)

// String returns the operator as it is written.
func (o Op) String() string {
	const all = "? true false int bv real float string var |{ old forall var old forall exists trigger lambda var call " +
		"[] [:=] [:] : if - ! && || <==> ==> <== == != < <= > >= ++ + - * div mod / ** <: real int -> ->:= is"
	return strings.Fields(all)[o]
}

// Expr is a node of an expression. The nodes of an expression are contiguous and in postfix order: the subtree of
// node i is i-Size+1 to i, its last child is i-1, and the child before that is i-1 minus that child's size. Binders
// and old have a leaf before their operands, so that a walk from left to right sees where the scope begins.
type Expr struct {
	Op   Op
	N    uint32 // children
	Pos  Pos    // of the operator, or of the first token
	Val  uint32
	Size uint32 // nodes of the subtree, this one included
}

// Bounds are the bit positions of an extract, Val of OpExtract: bits Low up to, not including, High.
type Bounds uint32

// MaxWidth is the greatest width of a bit-vector.
const MaxWidth = 1 << 15

// High returns the end of the extracted bits.
func (b Bounds) High() int { return int(b >> 16) }

// Low returns the first of the extracted bits.
func (b Bounds) Low() int { return int(b & 0xFFFF) }

// First returns the first node of the run of an expression.
func (f *File) First(e ExprID) ExprID { return e - ExprID(f.Exprs[e].Size) + 1 }

// CodeExprs returns the expressions in statements.
func (f *File) CodeExprs(list []Stmt) (out []ExprID) {
	f.Each(list, func(s *Stmt) {
		if s.Expr != 0 {
			out = append(out, s.Expr)
		}
		switch s.Kind {
		case StmtAssign:
			out = append(out, f.Refs[s.Start:s.Start+2*s.N]...)
		case StmtCall, StmtHavoc:
			out = append(out, f.Refs[s.Start:s.Start+s.N+s.M]...)
		case StmtUnpack:
			out = append(out, f.Refs[s.Start:s.Start+s.N+1]...)
		case StmtIf, StmtWhile:
			if e := f.Nests[s.Start].Cond; e != 0 {
				out = append(out, e)
			}
		}
	})
	return out
}

// Each visits statements and those in them, in the order of the source.
func (f *File) Each(list []Stmt, visit func(*Stmt)) {
	for i := range list {
		s := &list[i]
		visit(s)
		if s.Kind == StmtIf || s.Kind == StmtWhile {
			f.Each(f.Nests[s.Start].Body, visit)
			f.Each(f.Nests[s.Start].Else, visit)
		}
	}
}

// Children appends the children of an expression to dst, in order.
func (f *File) Children(dst []ExprID, e ExprID) []ExprID {
	n := int(f.Exprs[e].N)
	at := len(dst)
	for range n {
		dst = append(dst, 0)
	}
	c := e - 1
	for i := n - 1; i >= 0; i-- {
		dst[at+i] = c
		c -= ExprID(f.Exprs[c].Size)
	}
	return dst
}

// Binder is what a quantifier, a lambda or a let binds; variables of a let have no type.
type Binder struct {
	TypeParams []NameRef
	Vars       []VarDecl
	// Attributes of a quantifier, which have no meaning, were from Skipped to Body.
	Skipped, Body Pos
}

// TypeKind is the kind of a type expression.
type TypeKind uint8

// The kinds of type expressions.
const (
	TypeBool TypeKind = iota + 1
	TypeInt
	TypeReal
	TypeBv    // Width
	TypeNamed // Name: a synonym, a constructor or a type parameter; Args
	TypeMap   // Params; Args, the last is the result
)

// TypeExpr is an occurrence of a type.
type TypeExpr struct {
	Kind TypeKind
	Pos  Pos
	Name Name
	// Width is the number of bits of TypeBv.
	Width  uint32
	Params []NameRef // type parameters of a map
	Args   []TypeID
}

// NameRef is an occurrence of a name.
type NameRef struct {
	Name Name
	Pos  Pos
}

// Attr is {:Name args}.
type Attr struct {
	Name Name
	Pos  Pos
	Args List // in AttrArgs
}

// AttrArg is a string or an expression.
type AttrArg struct {
	Str  Name // when Expr is zero
	Expr ExprID
}

// Attr returns the last attribute of that name in a list, which is the one that counts in Boogie; ok reports whether
// there is one.
func (f *File) Attr(l List, name string) (a Attr, ok bool) {
	for i := l.Start + l.N; i > l.Start; i-- {
		if f.Names.Text(f.Attrs[i-1].Name) == name {
			return f.Attrs[i-1], true
		}
	}
	return Attr{}, false
}

// Arg returns the argument of an attribute that has one; it is zero if there is none.
func (f *File) Arg(l List, name string) AttrArg {
	a, _ := f.Attr(l, name)
	if args := f.Args(a); len(args) == 1 {
		return args[0]
	}
	return AttrArg{}
}

// Flag reports whether a list has an attribute without argument, or with the argument true.
func (f *File) Flag(l List, name string) bool {
	if l.N == 0 {
		return false
	}
	a, ok := f.Attr(l, name)
	args := f.Args(a)
	return ok && (len(args) == 0 || len(args) == 1 && args[0].Expr != 0 && f.Exprs[args[0].Expr].Op == OpTrue)
}

// Args returns the arguments of an attribute.
func (f *File) Args(a Attr) []AttrArg { return f.AttrArgs[a.Args.Start : a.Args.Start+a.Args.N] }

// VarDecl declares one variable: global, local, formal or bound. Declarations such as x, y: int share type and where.
type VarDecl struct {
	Name  Name // zero for an unnamed parameter of a function
	Pos   Pos
	Type  TypeID
	Where ExprID
	Attrs List
}

// TypeDecl declares a type: a synonym of Body, or a new type without Body, of which Data says that constructors make
// its values.
type TypeDecl struct {
	Name   Name
	Pos    Pos
	Attrs  List
	Params []NameRef
	Body   TypeID
	Data   bool
}

// ConstDecl declares one constant.
type ConstDecl struct {
	VarDecl
	Unique bool
}

// FuncDecl declares a function, or a constructor of a datatype.
type FuncDecl struct {
	Name       Name
	Pos        Pos
	Attrs      List
	TypeParams []NameRef
	Params     []VarDecl
	Result     TypeID
	Body       ExprID
	// Constructor says that the function makes values of the datatype that is its result.
	Constructor bool
}

// Axiom assumes a closed formula.
type Axiom struct {
	Pos   Pos
	Attrs List
	Cond  ExprID
}

// SpecKind distinguishes requires, ensures and invariant.
type SpecKind uint8

// The kinds of specification clauses.
const (
	Requires SpecKind = iota + 1
	Ensures
	Invariant
)

// Spec is a requires, an ensures or a loop invariant.
type Spec struct {
	Kind  SpecKind
	Free  bool
	Pos   Pos
	Attrs List
	Cond  ExprID
}

// Measure is a measure of a procedure or a loop: values of which each call or iteration makes the first that it
// changes less.
type Measure struct {
	Pos   Pos
	Exprs []ExprID
}

// Signature is what the declarations of a procedure and of an implementation begin with.
type Signature struct {
	Name       Name
	Pos        Pos
	Attrs      List
	TypeParams []NameRef
	Ins        []VarDecl
	Outs       []VarDecl
}

// ProcDecl declares a procedure, with or without a body.
type ProcDecl struct {
	Signature
	Specs    []Spec
	Measures []Measure
	Modifies []NameRef
	Body     *Body
	Pure     bool // it changes no global
	Action   bool // of Civl, which others call, but nobody checks by itself
}

// ImplDecl is a body that is declared separately.
type ImplDecl struct {
	Signature
	Body *Body
}

// Body is the body of a procedure.
type Body struct {
	Locals []VarDecl
	Stmts  []Stmt
	End    Pos // of the closing brace
}

// StmtKind is the kind of a statement.
type StmtKind uint8

// The statements.
const (
	StmtLabel  StmtKind = iota + 1 // Name:
	StmtAssert                     // Expr
	StmtAssume                     // Expr
	StmtHavoc                      // Refs: OpVar
	StmtAssign                     // Refs: N targets, each OpVar under OpSelects and OpFields; N values
	StmtUnpack                     // Name of a constructor; Refs: N targets (OpVar), a value
	StmtCall                       // Name; Refs: N results (OpVar), M arguments
	StmtGoto                       // Labels
	StmtReturn                     // Expr, in code expressions
	StmtBreak                      // Name or zero
	StmtIf                         // Nest
	StmtWhile                      // Nest
	StmtYield
)

// Stmt is a statement. The fields it uses depend on its kind.
type Stmt struct {
	Kind  StmtKind
	Pos   Pos
	Attrs List
	Name  Name
	Expr  ExprID
	Start uint32 // of its operands in Refs or Labels; the index of its Nest
	N, M  uint32
	Free  bool // StmtCall: the preconditions are not checked
	Async bool // StmtCall: the callee runs as a thread of its own
}

// NestStmt is the condition and the bodies of an if or a while.
type NestStmt struct {
	Cond     ExprID // zero for *
	Invs     []Spec
	Measures []Measure
	Body     []Stmt
	Else     []Stmt // an else if is one StmtIf
	HasElse  bool
	End      Pos // of the closing brace of Body
	ElseEnd  Pos // of that of Else; zero if there is none or an else if
}
