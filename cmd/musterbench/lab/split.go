package lab

import (
	"bytes"
	"iter"
)

// Commands yields the commands of an SMT-LIB script as they stand in its text,
// each with its name, without what lies between them. It does not yield an
// unfinished command at the end.
func Commands(text []byte) iter.Seq2[string, []byte] {
	return func(yield func(name string, command []byte) bool) {
		depth, start := 0, 0
		for i := 0; i < len(text); i++ {
			switch c := text[i]; c {
			case ';':
				i = closing(text, i, '\n')
			case '"', '|':
				i = closing(text, i, c)
			case '(':
				if depth == 0 {
					start = i
				}
				depth++
			case ')':
				if depth--; depth < 0 {
					return
				}
				if depth == 0 && !yield(commandName(text[start:i+1]), text[start:i+1]) {
					return
				}
			}
		}
	}
}

// closing returns the index of the next end after i, or the length of the text.
// A doubled quote in a string makes two strings of it, which does no harm.
func closing(text []byte, i int, end byte) int {
	if n := bytes.IndexByte(text[i+1:], end); n >= 0 {
		return i + 1 + n
	}
	return len(text)
}

func commandName(command []byte) string {
	word := bytes.TrimLeft(command[1:], " \t\r\n")
	if n := bytes.IndexAny(word, " \t\r\n()"); n >= 0 {
		word = word[:n]
	}
	return string(word)
}

// IsCheck reports whether sat, unsat or unknown answers a command of this name.
func IsCheck(name string) bool { return name == "check-sat" || name == "check-sat-assuming" }
