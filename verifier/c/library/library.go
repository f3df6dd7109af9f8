package library

import (
	"embed"
	"math/big"
	"regexp"
	"strings"
)

// files are the tables, the headers and the models.
//
//go:embed *.txt include replay src
var files embed.FS

// compilers are what the names of the functions begin with that gcc makes up.
var compilers = regexp.MustCompile(`^__(builtin|sync|atomic|c11_atomic)_`)

// Header returns a header of the standard library, or of POSIX; nothing if there is none of this name.
func Header(name string) string { return text("include/" + name) }

// Source returns the file that defines a function or a variable, and its text; nothing if none does.
func Source(name string) (file, text string) {
	list, _ := files.ReadDir("src")
	for _, f := range list {
		b, _ := files.ReadFile("src/" + f.Name())
		if text = string(b); defines(text, name) {
			return f.Name(), text
		}
	}
	return "", ""
}

// defines reports whether a line of a file begins the definition of a function, or is that of a variable.
func defines(text, name string) bool {
	for i := 0; ; i++ {
		k := strings.Index(text[i:], name)
		if k < 0 {
			return false
		}
		i += k
		start := strings.LastIndexByte(text[:i], '\n') + 1
		line, _, _ := strings.Cut(text[start:], "\n")
		before, after := text[start:i], text[i+len(name):]
		switch {
		case before == "" || before[0] < 'A' || !strings.HasSuffix(before, " ") && !strings.HasSuffix(before, "*") ||
			strings.ContainsAny(before, "(="):
		case strings.HasPrefix(before, "static ") || strings.HasPrefix(before, "extern ") ||
			strings.HasPrefix(before, "typedef "):
		case strings.HasPrefix(after, "(") && !strings.HasSuffix(line, ";"), after[:1] == ";", after[:2] == " =",
			strings.HasPrefix(after, "[") && strings.HasSuffix(line, ";"):
			return true
		}
	}
}

// Knows reports whether a standard or gcc defines a function of this name.
func Knows(name string) bool {
	return compilers.MatchString(name) || find(text("standard.txt"), name) >= 0
}

// Declares reports whether a header of glibc declares a name that no standard knows, and there is a model of it: what
// is declared alike is that.
func Declares(name string) bool {
	switch name {
	case "error", "error_at_line", "error_print_progname", "error_message_count", "error_one_per_line":
		return true
	}
	return false
}

// Inputs are the files of models that read what the program does not determine: all that they need but what Replay has.
func Inputs() []string {
	return []string{"environment.c", "failed.c", "input.c", "resource.c", "scanning.c", "set.c", "stdio.c", "text.c",
		"time.c", "unistd.c"}
}

// Parts are those of Inputs that the others, or Replay, call.
func Parts() []string { return []string{"failed.c", "input.c", "scanning.c", "set.c", "text.c"} }

// Replay is what the models call in an execution whose inputs are known, and scanf.
func Replay() string { return text("replay/replay.c") }

// File returns the text of a file of models.
func File(name string) string { return text("src/" + name) }

// Links reports whether glibc defines a name that no standard knows.
func Links(name string) bool { return find(text("glibc.txt"), name) >= 0 }

// Input returns the range of what a function returns that is an input of the program: nil where only its type bounds
// it.
func Input(name string) (lo, hi *big.Int, ok bool) {
	inputs := text("inputs.txt")
	i := find(inputs, name)
	if i < 0 || i > 0 && inputs[i-1] != '\n' {
		return nil, nil, false
	}
	line, _, _ := strings.Cut(inputs[i:], "\n")
	bounds := make([]*big.Int, 2)
	for i, b := range strings.Fields(line)[1:] {
		bounds[i], _ = new(big.Int).SetString(b, 10)
	}
	return bounds[0], bounds[1], true
}

// Unsupported reports whether what follows a call of a function may be what no other call is followed by: control
// goes elsewhere, or memory is written later.
func Unsupported(name string) bool {
	switch name {
	case "longjmp", "_longjmp", "siglongjmp", "getcontext", "setcontext", "makecontext", "swapcontext", "sigvec",
		"aio_read", "aio_write", "lio_listio":
		return true
	}
	return false
}

// find returns where a word is in a text: less than 0 if it is not.
func find(text, word string) int {
	for i := 0; ; i++ {
		k := strings.Index(text[i:], word)
		if k < 0 {
			return -1
		}
		i += k
		if (i == 0 || text[i-1] <= ' ') && (i+len(word) == len(text) || text[i+len(word)] <= ' ') {
			return i
		}
	}
}

// text returns what is in a file; nothing if there is none.
func text(name string) string {
	b, _ := files.ReadFile(name)
	return string(b)
}
