package cli_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
)

// values are what the flags of the program in these tests set.
type values struct {
	Loud, Deep bool
	Jobs       int
	Size       uint64
	Name       string
	Limit      time.Duration
	List       []string
	Numbers    []int
}

// program is a program with two subcommands, one of which has one of its own.
func program(v *values, out *bytes.Buffer) *cli.Command {
	show := func(c *cli.Command, args []string) error {
		_, err := fmt.Fprintf(out, "%s %q", c.Name(), args)
		return err
	}
	root := &cli.Command{Use: "tool", Short: "Test", Long: "Tool tests."}
	root.SetOut(out)
	root.PersistentFlags().BoolVarP(&v.Loud, "loud", "l", false, "shout")
	root.PersistentFlags().StringVar(&v.Name, "name", "none", "a name")
	run := &cli.Command{Use: "run FILE...", Short: "Run files", Args: cli.MinimumNArgs(1), Run: show}
	f := run.Flags()
	f.IntVarP(&v.Jobs, "jobs", "j", 1, "number of jobs")
	f.DurationVar(&v.Limit, "limit", 0, "time")
	f.StringSliceVar(&v.List, "list", []string{"x"}, "texts")
	f.IntSliceVar(&v.Numbers, "numbers", nil, "numbers")
	f.Choices("list", []string{"apple", "pear"})
	show2 := &cli.Command{Use: "show", Short: "Show it", Args: cli.NoArgs, Run: show}
	show2.Flags().Uint64Var(&v.Size, "size", 7, "a size")
	deep := &cli.Command{Use: "deep [FILE]", Hidden: true, Args: cli.MaximumNArgs(1), Run: show}
	deep.Flags().BoolVar(&v.Deep, "deep", true, "depth")
	show2.AddCommand(deep)
	root.AddCommand(run, show2)
	return root
}

func TestCommandLines(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"run a b", `run ["a" "b"] {false false 1 0 none 0s [x] []}`},
		{"run a -j 3 --limit 2 b -- -l", `run ["a" "b" "-l"] {false false 3 0 none 2s [x] []}`},
		{"run -lj4 --limit=1m30s - --list a,b --list c", `run ["-"] {true false 4 0 none 1m30s [a b c] []}`},
		{"run -j=4 -l=false --limit .25 --numbers=1,2 a", `run ["a"] {false false 4 0 none 250ms [x] [1 2]}`},
		{"--name run run show", `run ["show"] {false false 1 0 run 0s [x] []}`},
		{"-l show --size 0x10", `show [] {true true 1 16 none 0s [x] []}`},
		{"show deep f --deep=false", `deep ["f"] {false false 1 7 none 0s [x] []}`},
		{"run", "requires at least 1 arg(s), only received 0"},
		{"show a", `unknown command "a" for "tool show"`},
		{"none", `unknown command "none" for "tool"`},
		{"show deep a b", "accepts between 0 and 1 arg(s), received 2"},
		{"run --jobs", "flag needs an argument: --jobs"},
		{"run -j", "flag needs an argument: -j"},
		{"run --job 2 a", "unknown flag: --job"},
		{"run -x a", "unknown flag: -x"},
		{"run -name a b", `run ["b"] {false false 1 0 a 0s [x] []}`},
		{"run -j x a", `invalid argument "x" for "-j" flag: invalid syntax`},
		{"run --limit 5x a", `invalid argument "5x" for "--limit" flag: want a number of seconds, or a duration such as 90s or 1m30s`},
		{"run --limit NaN a", `invalid argument "NaN" for "--limit" flag: want a number of seconds, or a duration such as 90s or 1m30s`},
		{"show --size -1", `invalid argument "-1" for "--size" flag: invalid syntax`},
		{"help none", "No help topic for 'none'"},
		{"completion none", "No help topic for 'none'"},
		{"run --li --generate-shell-completion", "--limit:time|--list:texts"},
		{"run --list a --generate-shell-completion", "apple|pear"},
	} {
		var v values
		var out bytes.Buffer
		root := program(&v, &out)
		root.SetArgs(strings.Split(c.line, " "))
		err := root.Execute()
		got := strings.ReplaceAll(strings.TrimSpace(out.String()), "\n", "|")
		if strings.Contains(c.want, "{") {
			if !strings.HasPrefix(c.line, "show") && !strings.HasPrefix(c.line, "-l show") {
				v.Deep, v.Size = false, 0
			}
			got += fmt.Sprint(" ", v)
		}
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.line, got, c.want)
		}
	}
}

