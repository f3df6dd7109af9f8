package cpp

import (
	"math"
	"strings"
)

// note says that something was left out of a text, so that columns or lines behind it change.
type note struct {
	at   int    // in the cleaned text
	line int32  // so many lines more
	skip int    // without a line more: so many bytes more on this line
	text string // what was there, for raw strings
}

// noNote is behind all notes.
const noNote = math.MaxInt

// trigraphs are the third characters of trigraphs, and what they stand for.
var trigraphs = map[byte]byte{'=': '#', '(': '[', '/': '\\', ')': ']', '\'': '^', '<': '{', '!': '|', '>': '}',
	'-': '~'}

// clean does translation phases 1 and 2: it replaces trigraphs, if there are any, splices lines, and ends them as
// Unix does. As in gcc, a carriage return ends a line, too. A text that has none of these is returned as it is.
func clean(s string, std Std) (string, []note) {
	var out strings.Builder
	var notes []note
	done := 0 // what is before this is in out
	cut := func(from, to int, with string, line int32) {
		out.WriteString(s[done:from])
		out.WriteString(with)
		n := note{at: out.Len(), line: line, text: s[from:to]}
		if line == 0 {
			n.skip = to - from - len(with)
		}
		notes = append(notes, n)
		done = to
	}
	for i := 0; i < len(s); i++ {
		from, c := i, s[i]
		switch c {
		case '\r':
			out.WriteString(s[done:i])
			if done = i + 1; done == len(s) || s[done] != '\n' {
				out.WriteByte('\n')
			}
			continue
		case '?':
			if std == Gnu17 || i+2 >= len(s) || s[i+1] != '?' || trigraphs[s[i+2]] == 0 {
				continue
			}
			c = trigraphs[s[i+2]]
			i += 2
			if c != '\\' {
				cut(from, i+1, string(rune(c)), 0)
				continue
			}
		case '\\':
		default:
			continue
		}
		end := i + 1
		for end < len(s) && (s[end] == ' ' || s[end] == '\t' || s[end] == '\f' || s[end] == '\v') {
			end++
		}
		if end+1 < len(s) && s[end] == '\r' && s[end+1] == '\n' {
			end++
		}
		switch {
		case end < len(s) && (s[end] == '\n' || s[end] == '\r'):
			cut(from, end+1, "", 1)
			i = end
		case i > from:
			cut(from, i+1, `\`, 0)
		}
	}
	if done == 0 {
		return s, nil
	}
	out.WriteString(s[done:])
	return out.String(), notes
}
