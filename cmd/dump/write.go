package dump

import (
	"bufio"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Files writes the text and the page into a directory, and returns the names of the two files. They begin with the
// name of the input, so several may be in one directory.
func (r *Recorder) Files(dir, input string) (names []string, err error) {
	base := filepath.Join(dir, filepath.Base(input)+"."+strings.ReplaceAll(r.pass, " ", "-"))
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{base + ".txt", r.Text},
		{base + ".html", func(w io.Writer) error { return r.HTML(w, filepath.Base(input)) }},
	} {
		if err := create(f.name, f.write); err != nil {
			return names, err
		}
		names = append(names, f.name)
	}
	return names, nil
}

// create writes a file.
func create(name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	return errors.Join(write(w), w.Flush(), file.Close())
}

// Text writes the texts one below the other.
func (r *Recorder) Text(w io.Writer) error {
	for _, c := range r.columns {
		if _, err := fmt.Fprintf(w, "==== %s\n%s", c.title(), c.text); err != nil {
			return err
		}
		for _, pass := range c.idle {
			if _, err := fmt.Fprintf(w, "==== after %s: the same\n", pass); err != nil {
				return err
			}
		}
	}
	return nil
}

// title says when the text was so.
func (c *column) title() string {
	if c.start {
		return c.head
	}
	return "after " + c.head
}

//go:embed page.html
var files embed.FS

// view is a column as the page shows it.
type view struct {
	Title string
	Idle  []string
	Parts []part
}

// part are lines of the same class: new ones are not in the column before, those that are gone not in the next.
type part struct{ Class, Text string }

// HTML writes a page about an input that shows the texts beside each other and needs nothing else.
func (r *Recorder) HTML(w io.Writer, input string) error {
	page, err := template.ParseFS(files, "page.html")
	if err != nil {
		return err
	}
	return page.Execute(w, map[string]any{"Input": input, "Pass": r.pass, "Columns": r.views()})
}

// views returns the columns as the page shows them.
func (r *Recorder) views() []view {
	views := make([]view, len(r.columns))
	for i, c := range r.columns {
		lines := split(c.text)
		classes := make([]string, len(lines))
		if i > 0 && !c.start {
			mark(classes, "new", lines, split(r.columns[i-1].text))
		}
		if i+1 < len(r.columns) && !r.columns[i+1].start {
			mark(classes, "gone", lines, split(r.columns[i+1].text))
		}
		views[i] = view{c.title(), c.idle, parts(lines, classes)}
	}
	return views
}

// split returns the lines of a text, with their ends.
func split(text string) []string { return slices.Collect(strings.Lines(text)) }

// mark adds a class to the lines that are more often in one text than in the other. Of equal ones these are the last.
func mark(classes []string, class string, lines, other []string) {
	left := map[string]int{}
	for _, l := range other {
		left[l]++
	}
	for i, l := range lines {
		if left[l]--; left[l] < 0 {
			classes[i] = strings.TrimSpace(classes[i] + " " + class)
		}
	}
}

// parts joins lines of the same class.
func parts(lines, classes []string) (out []part) {
	begin := 0
	for i := range lines {
		if i+1 == len(lines) || classes[i+1] != classes[i] {
			out = append(out, part{classes[i], strings.Join(lines[begin:i+1], "")})
			begin = i + 1
		}
	}
	return out
}
