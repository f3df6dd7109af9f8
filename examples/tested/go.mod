module github.com/muster-smt/muster/examples/tested

go 1.26.0

require github.com/muster-smt/muster v0.0.0

require github.com/leanovate/gopter v0.2.11 // indirect

replace github.com/muster-smt/muster => ../..
