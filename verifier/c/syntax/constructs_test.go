package syntax

import (
	"strings"
	"testing"
)

// expressionRows are the kinds of expressions.
var expressionRows = [Hole + 1]row{
	Const: {class: exact}, Text: {class: exact}, Var: {class: exact}, Elem: {class: exact},
	Deref: {class: exact}, Member: {class: exact}, AddrOf: {class: exact}, Decay: {class: exact},
	Load: {class: exact}, Neg: {class: exact}, Cpl: {class: exact}, Not: {class: exact}, Add: {class: exact},
	Sub: {class: exact}, Mul: {class: exact}, Div: {class: exact}, Mod: {class: exact}, Shl: {class: exact},
	Shr: {class: exact}, And: {class: exact}, Xor: {class: exact}, Or: {class: exact}, Lt: {class: exact},
	Gt: {class: exact}, Le: {class: exact}, Ge: {class: exact}, Eq: {class: exact}, Ne: {class: exact},
	PtrAdd: {class: exact}, PtrSub: {class: exact}, PtrDiff: {class: exact}, LAnd: {class: exact},
	LOr: {class: exact}, Cond: {class: exact}, Comma: {class: exact}, Assign: {class: exact},
	AssignOp: {class: exact}, Cast: {class: exact}, Call: {class: exact}, Compound: {class: exact},
	Block: {class: exact}, VaStart: {class: exact}, VaArg: {class: exact}, VaEnd: {class: exact},
	VaCopy: {class: exact}, Closure: {class: exact}, Hole: {class: unsupported},
}

// statementRows are the kinds of statements.
var statementRows = [Unsupported + 1]row{
	Empty: {class: exact}, Eval: {class: exact}, Decl: {class: exact}, Seq: {class: exact}, If: {class: exact},
	While: {class: exact}, Do: {class: exact}, For: {class: exact}, Switch: {class: exact},
	Case: {class: exact}, Default: {class: exact}, Label: {class: exact}, Goto: {class: exact},
	Break: {class: exact}, Continue: {class: exact}, Return: {class: exact}, Cross: {class: exact},
	Unsupported: {class: unsupported},
}

// typeRows are the kinds of types.
var typeRows = [Other + 1]row{
	Void: {class: exact}, Int: {class: exact}, Float: {class: unsupported}, Pointer: {class: exact},
	Array: {class: exact}, Struct: {class: exact}, Union: {class: exact}, Func: {class: exact},
	Other: {class: unsupported},
}

// TestRows makes sure that all kinds of what the tree holds are in a row, and that what is harmless is so for a reason.
func TestRows(t *testing.T) {
	rows := map[string]row{}
	for _, table := range []map[string]row{keywordRows(), attributeRows(), pragmaRows(), builtinRows()} {
		for name, r := range table {
			rows[name] = r
		}
	}
	for op, r := range expressionRows {
		rows["the expression "+string(rune('0'+op))] = r
	}
	for kind, r := range statementRows {
		rows["the statement "+string(rune('0'+kind))] = r
	}
	for kind, r := range typeRows {
		rows["the type "+string(rune('0'+kind))] = r
	}
	for name, r := range rows {
		if r.class == unlisted {
			t.Errorf("%s is in no row", name)
		}
		if (r.class == harmless) != (r.reason != "") {
			t.Errorf("%s: what is harmless has a reason, and nothing else has", name)
		}
	}
}

// holes lists what a program uses that is not supported.
func holes(t *testing.T, src string) string {
	u, err := Parse([]Source{{Name: "a.c", Text: []byte(src)}}, Options{})
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	var list []string
	var stmt func(s *Stmt)
	var expr func(e *Expr)
	expr = func(e *Expr) {
		if e == nil {
			return
		}
		if e.Op == Hole {
			list = append(list, e.Str)
		}
		for _, x := range append([]*Expr{e.X, e.Y, e.Z}, e.Args...) {
			expr(x)
		}
		stmt(e.Body)
	}
	stmt = func(s *Stmt) {
		if s == nil {
			return
		}
		if s.Kind == Unsupported {
			list = append(list, s.Name)
		}
		expr(s.X)
		expr(s.Step)
		for _, x := range append([]*Stmt{s.Init, s.Then, s.Else}, s.List...) {
			stmt(x)
		}
		if s.Kind == Decl && s.Obj.Init != nil {
			for _, it := range s.Obj.Init.Items {
				expr(it.Value)
			}
		}
	}
	for _, o := range u.Objects {
		if o.Name == "main" {
			stmt(o.Body)
		}
	}
	return strings.Join(list, ", ")
}

// TestAttributes uses an object, a function, a type and a member with each attribute: exactly those that are not supported are named.
func TestAttributes(t *testing.T) {
	given := map[string]string{
		"cleanup": "(f)", "alias": `("g")`, "mode": "(SI)", "scalar_storage_order": `("big-endian")`, "vector_size": "(16)",
	}
	names := []string{"no_such_attribute"}
	for name := range attributeRows() {
		names = append(names, name)
	}
	for _, name := range names {
		a := "__attribute__((" + name + given[name] + "))"
		if name == "alias" || name == "vector_size" || name == "weak" {
			continue // not of all of these
		}
		for _, src := range []string{
			"void f(int *); int x " + a + "; int main(void) { return x; }",
			"void f(int *); int " + a + " h(int); int main(void) { return h(1); }",
			"void f(int *); typedef int t " + a + "; int main(void) { t y = 1; return y; }",
			"void f(int *); struct " + a + " s { int m; } s; int main(void) { return s.m; }",
			"void f(int *); struct s { int m " + a + "; } s; int main(void) { return s.m; }",
		} {
			want := ""
			if row, ok := attributeRows()[name]; ok && row.class <= unsupported {
				want = "the attribute " + name
			}
			if got := holes(t, src); got != want {
				t.Errorf("%s: %q, not %q", src, got, want)
			}
		}
	}
}

// TestBuiltins calls the builtins that are not supported.
func TestBuiltins(t *testing.T) {
	for name, r := range builtinRows() {
		if r.class == unsupported {
			if got := holes(t, "int main(void) { "+name+"(1, 2); return 0; }"); got != name {
				t.Errorf("%s: %q", name, got)
			}
		}
	}
}
