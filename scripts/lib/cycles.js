'use strict';
/**
 * Import cycles in a folder of sources, type-only and dynamic imports included: a cycle means that a type lives in
 * the wrong file. Reads only the import lines (TypeScript's pre-processor), a few ms per 100 files.
 */
const fs = require('node:fs');
const path = require('node:path');

const CORE_DOOR = /^@sd\/core\/(common|public|server)$/;
const EXTENSIONS = ['.ts', '.tsx', '/index.ts', '/index.tsx', ''];

/** @returns {string[]} absolute paths of the product's own sources */
function sourceFiles(srcDir) {
  if (!fs.existsSync(srcDir)) return [];
  return fs
    .readdirSync(srcDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
}

/** @returns {Map<string, string[]>} file to the files it imports */
function importGraph(srcDir) {
  const ts = require('typescript');
  const files = sourceFiles(srcDir);
  const known = new Set(files);
  const resolve = (from, request) => {
    const [, zone] = CORE_DOOR.exec(request) ?? [];
    const base =
      request === '@sd/ui_kit'
        ? path.join(srcDir, 'ui_kit')
        : zone
          ? path.join(srcDir, 'core', zone)
          : request.startsWith('.') && path.resolve(path.dirname(from), request);
    return base ? EXTENSIONS.map((end) => base + end).find((file) => known.has(file)) : undefined;
  };
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(fs.readFileSync(file, 'utf8'), true, true);
      const targets = importedFiles.map(({ fileName }) => resolve(file, fileName)).filter(Boolean);
      return [file, [...new Set(targets)]];
    })
  );
}

/**
 * One shortest cycle for each knot of files that import each other.
 * @param {Map<string, readonly string[]>} graph
 * @returns {string[][]} files in import order; the last imports the first
 */
function findCycles(graph) {
  const cycles = [];
  const seen = new Set();
  for (const start of [...graph.keys()].sort()) {
    if (seen.has(start)) continue;
    const cycle = shortestWayBack(graph, start);
    if (!cycle) continue;
    cycle.forEach((file) => seen.add(file));
    cycles.push(cycle);
  }
  return cycles;
}

/** Breadth first from `start` to the first file that imports it. */
function shortestWayBack(graph, start) {
  const cameFrom = new Map([[start, undefined]]);
  const queue = [start];
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) {
        const way = [];
        for (let at = file; at !== undefined; at = cameFrom.get(at)) way.unshift(at);
        return way;
      }
      if (!cameFrom.has(next)) {
        cameFrom.set(next, file);
        queue.push(next);
      }
    }
  }
  return undefined;
}

module.exports = { importGraph, findCycles };
