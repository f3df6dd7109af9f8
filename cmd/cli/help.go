package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// helpFor prints the help of the command that words name.
func (c *Command) helpFor(words []string) error {
	sub, rest := c.Find(words)
	if len(rest) > 0 {
		return fmt.Errorf("unknown help topic %q", strings.Join(words, " "))
	}
	return sub.Help()
}

// Help prints what the command does, and its flags.
func (c *Command) Help() error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage:\n", cmp.Or(c.Long, c.Short))
	_, arguments, _ := strings.Cut(c.Use, " ")
	if c.Run != nil && (len(c.subs) == 0 || arguments != "") {
		line := strings.TrimSpace(c.path() + " " + arguments)
		if !strings.Contains(line, "[flags]") && len(c.subs) == 0 {
			line += " [flags]"
		}
		fmt.Fprintf(&b, "  %s\n", line)
	}
	if len(c.subs) > 0 {
		fmt.Fprintf(&b, "  %s [command]\n\nCommands:\n", c.path())
		var rows [][2]string
		for _, s := range c.listed() {
			rows = append(rows, [2]string{"  " + s[0], s[1]})
		}
		table(&b, rows)
	}
	fmt.Fprint(&b, "\nFlags:\n")
	var rows [][2]string
	for _, f := range c.all() {
		rows = append(rows, f.row())
	}
	table(&b, rows)
	if len(c.subs) > 0 {
		fmt.Fprintf(&b, "\nMore about a command: %s help COMMAND\n", c.path())
	}
	_, err := io.WriteString(c.OutOrStdout(), b.String())
	return err
}

// listed are the names and purposes of subcommands, sorted; those of every program too.
func (c *Command) listed() [][2]string {
	var rows [][2]string
	for _, s := range c.subs {
		if !s.Hidden {
			rows = append(rows, [2]string{s.Name(), s.Short})
		}
	}
	if c.parent == nil {
		rows = append(rows, [2]string{"completion", "Print a script that completes command lines in a shell"}, [2]string{"help", "Print help about a command"})
	}
	slices.SortFunc(rows, func(a, b [2]string) int { return cmp.Compare(a[0], b[0]) })
	return rows
}

// all are the flags that the command accepts, sorted by name, -h too.
func (c *Command) all() []*flag {
	all := slices.Clone(c.Flags().list)
	for p := c; p != nil; p = p.parent {
		all = append(all, p.PersistentFlags().list...)
	}
	if c.find("help") == nil {
		var ignored bool
		var more FlagSet
		more.BoolVarP(&ignored, "help", "h", false, "help for "+c.Name())
		all = append(all, more.list...)
	}
	slices.SortFunc(all, func(a, b *flag) int { return cmp.Compare(a.name, b.name) })
	return all
}

// row describes a flag.
func (f *flag) row() [2]string {
	left := "      --" + f.name
	if f.short != "" {
		left = "  -" + f.short + ", --" + f.name
	}
	left = strings.TrimSuffix(left+" "+f.value.Type(), " ")
	right := f.usage
	switch {
	case f.standard == "" || f.optional != "" && f.standard == "false":
	case f.value.Type() == "string":
		right += fmt.Sprintf(" (default %q)", f.standard)
	default:
		right += fmt.Sprintf(" (default %s)", f.standard)
	}
	return [2]string{left, right}
}

// table writes two columns.
func table(w io.Writer, rows [][2]string) {
	width := 0
	for _, r := range rows {
		width = max(width, len(r[0]))
	}
	for _, r := range rows {
		fmt.Fprintf(w, "%-*s   %s\n", width, r[0], r[1])
	}
}
