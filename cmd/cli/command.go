// Package cli reads command lines for the programs of this module. The work is done by
// urfave/cli, which imports nothing that imports net: that would link a C library into
// the programs. What is here are our conventions: how commands and flags are declared,
// the words for errors, and a bare number as a duration in seconds.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	urfave "github.com/urfave/cli/v3"
)

// Command is a program or one of its subcommands.
type Command struct {
	Use    string // the name, then its arguments
	Short  string // one line, for lists
	Long   string
	Hidden bool                                  // not in lists
	Raw    bool                                  // Run gets all words, flags included
	Args   func(c *Command, args []string) error // checks the arguments; nil allows all
	Run    func(c *Command, args []string) error // nil if there must be a subcommand
	args   []string                              // of the command line
	out    io.Writer                             // of the root, and so are:
	err    io.Writer                             //
	ctx    context.Context                       //
	parent *Command                              // nil for the root
	subs   []*Command                            // in order
	flags  [2]FlagSet                            // of this command, and of it and its subcommands
	inner  *urfave.Command                       // while it runs
}

// Name returns the first word of Use.
func (c *Command) Name() string {
	name, _, _ := strings.Cut(c.Use, " ")
	return name
}

// path returns the names from the root to the command.
func (c *Command) path() string {
	if c.parent == nil {
		return c.Name()
	}
	return c.parent.path() + " " + c.Name()
}

func (c *Command) root() *Command {
	for c.parent != nil {
		c = c.parent
	}
	return c
}

// AddCommand adds subcommands.
func (c *Command) AddCommand(subs ...*Command) {
	for _, s := range subs {
		s.parent = c
	}
	c.subs = append(c.subs, subs...)
}

// Flags returns the flags of this command alone.
func (c *Command) Flags() *FlagSet { return &c.flags[0] }

// PersistentFlags returns the flags of this command and all below.
func (c *Command) PersistentFlags() *FlagSet {
	c.flags[1].persistent = true
	return &c.flags[1]
}

// SetArgs sets the arguments of the program, instead of those of the process.
func (c *Command) SetArgs(args []string) { c.args = append([]string{}, args...) }

// SetOut sets where help and completions go, instead of the standard output.
func (c *Command) SetOut(w io.Writer) { c.out = w }

// SetErr sets the error output, instead of that of the process.
func (c *Command) SetErr(w io.Writer) { c.err = w }

// OutOrStdout returns where output goes.
func (c *Command) OutOrStdout() io.Writer {
	if w := c.root().out; w != nil {
		return w
	}
	return os.Stdout
}

// ErrOrStderr returns where messages go.
func (c *Command) ErrOrStderr() io.Writer {
	if w := c.root().err; w != nil {
		return w
	}
	return os.Stderr
}

// Context returns the context of the execution.
func (c *Command) Context() context.Context { return c.root().ctx }

// Help prints what the command does, and its flags.
func (c *Command) Help() error { return urfave.ShowSubcommandHelp(c.inner) }

// Execute runs the command line.
func (c *Command) Execute() error { return c.ExecuteContext(context.Background()) }

// ExecuteContext runs the command line with a context for the commands.
func (c *Command) ExecuteContext(ctx context.Context) error {
	c.ctx = ctx
	args := c.args
	if args == nil {
		args = os.Args[1:]
	}
	u := c.build()
	u.EnableShellCompletion = true
	u.ExitErrHandler = func(context.Context, *urfave.Command, error) {}
	u.Writer, u.ErrWriter = c.OutOrStdout(), c.ErrOrStderr()
	return u.Run(ctx, append([]string{c.Name()}, c.split(args)...))
}

// attached are letters with a number behind them, as in -j4.
var attached = regexp.MustCompile(`^(-[a-z]+)(\d+)$`)

// split makes -j4 two words, since the library takes only -j 4, and leaves out what is
// beside -h, since the library would take it as the name of a command.
func (c *Command) split(args []string) (out []string) {
	var names []string
	at := c
	for i, a := range args {
		for _, s := range at.subs {
			if s.Name() == a {
				at, names = s, append(names, a)
				break
			}
		}
		switch {
		case a == "--" || at.Raw:
			return append(out, args[i:]...)
		case a == "-h" || a == "--help":
			return append(names, a)
		case attached.MatchString(a):
			out = append(out, attached.FindStringSubmatch(a)[1:]...)
		default:
			out = append(out, a)
		}
	}
	return out
}

