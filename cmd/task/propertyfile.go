package task

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/muster-smt/muster/verifier/c"
)

// propertyLine is a line of a property file of SV-COMP: what it is about, and what always, or at some time, holds.
var propertyLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^CHECK\(\s*init\((\w+)\(\)\)\s*,\s*LTL\(\s*([GF])\s*(.*?)\s*\)\s*\)$`)
})

// propertyCall is that a function is not called.
var propertyCall = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^!\s*call\((\w+)\(\)\)$`)
})

// propertyFile asks what a property file of SV-COMP asks, and nothing else. It returns the function at which executions
// begin.
func (o *CFlags) propertyFile(name string, read func(string) ([]byte, error)) (entry string, err error) {
	text, err := read(name)
	if err != nil {
		return "", err
	}
	o.Only = true
	asked := false
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		m := propertyLine().FindStringSubmatch(line)
		if m == nil || entry != "" && entry != m[1] || !o.property(m[2], m[3]) {
			return "", fmt.Errorf("%s:%d:1: unsupported property %s", name, i+1, line)
		}
		entry, asked = m[1], true
	}
	if !asked {
		return "", fmt.Errorf("%s:1:1: no property", name)
	}
	return entry, nil
}

// property adds a property to what is asked, if it is known.
func (o *CFlags) property(when, what string) bool {
	if when != "G" {
		return false
	}
	if m := propertyCall().FindStringSubmatch(what); m != nil && (o.called == "" || o.called == m[1]) {
		o.called = m[1]
		return true
	}
	switch strings.ReplaceAll(what, " ", "") {
	case "!overflow":
		o.Checks |= c.Overflows
	case "valid-free":
		o.Checks |= c.Memory
	case "valid-deref":
		o.Checks |= c.Bounds | c.Null | c.Memory
	case "valid-memtrack", "valid-memcleanup":
		o.leaks = true
	default:
		return false
	}
	return true
}
