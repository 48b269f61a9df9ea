'use strict';
/**
 * Checks docs/spec-coverage.md and its like: every row names a requirement and the test that
 * asserts it. Reports rows whose test is missing, by reading the titles from the test sources.
 *
 * A row with a tag gets its last two columns from the test that has the tag in a comment before it:
 * `// @spec 2.6/1, 2.6/4`, or `// @spec 2.6/1: title` for one case of a parametrized test. Other rows
 * name their test themselves.
 *
 * Test names have jest's form, joined by " › ". For a parametrized test (`it.each`), a row has the
 * title as written, with its placeholders, or as reported for one of its cases.
 */
const fs = require('node:fs');
const path = require('node:path');

/** Separator between the names of nested blocks. */
const JOIN = ' › ';
const TEST_FILE = /\.(test|spec)\.tsx?$/;
/** The last two column headers of every checked table, and the one before them, if it has tags. */
const COLUMNS = ['Test file', 'Test name'];
const TAG_COLUMN = 'Tag';
/** The word of the tags of each document. */
const WORDS = {
  'docs/spec-coverage.md': 'spec',
  'docs/features.md': 'feature',
  'docs/security.md': 'asvs',
  'docs/reference/backends.md': 'backend',
};
const TAG_LINE = /^[^\S\n]*\/\/ @(\w+) ([^\n:]+)(?:: ([^\n]+))?$/gm;
/** Folders that hold tests. */
const TEST_FOLDERS = ['src', 'test', 'examples', 'tools'];

/**
 * @typedef {{ line: number, requirement: string, tag: string, file: string, test: string }} Row
 * @typedef {{ name: string, pattern: RegExp, isSkipped: boolean, from: number }} Test `from`: where
 *   its call starts
 */

/**
 * @param {string} markdown
 * @returns {Row[]} of all tables that have the two columns
 */
function readRows(markdown) {
  const rows = [];
  let isProof = false;
  let hasTags = false;
  markdown.split('\n').forEach((text, index) => {
    if (!text.trimStart().startsWith('|')) {
      isProof = false;
      return;
    }
    const cells = readCells(text);
    if (COLUMNS.every((column, at) => cells.at(at - 2) === column)) {
      isProof = true;
      hasTags = cells.at(-3) === TAG_COLUMN;
    } else if (isProof && !cells.every((cell) => /^:?-+:?$/.test(cell))) {
      const [file = '', test = ''] = cells.slice(-2);
      const tag = hasTags ? cells.at(-3) : '';
      const requirement = cells.at(hasTags ? -4 : -3) ?? '';
      rows.push({ line: index + 1, requirement, tag, file, test });
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
    const call = ts.isCallExpression(node) ? readCall(node) : undefined;
    if (call === undefined) {
      ts.forEachChild(node, (child) => visit(child, block));
      return;
    }
    const inside = {
      titles: [...block.titles, call.title],
      isSkipped: block.isSkipped || call.words.some((word) => SKIPPING.has(word)),
      isFocused: block.isFocused || call.words.some((word) => FOCUSING.has(word)),
      from: call.from,
    };
    if (BLOCKS.has(call.words[0])) {
      node.arguments.forEach((argument) => visit(argument, inside));
    } else if (inside.titles.every((title) => title !== undefined)) {
      tests.push(inside);
    }
  };
  const parsed = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, false);
  const readCall = (node) => readTestCall(ts, node, parsed);
  visit(parsed, {
    titles: [],
    isSkipped: false,
    isFocused: false,
  });

  // If one test is focused, jest skips the others.
  const isFocusing = tests.some(({ isFocused }) => isFocused);
  return tests.map(({ titles, isSkipped, isFocused, from }) => ({
    from,
    name: titles.map(({ text }) => text).join(JOIN),
    pattern: new RegExp(`^${titles.map(({ pattern }) => pattern).join(JOIN)}$`, 's'),
    isSkipped: isSkipped || (isFocusing && !isFocused),
  }));
}

/** Reads `describe.each(…)('title', …)` and the like; undefined for other calls. */
function readTestCall(ts, node, parsed) {
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
  const title = readTitle(ts, node.arguments[0], words.includes('each'));
  return { words, title, from: node.getStart(parsed) };
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
 * @param {string} source text of a test file
 * @param {readonly Test[]} tests of this file
 * @returns {{ word: string, tag: string, test?: string, line: number }[]} `test`: undefined if none
 *   follows, or the named case is none of it
 */
function readTags(source, tests) {
  return [...source.matchAll(TAG_LINE)].flatMap(({ index, 1: word, 2: list, 3: title }) => {
    if (!Object.values(WORDS).includes(word)) return [];
    const next = tests.filter(({ from }) => from > index).sort((a, b) => a.from - b.from)[0];
    const isCase = title === undefined || next?.pattern.test(title);
    const test = isCase ? (title ?? next?.name) : undefined;
    const line = source.slice(0, index).split('\n').length;
    return list.split(',').map((tag) => ({ word, tag: tag.trim(), test, line }));
  });
}

/** The sources of the tests, and the tags in them; each file is read once. */
function createSources(root) {
  const cache = new Map();
  const read = (file) => {
    if (!cache.has(file)) {
      const isThere = fs.existsSync(path.join(root, file));
      cache.set(file, isThere ? fs.readFileSync(path.join(root, file), 'utf8') : undefined);
    }
    return cache.get(file);
  };
  const tests = new Map();
  const testsOf = (file) => {
    if (!tests.has(file) && read(file) !== undefined) tests.set(file, readTests(read(file), file));
    return tests.get(file);
  };
  return {
    testsOf,
    /** @returns {ReturnType<typeof readTags>} of one document, each with its file */
    tagsOf: (word) =>
      testFiles(root)
        .filter((file) => read(file).includes(`// @${word} `))
        .flatMap((file) => readTags(read(file), testsOf(file)).map((found) => ({ ...found, file })))
        .filter((found) => found.word === word),
  };
}

function testFiles(root) {
  return TEST_FOLDERS.filter((folder) => fs.existsSync(path.join(root, folder))).flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true })
      .filter((name) => TEST_FILE.test(name) && !name.includes('node_modules'))
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
      .sort()
  );
}

