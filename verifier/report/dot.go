package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/muster-smt/muster/verifier/driver"
)

// Dot writes call graphs for Graphviz, one for each program: procedures, with the number of instances that the engine
// inlined, and loops, which are dashed. What the failing execution calls is red, and where it fails is filled. A
// procedure without a body is an ellipse.
func Dot(w io.Writer, rs []*Report) error {
	b := bufio.NewWriter(w)
	seen := map[string]bool{}
	fmt.Fprint(b, "digraph muster {\n  rankdir=LR;\n  node [shape=box, fontname=\"Helvetica\"];\n"+
		"  edge [fontname=\"Helvetica\"];\n")
	for _, r := range Answers(rs...) {
		if r.Calls == nil || seen[r.File] {
			continue // of several failures the first one is shown
		}
		prefix := fmt.Sprintf("p%d_", len(seen))
		seen[r.File] = true
		fmt.Fprintf(b, "  subgraph %s {\n    label=%s;\n", dotQuoted("cluster_"+prefix), dotQuoted(r.File+": "+r.Answer))
		for i := range r.Calls.Procs {
			r.dotNode(b, fmt.Sprint(prefix, i), &r.Calls.Procs[i])
		}
		for _, e := range r.Calls.Calls {
			var attrs []string
			if e.Sites > 1 {
				attrs = append(attrs, fmt.Sprintf("label=\"%d\"", e.Sites))
			}
			if e.Executed {
				attrs = append(attrs, "color=red")
			}
			fmt.Fprintf(b, "    %s%d -> %s%d [%s];\n", prefix, e.From, prefix, e.To, strings.Join(attrs, ", "))
		}
		fmt.Fprint(b, "  }\n")
	}
	fmt.Fprint(b, "}\n")
	return b.Flush()
}

// dotNode writes a procedure.
func (r *Report) dotNode(b *bufio.Writer, id string, n *driver.CallNode) {
	label := n.Name
	var attrs []string
	if n.LoopOf != "" {
		label = fmt.Sprintf("loop of %s\n%s", n.LoopOf, r.Files.At(n.Pos))
		attrs = append(attrs, "style=\"dashed\"")
	}
	switch {
	case n.Instances > 0:
		label += fmt.Sprintf("\n%d inlined", n.Instances)
	case !n.Body:
		attrs = append(attrs, "shape=ellipse")
	}
	if n.Fails {
		label += "\nfails"
		if r.Failure != nil && r.Failure.Place.Line > 0 {
			label += fmt.Sprintf(" at %d,%d", r.Failure.Place.Line, r.Failure.Place.Column)
		}
		attrs = []string{"style=\"filled\"", "fillcolor=\"#ffd7d5\""}
	}
	if n.Executed {
		attrs = append(attrs, "color=red")
	}
	fmt.Fprintf(b, "    %s [%s];\n", id, strings.Join(append([]string{"label=" + dotQuoted(label)}, attrs...), ", "))
}

// dotQuoted returns a string as DOT has it.
func dotQuoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
