'use strict';
/**
 * Checks docs/security.md: its table of limits is generated from src/contracts/limits, where each
 * limit has a unit and a reason, and its checklist names tests.
 */
const fs = require('node:fs');
const path = require('node:path');
const { findMissingProofs } = require('./spec_coverage');

const DOCUMENT = 'docs/security.md';
const LIMITS = 'src/contracts/limits';
const START = '<!-- limits: npm test -- --only=lint --update writes this table -->';
const END = '<!-- end of limits -->';

/** Number of sections per chapter of OWASP ASVS 4.0.3. */
const ASVS_SECTIONS = [14, 10, 7, 3, 5, 4, 4, 3, 2, 3, 1, 6, 4, 5];

/**
 * @typedef {{ subject: string, name: string, value: string, about: string }} Limit
 * @param {string} source text of a file of limits
 * @param {string} subject
 * @returns {Limit[]} a limit without a comment shares that of the previous one
 */
function readLimits(source, subject) {
  const ts = require('typescript');
  const file = ts.createSourceFile('limits.ts', source, ts.ScriptTarget.Latest, true);
  const limits = [];
  const commentOf = (node) => {
    const doc = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc);
    const text = doc && ts.getTextOfJSDocComment(doc.comment);
    return text?.replaceAll(/\s+/g, ' ').trim();
  };
  const add = (name, node, about) => {
    const value = node.getText(file).replace(/ as const$/, '');
    limits.push({ subject, name, value, about: about ?? limits.at(-1)?.about ?? '' });
  };
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const value = ts.isAsExpression(initializer) ? initializer.expression : initializer;
      if (!ts.isObjectLiteralExpression(value)) {
        add(name.text, value, commentOf(statement));
        continue;
      }
      const isTable = value.properties.every((one) => !commentOf(one));
      for (const property of value.properties) {
        if (!ts.isPropertyAssignment(property))
          throw new Error(`${subject}: ${name.text} is no list of limits`);
        add(
          isTable ? `${name.text}.${property.name.text}` : property.name.text,
          property.initializer,
          isTable ? commentOf(statement) : commentOf(property)
        );
      }
    }
  }
  return limits;
}

/**
 * @param {string} root
 * @returns {Limit[]} by subject, in the order of the files
 */
function allLimits(root) {
  return fs
    .readdirSync(path.join(root, LIMITS))
    .filter((file) => file.endsWith('.ts') && file !== 'index.ts' && !file.endsWith('.test.ts'))
    .sort()
    .flatMap((file) =>
      readLimits(fs.readFileSync(path.join(root, LIMITS, file), 'utf8'), path.basename(file, '.ts'))
    );
}

/** @param {readonly Limit[]} limits @returns {string} Markdown */
function limitsTable(limits) {
  const rows = limits.map(
    ({ subject, name, value, about }) =>
      `| ${subject} | \`${name}\` | ${value.replaceAll('_', ' ')} | ${about.replaceAll('|', '\\|')} |`
  );
  return ['| Subject | Limit | Value | What it is |', '|---|---|---|---|', ...rows].join('\n');
}

/** The document with an up-to-date table. */
function withTable(markdown, table) {
  const from = markdown.indexOf(START);
  const to = markdown.indexOf(END);
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no place for the table of limits`);
  return `${markdown.slice(0, from)}${START}\n\n${table}\n\n${markdown.slice(to)}`;
}

/** @param {string} root */
function writeLimits(root) {
  const file = path.join(root, DOCUMENT);
  const table = limitsTable(allLimits(root));
  fs.writeFileSync(file, withTable(fs.readFileSync(file, 'utf8'), table));
}

/**
 * @param {string} markdown
 * @returns {string[]} sections that the checklist does not cover
 */
function missingSections(markdown) {
  return ASVS_SECTIONS.flatMap((count, at) =>
    Array.from({ length: count }, (_, section) => `V${at + 1}.${section + 1}`)
  ).filter((section) => !new RegExp(`^\\| ${section.replace('.', '\\.')}[. ]`, 'm').test(markdown));
}

/**
 * @param {string} root
 * @returns {string[]} one line per problem of the document
 */
function findSecurityDocProblems(root) {
  const file = path.join(root, DOCUMENT);
  if (!fs.existsSync(file)) return [`${DOCUMENT}: the file is not there`];
  const markdown = fs.readFileSync(file, 'utf8');
  const isCurrent = withTable(markdown, limitsTable(allLimits(root))) === markdown;
  return [
    ...(isCurrent
      ? []
      : [
          `${DOCUMENT}: the limits have changed; npm test -- --only=lint --update writes them anew`,
        ]),
    ...missingSections(markdown).map((section) => `${DOCUMENT}: no word about ASVS ${section}`),
    ...findMissingProofs(root, DOCUMENT),
  ];
}

module.exports = { findSecurityDocProblems, limitsTable, missingSections, readLimits, writeLimits };
