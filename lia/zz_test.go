package lia
import "testing"
func (w *world) dump(t *testing.T, m map[string]int64){ w.s.Stats(func(n string, v int64){m[n]+=v}) }