// build makes the command one of urfave.
func (c *Command) build() *urfave.Command {
	_, arguments, _ := strings.Cut(c.Use, " ")
	u := &urfave.Command{
		Name: c.Name(), Usage: c.Short, Description: c.Long, ArgsUsage: arguments, Hidden: c.Hidden,
		SkipFlagParsing: c.Raw, UseShortOptionHandling: true, HideHelpCommand: len(c.subs) == 0,
		Flags:        slices.Concat(c.flags[0].list, c.flags[1].list),
		OnUsageError: func(_ context.Context, _ *urfave.Command, err error, _ bool) error { return reworded(err) },
	}
	if len(c.flags[0].topics) > 0 {
		u.CustomHelpTemplate = c.helpTemplate()
	}
	for _, s := range c.subs {
		u.Commands = append(u.Commands, s.build())
	}
	u.Action = func(_ context.Context, u *urfave.Command) error { return c.act(u) }
	u.ShellComplete = func(ctx context.Context, u *urfave.Command) { c.complete(ctx, u) }
	return u
}

// act runs the command with its arguments.
func (c *Command) act(u *urfave.Command) error {
	c.inner = u
	c.flags[0].set, c.flags[1].set = u.IsSet, u.IsSet
	args, check := u.Args().Slice(), c.Args
	if check == nil && c.Run == nil {
		check = NoArgs
	}
	if check != nil && !c.Raw {
		if err := check(c, args); err != nil {
			return err
		}
	}
	if c.Run == nil {
		return c.Help()
	}
	return c.Run(c, args)
}

// complete prints what may come next: values of the flag before the cursor, or what
// urfave knows.
func (c *Command) complete(ctx context.Context, u *urfave.Command) {
	words := c.root().args
	if words == nil {
		words = os.Args
	}
	for at := len(words) - 2; at >= max(0, len(words)-3); at-- { // the last word asks for completion
		for _, value := range c.flags[0].choices[words[at]] {
			fmt.Fprintln(c.OutOrStdout(), value)
		}
	}
	urfave.DefaultCompleteWithFlags(ctx, u)
}

// number is how strconv begins its errors.
var number = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`strconv\.\w+: parsing "[^"]*": `)
})

// wrongValue is urfave's message about the value of a flag.
var wrongValue = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)^invalid value "(.*)" for flag -([^:]*): (.*)$`)
})

// dashes are those before the name of a flag.
func dashes(name string) string { return strings.Repeat("-", min(len(name), 2)) }

// reworded makes a usage error of urfave say what programs on GNU say.
func reworded(err error) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		return fmt.Errorf("unknown flag: %s%s", dashes(name), name)
	}
	if m := wrongValue().FindStringSubmatch(text); m != nil {
		return fmt.Errorf("invalid argument %q for %q flag: %s", m[1], dashes(m[2])+m[2], number().ReplaceAllString(m[3], ""))
	}
	return errors.New(text)
}

// NoArgs allows no arguments.
func NoArgs(c *Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unknown command %q for %q", args[0], c.path())
	}
	return nil
}

// ExactArgs allows n arguments.
func ExactArgs(n int) func(*Command, []string) error { return RangeArgs(n, n) }

// MaximumNArgs allows at most n arguments.
func MaximumNArgs(n int) func(*Command, []string) error { return RangeArgs(0, n) }

// MinimumNArgs allows n arguments and more.
func MinimumNArgs(n int) func(*Command, []string) error {
	return func(_ *Command, args []string) error {
		if len(args) < n {
			return fmt.Errorf("requires at least %d arg(s), only received %d", n, len(args))
		}
		return nil
	}
}

// RangeArgs allows from least to most arguments.
func RangeArgs(least, most int) func(*Command, []string) error {
	return func(_ *Command, args []string) error {
		n := len(args)
		switch {
		case least <= n && n <= most:
			return nil
		case least == most:
			return fmt.Errorf("accepts %d arg(s), received %d", least, n)
		}
		return fmt.Errorf("accepts between %d and %d arg(s), received %d", least, most, n)
	}
}
