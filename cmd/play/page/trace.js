// What the page shows of the steps of an answer, which are those of reports (verifier/report). Nothing here knows the document.
'use strict';

// derivation makes steps of the facts of a derivation, each with the values of its variables.
function derivation(facts) {
  return facts.flatMap(({ text, from, place, values }) => [
    { kind: 'fact', text, from, place }, ...(values || []).map((v) => ({ kind: 'value', writes: [v], place })),
  ]);
}

const lineOf = (step) => (step.place ? step.place.line : 0);

// writesOf are the variables that a step gives values to.
const writesOf = (step) => (step.kind === 'value' || step.kind === 'record' ? step.writes : []);

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
    const same = last && last.thread === thread && last.depth === depth && last.line === lineOf(step);
    const begins = step.kind === 'fact' || !same && !step.made && lineOf(step) && step.kind !== 'return';
    if (begins) {
      last = { thread, depth, line: lineOf(step), from: i, to: i, fault: false };
      stops.push(last);
    }
    if (last && step.kind !== 'return' && last.thread === thread && last.depth === depth) {
      last.to = i;
      last.fault = last.fault || step.kind === 'fail' && last.line === lineOf(step);
    }
    if (step.kind === 'call') calls.push(Boolean(step.made));
    if (step.kind === 'return') calls.pop();
  });
  return stops;
}

// sourceName is the name that a variable has in the text: in the calls that loops become, x is in_x and out_x.
function sourceName(name, loops) {
  return loops > 0 ? name.replace(/^(in|out)_/, '') : name;
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
        if (step.made) top.loops++;
        else calls.push({ title: step.procedure, values: new Map(), loops: 0 });
        break;
      case 'return':
        if (step.made) top.loops--;
        else if (calls.length > 1) calls.pop();
        break;
    }
    for (const { name, value } of writesOf(step)) {
      const to = isGlobal.has(name) ? all : top;
      to.values.set(sourceName(name, top.loops), { value, changed: i >= stop.from });
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
    for (const { name, value } of writesOf(steps[i])) set.set(name.replace(/^(in|out)_/, ''), value);
  }
  const values = [...set].map(([name, value]) => `${name} = ${value}`).join(', ');
  if (first.kind === 'fact') {
    return { what: first.text, set: first.from ? `from ${first.from.join(', ')}` : '' };
  }
  return { what: (lines[stop.line - 1] || '').replace(/\s*\/\/.*$/, '').trim(), set: values };
}
