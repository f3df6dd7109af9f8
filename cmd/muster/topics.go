package main

import "github.com/muster-smt/muster/cmd/cli"

// verifyTopics are the flags of muster verify as help lists them: at first those that most users need.
func verifyTopics(f *cli.FlagSet) {
	f.Topic("common options", "timeout", "memory", "cores", "bound",
		"unbounded", "entry", "property", "all", "check", "run",
		"trace", "html", "json")
	f.Topic("what is asked", "coverage", "modular", "contexts", "each")
	f.Topic("checking by contracts", "proc", "explain", "houdini", "jobs")
	f.Topic("Boogie programs", "lib", "infer-modifies")
	f.Topic("C programs", "data-model", "std", "overflow", "malloc", "argc-min", "I", "D", "only", "prp", "harness",
		"dump-boogie")
	f.Topic("Go programs", "tags", "any-receiver", "nil-args", "no-run", "test")
	f.Topic("engines", "engine", "learn", "abstract", "no-facts", "no-check")
	f.Topic("what was learned", "summaries", "annotate")
	f.Topic("answers that are kept", "cache")
	f.Topic("reports", "report", "json-schema", "sarif", "junit", "dot", "witness")
	f.Topic("looking inside", "stats", "verbose", "log", "dump", "dump-dir")
}
