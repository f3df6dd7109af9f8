// What the page shows of the steps of an answer. Nothing here knows the document.
'use strict';

// stopsOf makes the stops that one steps through: what happens one after the other at the same line of the same call is one stop.
// Each has the thread, how deep the call is, the line, and the steps, from one to another. What the verifier made itself, as the calls
// that loops become, is no stop.
function stopsOf(steps) {
  const stops = [];
  const depths = new Map(); // of each thread: is it a loop, for each call that lasts
  steps.forEach((step, i) => {
    const thread = step.thread || 0;
    if (!depths.has(thread)) depths.set(thread, []);
    const calls = depths.get(thread);
    const depth = calls.filter((isLoop) => !isLoop).length;
    let last = stops[stops.length - 1];
    const same = last && last.thread === thread && last.depth === depth && last.line === step.line;
    const begins = step.kind === 'fact' || !same && !step.loop && step.line && step.kind !== 'return';
    if (begins) {
      last = { thread, depth, line: step.line, from: i, to: i, fault: false };
      stops.push(last);
    }
    if (last && step.kind !== 'return' && last.thread === thread && last.depth === depth) {
      last.to = i;
      last.fault = last.fault || step.kind === 'fail' && last.line === step.line;
    }
    if (step.kind === 'call') calls.push(Boolean(step.loop));
    if (step.kind === 'return') calls.pop();
  });
  return stops;
}

// sourceName is the name that a variable has in the text: in the calls that loops become, x is in_x and out_x.
function sourceName(step, loops) {
  return loops > 0 ? step.label.replace(/^(in|out)_/, '') : step.label;
}

// valuesAt returns the calls that last after a number of steps, innermost last, each with the values of its variables, and first of
// all the globals. What the last stop changed is marked.
function valuesAt(steps, stop, globals) {
  const isGlobal = new Set(globals || []);
  const all = { title: 'globals', values: new Map() };
  const threads = new Map();
  let calls;
  for (let i = 0; i <= stop.to; i++) {
    const step = steps[i];
    const thread = step.thread || 0;
    if (!threads.has(thread)) threads.set(thread, [{ title: step.procedure || 'values', values: new Map(), loops: 0 }]);
    calls = threads.get(thread);
    const top = calls[calls.length - 1];
    switch (step.kind) {
      case 'fact':
        top.values = new Map();
        break;
      case 'call':
        if (step.loop) top.loops++;
        else calls.push({ title: step.procedure, values: new Map(), loops: 0 });
        break;
      case 'return':
        if (step.loop) top.loops--;
        else if (calls.length > 1) calls.pop();
        break;
      case 'value': {
        const to = isGlobal.has(step.label) ? all : top;
        to.values.set(sourceName(step, top.loops), { value: step.value, changed: i >= stop.from });
        break;
      }
    }
  }
  return [all, ...(calls || [])].filter((c) => c.values.size > 0);
}

// describe says what happens at a stop: the line of the text, and what gets which value; of a derivation, what follows from which
// steps.
function describe(stop, steps, lines) {
  const first = steps[stop.from];
  const set = new Map();
  for (let i = stop.from; i <= stop.to; i++) {
    if (steps[i].kind === 'value') set.set(steps[i].label.replace(/^(in|out)_/, ''), steps[i].value);
  }
  const values = [...set].map(([name, value]) => `${name} = ${value}`).join(', ');
  if (first.kind === 'fact') {
    return { what: first.label, set: first.from ? `from ${first.from.join(', ')}` : '' };
  }
  return { what: (lines[stop.line - 1] || '').replace(/\s*\/\/.*$/, '').trim(), set: values };
}
