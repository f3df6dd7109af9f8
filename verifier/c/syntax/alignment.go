package syntax

import (
	"bytes"
	"fmt"
	"reflect"

	"modernc.org/cc/v4"
)

// aligns reports whether a text may say how something is aligned.
func aligns(src []byte) bool {
	return bytes.Contains(src, []byte("aligned")) || bytes.Contains(src, []byte("_Alignas"))
}

// alignment finds an alignment that is no power of two, which the parser takes.
func (t *table) alignment(ast *cc.AST) error {
	var found cc.Node
	var value int64
	look := func(n cc.Node, e cc.ExpressionNode) {
		if v, ok := bigOf(e.Value()); ok && found == nil && v.IsInt64() && v.Int64()&(v.Int64()-1) != 0 {
			found, value = n, v.Int64()
		}
	}
	visit(reflect.ValueOf(ast.TranslationUnit), func(n any) {
		switch x := n.(type) {
		case *cc.AttributeValue:
			if name := x.Token.SrcStr(); (name == "aligned" || name == "__aligned__") && x.ArgumentExpressionList != nil {
				look(x, x.ArgumentExpressionList.AssignmentExpression)
			}
		case *cc.AlignmentSpecifier:
			if x.Case == cc.AlignmentSpecifierExpr {
				look(x, x.ConstantExpression)
			}
		}
	})
	if found == nil {
		return nil
	}
	p := found.Position()
	return &Error{p.Filename, p.Line, p.Column, fmt.Sprintf("requested alignment %d is not a positive power of 2", value)}
}

// visit calls f for a node of the parser's tree, and those below it. The next one of a list has the type of the list.
func visit(v reflect.Value, f func(any)) {
	for v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.Struct {
		f(v.Interface())
		s, next := v.Elem(), reflect.Value{}
		for i := range s.NumField() {
			switch x := s.Field(i); {
			case !s.Type().Field(i).IsExported():
			case x.Type() == v.Type():
				next = x
			case x.Kind() == reflect.Interface:
				visit(x.Elem(), f)
			default:
				visit(x, f)
			}
		}
		v = next
	}
}
