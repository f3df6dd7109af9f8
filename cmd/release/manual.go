package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/muster-smt/muster/cmd/archive"
)

// listed matches a command in the help text of the program.
var listed = regexp.MustCompile(`(?m)^   ([a-z0-9]+)  +\S`)

// manual returns the manual pages: muster(1), and muster-COMMAND(1) for each command, from what the program's help
// says.
func manual(muster func(args ...string) (string, error)) (pages []archive.File, err error) {
	add := func(name, help string) {
		pages = append(pages, archive.File{Name: "man/" + name + ".1", Data: []byte(page(name, help)), Mode: 0o644})
	}
	root, err := muster("help")
	if err != nil {
		return nil, err
	}
	add("muster", root)
	_, commands, _ := strings.Cut(root, "\nCOMMANDS:\n")
	commands, _, _ = strings.Cut(commands, "\n\n")
	for _, m := range listed.FindAllStringSubmatch(commands, -1) {
		help, err := muster("help", m[1])
		if err != nil {
			return nil, err
		}
		add("muster-"+m[1], help)
	}
	return pages, nil
}

// section matches a heading of a help text.
var section = regexp.MustCompile(`^([A-Z ]+):$`)

// page writes a help text in the format of man. Its sections stay as they are set: they are in columns.
func page(name, help string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1\n", strings.ToUpper(name))
	open := false
	for line := range strings.Lines(help) {
		line = strings.TrimRight(line, "\n")
		if m := section.FindStringSubmatch(line); m != nil {
			if open {
				b.WriteString(".fi\n")
			}
			fmt.Fprintf(&b, ".SH %s\n.nf\n", m[1])
			open = true
			continue
		}
		b.WriteString(escaped(strings.TrimPrefix(line, "   ")) + "\n")
	}
	if open {
		b.WriteString(".fi\n")
	}
	return b.String()
}

// escaped returns a line that man prints as it is.
func escaped(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(line)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	return line
}
