// Package answer answers the questions of the page (cmd/play): a text of one of four kinds, for the engine that
// decides it. What it answers is made for the page to show: a verdict, the steps of a trace with their places in the
// text, and models as tables. It knows nothing of browsers, so its tests run anywhere; cmd/play/wasm connects it with
// one.
package answer
