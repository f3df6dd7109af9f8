package main

import (
	"errors"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/muster-smt/muster/cmd/cli"
)

// commandNamed returns a command of muster-grid.
func commandNamed(name string) *cli.Command {
	all := []*cli.Command{verifyCommand(streams{}), runCommand(streams{}), serveCommand(streams{}), workCommand(streams{}),
		compareCommand(streams{}), keyCommand(streams{}), accountsCommand(streams{})}
	i := slices.IndexFunc(all, func(c *cli.Command) bool { return c.Name() == name })
	if i < 0 {
		return nil
	}
	return all[i]
}

// understood checks that the words behind the program are a command with flags that it has.
func understood(t *testing.T, words []string) {
	t.Helper()
	if len(words) == 0 {
		t.Error("no command")
		return
	}
	c := commandNamed(words[0])
	if c == nil {
		t.Errorf("no command %s", words[0])
		return
	}
	for _, w := range words[1:] {
		if strings.HasPrefix(w, "-") && !c.Flags().Has(cli.NameOf(w)) {
			t.Errorf("%s has no flag %s", words[0], w)
		}
	}
}

// TestDocument checks the page about grids: its commands, the unit for systemd, and the file for compose.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/grid.md")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("this module is alone")
	}
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for l := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(l, "    muster-grid "); ok {
			understood(t, strings.Fields(rest))
			n++
		}
	}
	if n < 8 {
		t.Errorf("only %d commands are found", n)
	}
	blocks := map[string]string{}
	for _, m := range regexp.MustCompile("(?s)```(\\w+)\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		blocks[m[1]] = m[2]
	}
	section, unit := "", map[string]string{}
	for l := range strings.Lines(blocks["ini"]) {
		l = strings.TrimSpace(l)
		key, value, ok := strings.Cut(l, "=")
		switch {
		case l == "":
		case strings.HasPrefix(l, "[") && strings.HasSuffix(l, "]"):
			section = strings.Trim(l, "[]")
		case ok && section != "":
			unit[section+"."+key] = value
		default:
			t.Errorf("the unit has the line %s", l)
		}
	}
	words := strings.Fields(unit["Service.ExecStart"])
	if len(words) == 0 || !strings.HasSuffix(words[0], "/muster-grid") || unit["Install.WantedBy"] == "" || unit["Service.DynamicUser"] != "yes" {
		t.Errorf("the unit is %v", unit)
	} else {
		understood(t, words[1:])
	}
	var compose struct {
		Services map[string]struct {
			Image   string
			Command []string
			User    string
			Volumes []string
		}
		Volumes map[string]any
	}
	d := yaml.NewDecoder(strings.NewReader(blocks["yaml"]))
	d.KnownFields(false)
	if err := d.Decode(&compose); err != nil || len(compose.Services) != 2 {
		t.Fatalf("%d services, %v", len(compose.Services), err)
	}
	for name, s := range compose.Services {
		if s.Image == "" || s.User == "" || len(s.Command) < 2 {
			t.Errorf("the service %s is %+v", name, s)
			continue
		}
		understood(t, s.Command[1:])
	}
}
