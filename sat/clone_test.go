package sat

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// shared compares a struct with its copy, and returns the names of the slices, maps and
// pointers that they share.
func shared(name string, a, b reflect.Value) []string {
	var names []string
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			names = append(names, shared(name+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i))...)
		}
	case reflect.Array:
		for i := range a.Len() {
			names = append(names, shared(name, a.Index(i), b.Index(i))...)
		}
	case reflect.Slice:
		if a.Cap() > 0 && b.Cap() > 0 && a.UnsafePointer() == b.UnsafePointer() {
			return []string{name}
		}
		for i := range min(a.Len(), b.Len()) {
			names = append(names, shared(name, a.Index(i), b.Index(i))...)
		}
	case reflect.Map, reflect.Pointer:
		if !a.IsNil() && a.UnsafePointer() == b.UnsafePointer() {
			return []string{name}
		}
	}
	return names
}

// A clone shares no memory, so that both can be used at the same time.
func TestCloneSharesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	s := New(Options{Stress: true})
	for range 60 {
		s.NewVar()
	}
	lit := func() Lit { return Lit(2 + r.IntN(120)) }
	for range 60 { // conflicts without groups, so that techniques get to work
		for range 4 {
			s.AddClause(lit(), lit(), lit())
		}
		s.Solve(nil, nil, Budget{})
	}
	if st := s.Stats(); st.OnTheFly == 0 || st.Eliminated == 0 || st.Vivified == 0 || st.Walks == 0 {
		t.Errorf("techniques have not run: %+v", st)
	}
	for range 6 {
		for range 3 {
			s.AddClause(lit(), lit(), lit())
		}
		s.Push()
		s.Constrain(lit(), lit())
		s.Solve(nil, []Lit{lit(), lit()}, Budget{})
	}
	if got := shared("Solver", reflect.ValueOf(*s), reflect.ValueOf(*s.Clone())); len(got) > 0 {
		t.Errorf("shared: %v", got)
	}
}
