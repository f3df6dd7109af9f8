// Package cli reads command lines: commands with subcommands, flags in the manner of
// GNU, help, and completion in shells. It imports nothing that imports net, which would
// link a C library into the programs that use it.
//
// Flags may stand before and after arguments; -- ends them. A bare number as the value
// of a duration is in seconds.
package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
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
func (c *Command) PersistentFlags() *FlagSet { return &c.flags[1] }

// SetArgs sets the arguments of the program, instead of those of the process.
func (c *Command) SetArgs(args []string) { c.args = args }

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

// Execute runs the command line.
func (c *Command) Execute() error { return c.ExecuteContext(context.Background()) }

// ExecuteContext runs the command line with a context for the commands.
func (c *Command) ExecuteContext(ctx context.Context) error {
	c.ctx = ctx
	args := c.args
	if args == nil {
		args = os.Args[1:]
	}
	if len(args) > 0 {
		switch args[0] {
		case "help":
			return c.helpFor(args[1:])
		case "completion":
			return c.completion(args[1:])
		case "__complete":
			return c.complete(args[1:])
		}
	}
	sub, args := c.Find(args)
	return sub.execute(args)
}

// execute runs a command with its flags and arguments.
func (c *Command) execute(words []string) error {
	if c.Raw {
		return c.Run(c, words)
	}
	args, help, err := c.parse(words)
	switch {
	case help:
		return c.Help()
	case err != nil:
		return err
	case c.Args != nil:
		err = c.Args(c, args)
	case len(c.subs) > 0:
		err = NoArgs(c, args)
	}
	switch {
	case err != nil:
		return err
	case c.Run == nil:
		return c.Help()
	}
	return c.Run(c, args)
}

// Find returns the subcommand that args name, and the other words.
func (c *Command) Find(args []string) (*Command, []string) {
	for i := 0; i < len(args) && args[i] != "--"; i++ {
		if len(args[i]) > 1 && args[i][0] == '-' {
			if f := c.flagOf(args[i]); f != nil && f.optional == "" {
				i++ // its value
			}
			continue
		}
		for _, s := range c.subs {
			if s.Name() == args[i] {
				return s.Find(append(args[:i:i], args[i+1:]...))
			}
		}
		break
	}
	return c, args
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
