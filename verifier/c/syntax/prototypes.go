package syntax

import (
	"strings"
	"sync"
)

// prototypes are declarations of functions whose types gcc knows, or that the front end adds, by their names. Those of
// the standard library (library.h) also have names that begin with __builtin_; the others (builtins.h) have one name.
var prototypes = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, file := range []string{"library.h", "builtins.h"} {
		text, err := predefined.ReadFile("predefined/" + file)
		if err != nil {
			panic(err) // it is in the program
		}
		for line := range strings.Lines(string(text)) {
			head, params, _ := strings.Cut(strings.TrimSpace(line), "(")
			i := strings.LastIndexAny(head, " *") + 1
			out[head[i:]] = head + "(" + params
			if file == "library.h" {
				out["__builtin_"+head[i:]] = head[:i] + "__builtin_" + head[i:] + "(" + params
			}
		}
	}
	return out
})