const asCode = (text) => {
  const escaped = text.replaceAll('|', '\\|');
  return text.includes('`') ? `\`\` ${escaped} \`\`` : `\`${escaped}\``;
};

/** The document with the tests that have the tags of its rows. */
function withTests(markdown, rows, proofs) {
  const lines = markdown.split('\n');
  for (const { line, tag } of rows) {
    const proof = proofs.get(tag);
    if (proof === undefined) continue;
    const cells = lines[line - 1].trim().split(/(?<!\\)\|/);
    const kept = cells.slice(0, -3).join('|');
    lines[line - 1] = `${kept}| ${asCode(proof.file)} | ${asCode(proof.test)} |`;
  }
  return lines.join('\n');
}

/** Tags without a row, without a test, or of two tests, and rows whose tag no test has. */
function findTagProblems(table, rows, tagged) {
  const word = WORDS[table];
  const inTable = rows.map(({ tag }) => tag).filter(Boolean);
  const problems = tagged.flatMap(({ tag, test, file, line }) => {
    const say = (what) => [`${file}:${line}: @${word} ${tag} ${what}`];
    if (!inTable.includes(tag)) return say(`is no row of ${table}`);
    if (test === undefined) return say('stands before no test, or names no case of it');
    const other = tagged.find((one) => one.tag === tag && (one.file !== file || one.line !== line));
    return other ? say(`is in ${other.file}:${other.line}, too`) : [];
  });
  const twice = inTable.filter((tag, at) => inTable.indexOf(tag) !== at);
  const untested = inTable.filter((tag) => !tagged.some((one) => one.tag === tag));
  return [
    ...problems,
    ...twice.map((tag) => `${table}: two rows have the tag ${tag}`),
    ...untested.map((tag) => `${table}: no test has the tag @${word} ${tag}`),
  ];
}

/**
 * @param {string} root folder to which the paths of the table are relative
 * @param {string} [table] file with the table, relative to the root
 * @returns {string[]} one line per row whose test does not exist
 */
function findMissingProofs(root, table = 'docs/spec-coverage.md') {
  const tableFile = path.join(root, table);
  if (!fs.existsSync(tableFile)) return [`${table}: the file is not there`];
  const markdown = fs.readFileSync(tableFile, 'utf8');
  const rows = readRows(markdown);
  if (rows.length === 0) return [`${table}: no table with the columns ${COLUMNS.join(' and ')}`];
  const { testsOf, tagsOf } = createSources(root);
  const tagged = tagsOf(WORDS[table]);
  const tagProblems = findTagProblems(table, rows, tagged);
  if (tagProblems.length > 0) return tagProblems;
  if (withTests(markdown, rows, byTag(tagged)) !== markdown)
    return [`${table}: tagged tests have changed; npm test -- --only=lint --update writes them`];
  return rows.flatMap((row) => {
    const problem = problemOf(row, testsOf);
    return problem === undefined ? [] : [`${table}:${row.line}: "${row.requirement}": ${problem}`];
  });
}

const byTag = (tagged) =>
  new Map(tagged.filter(({ test }) => test !== undefined).map((one) => [one.tag, one]));

/** Writes the tests with tags into the tables of all documents. */
function writeProofs(root) {
  const { tagsOf } = createSources(root);
  for (const [table, word] of Object.entries(WORDS)) {
    const file = path.join(root, table);
    const markdown = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, withTests(markdown, readRows(markdown), byTag(tagsOf(word))));
  }
}

module.exports = { findMissingProofs, writeProofs };
