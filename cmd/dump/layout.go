package dump

import "strings"

// width is how long a list may be that stays in its line, deepest how many levels are indented.
const (
	width   = 100
	deepest = 30
)

// Layout breaks lists that are long, in a well-formed expression of SMT-LIB without line breaks: the head stays, and
// each argument gets a line. So a pass that changes an argument changes few lines.
func Layout(s string) string {
	ends := ends(s)
	var b strings.Builder
	depth, fresh := 0, true // fresh: a list has just begun, and its head follows
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == ' ':
			i++
		case c == ')':
			b.WriteByte(c)
			depth, fresh = depth-1, false
			i++
		default:
			if !fresh {
				b.WriteString("\n" + strings.Repeat("  ", min(depth, deepest)))
			}
			end := ends[i]
			if fresh = c == '(' && end-i > width; fresh {
				end = i + 1
				depth++
			}
			b.WriteString(s[i:end])
			i = end
		}
	}
	return b.String()
}

// ends returns, by the position where an expression begins, the one behind it.
func ends(s string) map[int]int {
	out := map[int]int{}
	var open []int
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == ' ':
			i++
		case c == '(':
			open = append(open, i)
			i++
		case c == ')':
			i++
			out[open[len(open)-1]] = i
			open = open[:len(open)-1]
		default:
			begin := i
			i = atomEnd(s, i)
			out[begin] = i
		}
	}
	return out
}

// atomEnd returns the position behind an atom: a quoted symbol, a string, or what goes to a space or a parenthesis.
func atomEnd(s string, i int) int {
	n := strings.IndexAny(s[i:], " ()")
	if c := s[i]; c == '|' || c == '"' {
		if n = strings.IndexByte(s[i+1:], c); n >= 0 {
			n += 2
		}
	}
	if n < 0 {
		return len(s)
	}
	return i + n
}
