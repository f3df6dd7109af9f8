package cli

import (
	"fmt"
	"slices"
	"strings"
)

// topic is a part of the list of flags in help.
type topic struct {
	title string
	flags []string
}

// Topic has help show flags under a title, in this order; those that are in no topic come last. Without a topic there
// is one list.
func (s *FlagSet) Topic(title string, flags ...string) {
	s.topics = append(s.topics, topic{title, flags})
}

// Unlisted returns the flags that are in no topic, and the names in topics that are no flags, or are there twice.
func (s *FlagSet) Unlisted() (out []string) {
	left := map[string]bool{}
	for _, f := range s.list {
		left[f.Names()[0]] = true
	}
	for _, t := range s.topics {
		for _, name := range t.flags {
			if !left[name] {
				out = append(out, name)
			}
			delete(left, name)
		}
	}
	for _, f := range s.list {
		if left[f.Names()[0]] {
			out = append(out, f.Names()[0])
		}
	}
	return out
}

// helpTemplate is the library's template, but for the flags by topic.
func (c *Command) helpTemplate() string {
	var b strings.Builder
	b.WriteString("NAME:\n   {{template \"helpNameTemplate\" .}}\n\nUSAGE:\n   {{template \"usageTemplate\" .}}\n\n" +
		"{{if .Description}}DESCRIPTION:\n   {{template \"descriptionTemplate\" .}}\n\n{{end}}")
	shown := map[int]bool{}
	list := func(title string, flags []int) {
		if len(flags) == 0 {
			return
		}
		fmt.Fprintf(&b, "%s:\n", strings.ToUpper(title))
		for _, i := range flags {
			shown[i] = true
			fmt.Fprintf(&b, "   {{wrap (index .Flags %d).String 6}}\n", i)
		}
		b.WriteString("\n")
	}
	flags := c.flags[0].list
	place := make(map[string]int, len(flags))
	for i, f := range flags {
		place[f.Names()[0]] = i
	}
	for _, t := range c.flags[0].topics {
		var at []int
		for _, name := range t.flags {
			if i, ok := place[name]; ok {
				at = append(at, i)
			}
		}
		list(t.title, at)
	}
	var rest []int
	for i := range flags {
		if !shown[i] {
			rest = append(rest, i)
		}
	}
	list("other options", slices.Clip(rest))
	b.WriteString("{{if .VisiblePersistentFlags}}GLOBAL OPTIONS:{{template \"visiblePersistentFlagTemplate\" .}}\n{{end}}")
	return b.String()
}
