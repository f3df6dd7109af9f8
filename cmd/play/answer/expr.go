package answer

import "strings"

// expr is an s-expression: an atom, or a list.
type expr struct {
	atom string
	list []*expr
}

// String writes it on one line.
func (x *expr) String() string {
	if x.atom != "" {
		return x.atom
	}
	parts := make([]string, len(x.list))
	for i, y := range x.list {
		parts[i] = y.String()
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// readAll reads the s-expressions of a text. It ends where the text is none.
func readAll(text string) []*expr {
	stack := []*expr{{}}
	for text != "" {
		token, rest := next(text)
		text = rest
		top := stack[len(stack)-1]
		switch token {
		case "":
		case "(":
			x := &expr{}
			top.list = append(top.list, x)
			stack = append(stack, x)
		case ")":
			if len(stack) == 1 {
				return top.list
			}
			stack = stack[:len(stack)-1]
		default:
			top.list = append(top.list, &expr{atom: token})
		}
	}
	return stack[0].list
}

// next cuts the first token off, or white space, for which it is empty.
func next(text string) (token, rest string) {
	end := 1
	switch c := text[0]; c {
	case '(', ')':
	case ' ', '\t', '\r', '\n':
		return "", text[1:]
	case ';':
		if i := strings.IndexByte(text, '\n'); i >= 0 {
			return "", text[i:]
		}
		return "", ""
	case '"', '|':
		i := strings.IndexByte(text[1:], c)
		if i < 0 {
			return text, ""
		}
		end = i + 2
	default:
		if end = strings.IndexAny(text, "() \t\r\n;"); end < 0 {
			end = len(text)
		}
	}
	return text[:end], text[end:]
}
