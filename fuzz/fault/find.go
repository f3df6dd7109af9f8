package fault

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// finder collects the faults of a function.
type finder struct {
	files  *token.FileSet
	source []byte
	fn     string
	undoes bool
	found  []Fault
}

// add adds the change of the text from one place to another.
func (s *finder) add(k Kind, from, to token.Pos, text string) {
	at := s.files.Position(from)
	end := s.files.Position(to).Offset
	s.found = append(s.found, Fault{
		Kind: k, At: at, Func: s.fn, Old: string(s.source[at.Offset:end]), New: text, offset: at.Offset,
	})
}

func (s *finder) text(n ast.Node) string {
	return string(s.source[s.files.Position(n.Pos()).Offset:s.files.Position(n.End()).Offset])
}

// node is the callback for ast.Inspect.
func (s *finder) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok {
			if id.Name == "panic" {
				return false // the message does not affect answers
			}
			s.dropped(id, n)
		}
	case *ast.Ident:
		if other := counterpart(n.Name); other != "" {
			s.add(Bound, n.Pos(), n.End(), other)
		}
	case *ast.BlockStmt:
		s.lost(n.List)
	case *ast.CaseClause:
		s.lost(n.Body)
	case *ast.IfStmt:
		s.add(Guard, n.Cond.Pos(), n.Cond.End(), "!("+s.text(n.Cond)+")")
	case *ast.ForStmt:
		return true
	case *ast.BinaryExpr:
		s.shifted(n)
	case *ast.IndexExpr:
		s.number(n.Index)
	case *ast.SliceExpr:
		s.number(n.Low)
		s.number(n.High)
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			for _, e := range n.Rhs {
				s.number(e)
			}
		}
	case *ast.ReturnStmt:
		for _, e := range n.Results {
			s.number(e)
		}
	}
	return true
}

// dropped leaves out each element that append adds.
func (s *finder) dropped(id *ast.Ident, call *ast.CallExpr) {
	if id.Name != "append" || call.Ellipsis.IsValid() || len(call.Args) < 2 {
		return
	}
	if len(call.Args) == 2 {
		s.add(Literal, call.Pos(), call.End(), s.text(call.Args[0]))
		return
	}
	for i := 1; i < len(call.Args); i++ {
		s.add(Literal, call.Args[i-1].End(), call.Args[i].End(), "")
	}
}

// undoing lists parts of the names of undoing functions.
var undoing = []string{"undo", "backtrack", "backto", "pop", "restore", "reset", "shrink", "forget", "remove", "leave", "retract",
	"clear", "unassign", "detach", "truncate", "release", "drop", "free", "delete", "unmark"}

func undoes(name string) bool {
	name = strings.ToLower(name)
	for _, u := range undoing {
		if strings.Contains(name, u) {
			return true
		}
	}
	return false
}

// lost leaves out each simple statement of a function that undoes.
func (s *finder) lost(list []ast.Stmt) {
	if !s.undoes {
		return
	}
	for _, st := range list {
		switch st := st.(type) {
		case *ast.AssignStmt:
			if st.Tok != token.DEFINE {
				s.add(Undo, st.Pos(), st.End(), "")
			}
		case *ast.ExprStmt, *ast.IncDecStmt:
			s.add(Undo, st.Pos(), st.End(), "")
		}
	}
}

// pairs lists opposite words for bounds.
var pairs = [][2]string{{"lower", "upper"}, {"Lower", "Upper"}, {"lo", "hi"}, {"Lo", "Hi"}, {"min", "max"}, {"Min", "Max"}, {"floor", "ceil"},
	{"Floor", "Ceil"}, {"least", "greatest"}, {"first", "last"}}

// counterpart returns the name with the opposite bound, or "". The short words lo and hi
// have to be the whole name.
func counterpart(name string) string {
	for _, p := range pairs {
		for i, w := range p {
			if len(w) == 2 && name == w || len(w) > 2 && strings.HasPrefix(name, w) {
				return p[1-i] + name[len(w):]
			}
		}
	}
	return ""
}

// others maps a comparison to the one that differs at equality.
var others = map[token.Token]token.Token{token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR}

// shifted changes a comparison at equality, and makes numbers in sums, differences and
// comparisons off by one.
func (s *finder) shifted(b *ast.BinaryExpr) {
	if other, ok := others[b.Op]; ok {
		s.add(One, b.OpPos, b.OpPos+token.Pos(len(b.Op.String())), other.String())
	}
	switch b.Op {
	case token.ADD, token.SUB, token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ, token.REM:
		s.number(b.X)
		s.number(b.Y)
	}
}

// number replaces an integer literal by the next one, and 1 by 0.
func (s *finder) number(e ast.Expr) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.INT {
		return
	}
	n, err := strconv.ParseInt(lit.Value, 0, 64)
	if err != nil {
		return
	}
	other := n + 1
	if n == 1 {
		other = 0
	}
	s.add(One, lit.Pos(), lit.End(), strconv.FormatInt(other, 10))
}
