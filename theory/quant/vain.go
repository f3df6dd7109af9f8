package quant

// Bounds on what a check does in vain: without a conflict in which an instance takes part.
const (
	vainModels     = 200  // models checked
	vainInstances  = 1000 // instances sent after the depth was raised ...
	vainPerShallow = 4    // ... and for each instance that was sent before
)

// vain counts what a check has done since an instance last took part in a conflict. Matching
// loops and functions that have no finite table lead to ever more of it.
type vain struct {
	patient   bool  // there are no bounds
	allowed   int64 // models, if that is more than vainModels: then more instances, too
	raised    bool  // the depth was raised in this check
	over      bool  // a bound was reached in this check
	first     int64
	shallow   int64 // instances sent before
	models    int64
	instances int64 // sent after
}

// SetPatient makes later checks go on, whatever they do in vain, or not.
func (m *Matcher) SetPatient(patient bool) { m.vain.patient = patient }

// SetVainModels lets later checks check at least n models in vain. The bounds on instances
// grow alike.
func (m *Matcher) SetVainModels(n int64) { m.vain.allowed = n }

// startVain begins a check. If the last one was in vain, its depth led nowhere.
func (m *Matcher) startVain() {
	if m.vain.over && m.checksModels() {
		m.setCost(maxGeneration)
		m.models = 0
	}
	m.vain = vain{patient: m.vain.patient, allowed: m.vain.allowed, first: m.stats.sent}
}

// noteUse notes that an instance took part in a conflict.
func (v *vain) noteUse() { v.models, v.instances = 0, 0 }

// noteRaised notes that the depth is raised after so many instances of all checks.
func (v *vain) noteRaised(sent int64) {
	if !v.raised {
		v.raised, v.shallow, v.instances = true, sent-v.first, 0
	}
}

// isVain reports whether the check has done too much in vain.
func (m *Matcher) isVain() bool {
	v := &m.vain
	if !v.over && !v.patient && m.checksModels() {
		models := max(vainModels, v.allowed)
		instances := models / vainModels * (vainInstances + vainPerShallow*v.shallow)
		v.over = v.models >= models || v.raised && v.instances > instances
	}
	return v.over
}
