package main

import (
	"slices"
	"strings"

	"github.com/muster-smt/muster/cmd/cli"
)

// satFlags are the flags of kissat, cadical and minisat that muster sat takes.
var satFlags = [...]foreignFlag{
	{"-n", "--no-model"}, {"--no-witness", "--no-model"}, {"--witness=0", "--no-model"},
	{"--witness=false", "--no-model"}, {"--witness", ""},
	{"-q", "--quiet"}, {"-v", ""}, {"-vv", ""}, {"-vvv", ""}, {"-s", "--stats"}, {"--statistics", "--stats"},
	{"-t", "--timeout=VALUEs"}, {"--time", "--timeout=VALUEs"},
	{"-c", "--conflicts=VALUE"}, {"-d", "--decisions=VALUE"}, {"-w", "--write=VALUE"},
	{"--unsat", "--mode=focused"}, {"--default", ""}, {"--basic", ""}, {"--plain", ""},
	{"-f", ""}, {"--force", ""}, {"--relaxed", ""}, {"--strict", ""}, {"--colors", ""}, {"--no-colors", ""},
	{"--no-color", ""},
	{"--no-binary", "--binary=false"},
	{"--lrat", "--proof-format=lrat"}, {"--no-lrat", ""},

	{"-verb=0", "--quiet"}, {"-verb=", ""}, {"-cpu-lim=", "--timeout=VALUEs"}, {"-mem-lim=", "--memory=VALUEMiB"},
	{"-rnd-seed=", ""}, {"-rnd-freq=", ""}, {"-gc-frac=", ""}, {"-rinc=", ""}, {"-var-decay=", ""}, {"-cla-decay=", ""},
	{"-rfirst=", ""}, {"-phase-saving=", ""}, {"-ccmin-mode=", ""}, {"-simp-gc-frac=", ""}, {"-sub-lim=", ""},
	{"-grow=", ""}, {"-cl-lim=", ""}, {"-rnd-init", ""}, {"-no-rnd-init", ""}, {"-luby", ""}, {"-no-luby", ""},
	{"-pre", ""}, {"-no-pre", ""}, {"-elim", ""}, {"-no-elim", ""}, {"-rcheck", ""}, {"-no-rcheck", ""},
	{"-asymm", ""}, {"-no-asymm", ""}, {"-strict", ""}, {"-no-strict", ""},
}

// satTuning are options of cadical and kissat that say how to search, and so cannot
// change an answer: --NAME, --NAME=VALUE and --no-NAME have no effect.
const satTuning = "" +
	"ands arena arenacompact arenasort arenatype backbone backboneeffort backbonemaxrounds backbonerounds block " +
	"blockmaxclslim blockminclslim blockocclim bump bumpreason bumpreasondepth bumpreasons bumpreasonslimit " +
	"bumpreasonsrate check checkassumptions checkconstraint checkfailed checkfrozen checkproof checkwitness " +
	"chrono chronoalways chronolevelim chronolevels chronoreusetrail compact compactint compactlim compactmin " +
	"condition conditionint conditionmaxeff conditionmaxrat conditionmineff conditionreleff congruence cover " +
	"covermaxclslim covermaxeff coverminclslim covermineff coverreleff decay decompose decomposerounds " +
	"deduplicate definitioncores definitions definitionticks defraglim defragsize eagersubsume " +
	"eagersubsumelim elim elimands elimaxeff elimbackward elimboundmax elimboundmin elimclslim elimequivs " +
	"elimineff elimint elimites eliminate eliminatebound eliminateclslim eliminateeffort eliminateinit " +
	"eliminateint eliminateocclim eliminaterounds elimlimited elimocclim elimprod elimreleff elimrounds " +
	"elimsubst elimsum elimxorlim elimxors emafast emagluefast emaglueslow emajump emalevel emasize " +
	"emaslow ematrailfast ematrailslow equivalences extract factor fastel flush flushfactor flushint " +
	"forcephase forward forwardeffort ifthenelse incremental inprocessing instantiate instantiateclslim " +
	"instantiateocclim instantiateonce jumpreasons lucky mineffort minimize minimizedepth minimizeticks modeconflicts " +
	"modeinit modeticks otfs phase phasesaving preprocess probe probehbr probeinit probeint probemaxeff " +
	"probemineff probereleff proberounds profile promote radixsortlim randec realtime reduce reducefraction " +
	"reduceint reducetarget reducetier1glue reducetier2glue reluctant reluctantint reluctantmax rephase " +
	"rephaseinit rephaseint report reportall reportsolve restart restartint restartmargin " +
	"restartreusetrail restoreall restoreflush reverse score scorefactor shrink shrinkreap shuffle " +
	"shufflequeue shufflerandom shufflescores simplify stabilize stabilizefactor stabilizeint " +
	"stabilizemaxint stabilizeonly stable substitute substituteeffort substituterounds subsume subsumebinlim " +
	"subsumeclslim subsumeint subsumelimited subsumemaxeff subsumemineff subsumeocclim subsumereleff " +
	"subsumestr sweep sweepeffort target terminateint ternary ternarymaxadd ternarymaxeff " +
	"ternarymineff ternaryocclim ternaryreleff ternaryrounds tier1 tier2 transitive transitivereduce " +
	"transred transredmaxeff transredmineff transredreleff tumble verbose vivify vivifyeffort " +
	"vivifymaxeff vivifymineff vivifyonce vivifyredeff vivifyreleff walk walkeffort walkinitially " +
	"walkmaxeff walkmineff walknonstable walkredundant walkreleff warmup"

// satArgs rewrites the flags of other SAT solvers to those of muster sat.
func satArgs(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			return append(out, args[i:]...)
		}
		if args[i] == "--sat" { // of kissat, unless the name of a SAT solver follows
			if i+1 == len(args) || !slices.Contains(satBackends[:], args[i+1]) {
				out = append(out, "--mode=stable")
				continue
			}
		}
		flags, used, ok := translate(satFlags[:], args[i:])
		switch {
		case ok:
			out = append(out, flags...)
			i += used - 1
		case !tuning(args[i]):
			out = append(out, args[i])
		}
	}
	return out
}

// tuning reports whether a flag only tunes the search of another SAT solver.
func tuning(word string) bool {
	name, long := strings.CutPrefix(word, "--")
	if !long { // cadical's rounds
		digits := strings.TrimLeft(strings.TrimLeft(name, "-LOP"), "0123456789")
		return len(name) > 2 && name[0] == '-' && strings.ContainsRune("LOP", rune(name[1])) && digits == ""
	}
	name, _, _ = strings.Cut(name, "=")
	for n := range strings.FieldsSeq(satTuning) {
		if n == name || "no-"+n == name {
			return true
		}
	}
	return false
}

// foreignSATCommand stands in for another SAT solver.
func foreignSATCommand(s streams, name string) *cli.Command {
	c := satCommand(s, name)
	c.Short = "Stand in for " + name + ": its flags and files"
	second := "a proof in DRAT, in binary form unless --no-binary is set"
	if name == minisat {
		second = "the result, SAT and a model or UNSAT"
	}
	c.Long = "Decides a formula in DIMACS CNF as " + name + ` does: the flags are those of ` + name + ` and of
muster sat, and the second file gets ` + second + `. A link
to muster that is named ` + name + " does the same.\n"
	return c
}

// The SAT solvers that differ in the meaning of the second file, and more.
const (
	minisat = "minisat"
	kissat  = "kissat"
	cadical = "cadical"
)
