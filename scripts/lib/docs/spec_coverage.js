'use strict';
/**
 * Checks docs/spec-coverage.md: every row names a requirement and the test that asserts it. Reports
 * rows whose test no longer exists, by reading the titles from the test sources.
 *
 * Test names have jest's form, joined by " › ". For a parametrized test (`it.each`), a row has the
 * title as written, with its placeholders, or as reported for one of its cases.
 */
const fs = require('node:fs');
const path = require('node:path');

/** Separator between the names of nested blocks. */
const JOIN = ' › ';
const TEST_FILE = /\.(test|spec)\.tsx?$/;
/** The last two column headers of every checked table. */
const COLUMNS = ['Test file', 'Test name'];

/**
 * @typedef {{ line: number, requirement: string, file: string, test: string }} Row
 * @typedef {{ name: string, pattern: RegExp, isSkipped: boolean }} Test
 */

/**
 * @param {string} markdown
 * @returns {Row[]} of all tables that have the two columns
 */
function readRows(markdown) {
  const rows = [];
  let isProof = false;
  markdown.split('\n').forEach((text, index) => {
    if (!text.trimStart().startsWith('|')) {
      isProof = false;
      return;
    }
    const cells = readCells(text);
    if (COLUMNS.every((column, at) => cells.at(at - 2) === column)) {
      isProof = true;
    } else if (isProof && !cells.every((cell) => /^:?-+:?$/.test(cell))) {
      const [file = '', test = ''] = cells.slice(-2);
      rows.push({ line: index + 1, requirement: cells.at(-3) ?? '', file, test });
    }
  });
  return rows;
}

const readCells = (line) =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => withoutCode(cell.replaceAll('\\|', '|').trim()));

/** The content of a cell that is a single code span. */
function withoutCode(cell) {
  const [, ticks, content] = /^(`+)(.*)\1$/s.exec(cell) ?? [];
  if (ticks === undefined || content.includes(ticks)) return cell;
  return ticks.length > 1 ? content.trim() : content;
}

const BLOCKS = new Set(['describe', 'fdescribe', 'xdescribe']);
const TESTS = new Set(['it', 'test', 'fit', 'xit', 'xtest']);
const SKIPPING = new Set(['xdescribe', 'xit', 'xtest', 'skip', 'todo']);
const FOCUSING = new Set(['fdescribe', 'fit', 'only']);

/**
 * @param {string} source text of a test file
 * @param {string} [fileName]
 * @returns {Test[]}
 */
function readTests(source, fileName = 'x.test.tsx') {
  const ts = require('typescript');
  const tests = [];

  const visit = (node, block) => {
    const call = ts.isCallExpression(node) ? readCall(ts, node) : undefined;
    if (call === undefined) {
      ts.forEachChild(node, (child) => visit(child, block));
      return;
    }
    const inside = {
      titles: [...block.titles, call.title],
      isSkipped: block.isSkipped || call.words.some((word) => SKIPPING.has(word)),
      isFocused: block.isFocused || call.words.some((word) => FOCUSING.has(word)),
    };
    if (BLOCKS.has(call.words[0])) {
      node.arguments.forEach((argument) => visit(argument, inside));
    } else if (inside.titles.every((title) => title !== undefined)) {
      tests.push(inside);
    }
  };
  visit(ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, false), {
    titles: [],
    isSkipped: false,
    isFocused: false,
  });

  // If one test is focused, jest skips the others.
  const isFocusing = tests.some(({ isFocused }) => isFocused);
  return tests.map(({ titles, isSkipped, isFocused }) => ({
    name: titles.map(({ text }) => text).join(JOIN),
    pattern: new RegExp(`^${titles.map(({ pattern }) => pattern).join(JOIN)}$`, 's'),
    isSkipped: isSkipped || (isFocusing && !isFocused),
  }));
}

/** Reads `describe.each(…)('title', …)` and the like; undefined for other calls. */
function readCall(ts, node) {
  const words = [];
  let callee = node.expression;
  while (!ts.isIdentifier(callee)) {
    if (ts.isPropertyAccessExpression(callee)) {
      words.unshift(callee.name.text);
      callee = callee.expression;
    } else if (ts.isCallExpression(callee)) {
      callee = callee.expression;
    } else if (ts.isTaggedTemplateExpression(callee)) {
      callee = callee.tag;
    } else {
      return undefined;
    }
  }
  words.unshift(callee.text);
  const isOurs = BLOCKS.has(words[0]) || TESTS.has(words[0]);
  // `it.each(table)` alone is only half of the call.
  const isWhole = !words.includes('each') || !ts.isPropertyAccessExpression(node.expression);
  if (!isOurs || !isWhole) return undefined;
  return { words, title: readTitle(ts, node.arguments[0], words.includes('each')) };
}

/** Undefined for a computed title, which would match any name. */
function readTitle(ts, node, isTemplate) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) {
    const parts = isTemplate ? node.text.split(PLACEHOLDER) : [node.text];
    return { text: node.text, pattern: patternOf(parts) };
  }
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ literal }) => literal.text);
    const parts = [node.head.text, ...spans];
    return { text: parts.join('${}'), pattern: patternOf(parts) };
  }
  return undefined;
}

/** Placeholders of jest: printf formats, `$name` and `$name.path`. */
const PLACEHOLDER = /%[psdifjo#$]|\$[\w.]+/;
/** A placeholder may be empty. */
const patternOf = (parts) => parts.map(escapeRegExp).join('.*');
const escapeRegExp = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * @param {Row} row
 * @param {(file: string) => readonly Test[] | undefined} testsOf
 * @returns {string | undefined} the problem with the row
 */
function problemOf({ requirement, file, test }, testsOf) {
  if (requirement === '') return 'the row names no requirement';
  if (file === '' || test === '') return 'the row names no test';
  if (!TEST_FILE.test(file)) return `"${file}" is not a test file`;
  const tests = testsOf(file);
  if (tests === undefined) return `there is no file "${file}"`;
  const found = tests.filter(({ name, pattern }) => name === test || pattern.test(test));
  if (found.length === 0) return `"${file}" has no test "${test}"`;
  return found.every(({ isSkipped }) => isSkipped) ? `"${test}" is skipped` : undefined;
}

/**
 * @param {string} root folder to which the paths of the table are relative
 * @param {string} [table] file with the table, relative to the root
 * @returns {string[]} one line per row whose test does not exist
 */
function findMissingProofs(root, table = 'docs/spec-coverage.md') {
  const cache = new Map();
  const testsOf = (file) => {
    if (!cache.has(file)) cache.set(file, readTestFile(path.join(root, file)));
    return cache.get(file);
  };
  const tableFile = path.join(root, table);
  if (!fs.existsSync(tableFile)) return [`${table}: the file is not there`];
  const rows = readRows(fs.readFileSync(tableFile, 'utf8'));
  if (rows.length === 0) return [`${table}: no table with the columns ${COLUMNS.join(' and ')}`];
  return rows.flatMap((row) => {
    const problem = problemOf(row, testsOf);
    return problem === undefined ? [] : [`${table}:${row.line}: "${row.requirement}": ${problem}`];
  });
}

const readTestFile = (file) =>
  fs.existsSync(file) ? readTests(fs.readFileSync(file, 'utf8'), file) : undefined;

module.exports = { findMissingProofs };
