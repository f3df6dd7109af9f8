package library

import (
	"embed"
	"math/big"
	"regexp"
	"strings"
)

// files are the tables, the headers and the models.
//
//go:embed *.txt
var files embed.FS

// compilers are what the names of the functions begin with that gcc makes up.
var compilers = regexp.MustCompile(`^__(builtin|sync|atomic|c11_atomic)_`)

// Knows reports whether a standard or gcc defines a function of this name.
func Knows(name string) bool {
	return compilers.MatchString(name) || find(text("standard.txt"), name) >= 0
}

// Input returns the range of what a function returns that is an input of the program: nil where only its type bounds it.
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

// Unsupported reports whether what follows a call of a function may be what no other call is followed by: control goes elsewhere, or
// memory is written later.
func Unsupported(name string) bool {
	switch name {
	case "longjmp", "_longjmp", "siglongjmp", "getcontext", "setcontext", "makecontext", "swapcontext", "sigaction", "sigvec",
		"setbuf", "setvbuf", "setbuffer", "aio_read", "aio_write", "lio_listio":
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
