// Package fmt has models of package fmt.
package fmt

import (
	"fmt"
	"io"
)

// Sprintf, Sprint and Sprintln stand for those of the library, which package golang lowers itself.
func Sprintf(format string, a ...any) string { return fmt.Sprintf(format, a...) }

// Sprint is as Sprintf.
func Sprint(a ...any) string { return fmt.Sprint(a...) }

// Sprintln is as Sprintf.
func Sprintln(a ...any) string { return fmt.Sprintln(a...) }

// Fprintf writes a text.
func Fprintf(w io.Writer, format string, a ...any) (n int, err error) {
	return w.Write([]byte(Sprintf(format, a...)))
}

// Fprint writes a text.
func Fprint(w io.Writer, a ...any) (n int, err error) { return w.Write([]byte(Sprint(a...))) }

// Fprintln writes a text.
func Fprintln(w io.Writer, a ...any) (n int, err error) { return w.Write([]byte(Sprintln(a...))) }