// A list that is not set keeps its default, nil included, and an empty text is no element.
func TestLists(t *testing.T) {
	for _, c := range []struct {
		line string
		want []string
	}{
		{"", nil}, {"--list=", []string{}}, {"--list= --list b,c", []string{"b", "c"}},
	} {
		got := []string{"before"}
		c2 := &cli.Command{Use: "tool", Run: func(*cli.Command, []string) error { return nil }}
		c2.Flags().StringSliceVar(&got, "list", nil, "")
		c2.SetArgs(strings.Fields(c.line))
		if err := c2.Execute(); err != nil || !slices.Equal(got, c.want) || (got == nil) != (c.want == nil) {
			t.Errorf("%q: %#v, %v", c.line, got, err)
		}
	}
}

func TestChanged(t *testing.T) {
	var a, b int
	c := &cli.Command{Use: "tool"}
	c.Flags().IntVar(&a, "a", 1, "")
	c.Flags().IntVar(&b, "b", 2, "")
	c.Run = func(c *cli.Command, _ []string) error {
		if !c.Flags().Changed("a") || c.Flags().Changed("b") || c.Flags().Changed("c") {
			t.Error("not --a alone")
		}
		return nil
	}
	c.SetArgs([]string{"--a", "1"})
	if err := c.Execute(); err != nil || a != 1 || b != 2 {
		t.Error(err, a, b)
	}
}

// Help shows the flags of a command and of those above it, and how they stand at first.
func TestHelp(t *testing.T) {
	for _, line := range []string{"help run", "run --help", "run a -h"} {
		var v values
		var out bytes.Buffer
		root := program(&v, &out)
		root.SetArgs(strings.Fields(line))
		if err := root.Execute(); err != nil {
			t.Error(line, err)
		}
		for _, want := range []string{"Run files", "tool run [options] FILE...", "--jobs int, -j int", "number of jobs (default: 1)", "--loud, -l", "  time\n"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: no %q in\n%s", line, want, &out)
			}
		}
	}
}

// Scripts for shells name the program.
func TestCompletionScripts(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "pwsh"} {
		var v values
		var out bytes.Buffer
		root := program(&v, &out)
		root.SetArgs([]string{"completion", shell})
		if err := root.Execute(); err != nil || (shell != "pwsh" && !strings.Contains(out.String(), "tool")) || !strings.Contains(out.String(), "generate-shell-completion") {
			t.Errorf("%s: %v\n%s", shell, err, &out)
		}
	}
}

// TestWords gives the flags of a command line to another one, which has the same values.
func TestWords(t *testing.T) {
	type values struct {
		on   bool
		name string
		n    int
		list []string
		wait time.Duration
	}
	read := func(args ...string) (v values, words []string) {
		c := &cli.Command{Use: "x", Args: func(*cli.Command, []string) error { return nil }, Run: func(c *cli.Command, _ []string) error {
			words = c.Flags().Words()
			return nil
		}}
		f := c.Flags()
		f.BoolVar(&v.on, "on", false, "")
		f.StringVar(&v.name, "name", "none", "")
		f.IntVarP(&v.n, "number", "n", 1, "")
		f.StringSliceVar(&v.list, "list", nil, "")
		f.DurationVar(&v.wait, "wait", 0, "")
		c.SetArgs(args)
		if err := c.Execute(); err != nil {
			t.Fatal(args, err)
		}
		return v, words
	}
	v, words := read("--on", "a", "--list", "x,y", "-n3", "--name", "-=", "--list=z", "--wait", "2")
	want := []string{"--on=true", "--list=x,y", "--number=3", "--name=-=", "--list=z", "--wait=2"}
	if !slices.Equal(words, want) {
		t.Errorf("got %q, want %q", words, want)
	}
	if again, _ := read(words...); fmt.Sprint(again) != fmt.Sprint(v) {
		t.Errorf("got %v, want %v", again, v)
	}
}
