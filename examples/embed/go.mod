module github.com/muster-smt/muster/examples/embed

go 1.26.0

require github.com/muster-smt/muster v0.0.0

replace github.com/muster-smt/muster => ../..
