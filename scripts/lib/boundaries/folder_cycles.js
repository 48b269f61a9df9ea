'use strict';
/**
 * Finds cycles between the children of a folder, at every level. Files can be free of cycles while
 * folders are not, and then neither can be tested without the other.
 */

/** @typedef {{ file: string, imports: readonly string[] }} Imports paths with forward slashes */

/**
 * @param {readonly Imports[]} graph
 * @returns {string[][]} one shortest cycle per group of folders, as imports `file -> file` that
 *   lead from sibling to sibling
 */
function findFolderCycles(graph) {
  return [...levelsOf(graph)].flatMap(([, siblings]) => cyclesAmong(siblings));
}

/**
 * Maps each folder to its children; each child has its imported siblings, with one import as
 * evidence.
 */
function levelsOf(graph) {
  const levels = new Map();
  for (const { file, imports } of graph) {
    for (const target of imports) {
      const [folder, from, to] = splitPaths(file, target);
      if (from === to) continue;
      const siblings = levels.get(folder) ?? levels.set(folder, new Map()).get(folder);
      const known = siblings.get(from) ?? siblings.set(from, new Map()).get(from);
      if (!known.has(to)) known.set(to, `${file} -> ${target}`);
    }
  }
  return levels;
}

/** The innermost common folder of two paths, and its child on each path. */
function splitPaths(a, b) {
  const [left, right] = [a.split('/'), b.split('/')];
  let depth = 0;
  while (depth < left.length - 1 && left[depth] === right[depth]) depth++;
  return [left.slice(0, depth).join('/'), left[depth], right[depth]];
}

function cyclesAmong(siblings) {
  const cycles = [];
  const seen = new Set();
  for (const start of [...siblings.keys()].sort()) {
    const path = seen.has(start) ? undefined : shortestPathBack(siblings, start);
    if (!path) continue;
    path.forEach((child) => seen.add(child));
    cycles.push(path.map((child, i) => siblings.get(child).get(path[(i + 1) % path.length])));
  }
  return cycles;
}

/** Breadth-first search from `start` to the first sibling that imports it. */
function shortestPathBack(siblings, start) {
  const previous = new Map([[start, undefined]]);
  const queue = [start];
  for (const child of queue) {
    for (const next of siblings.get(child)?.keys() ?? []) {
      if (next === start) {
        const path = [];
        for (let at = child; at !== undefined; at = previous.get(at)) path.unshift(at);
        return path;
      }
      if (!previous.has(next)) {
        previous.set(next, child);
        queue.push(next);
      }
    }
  }
  return undefined;
}

module.exports = { findFolderCycles };
