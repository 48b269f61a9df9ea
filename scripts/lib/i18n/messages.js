'use strict';
/** Placeholders and tags of a message, read by the parser that formats it at run time. */
const { IntlMessageFormat } = require('intl-messageformat');

/** Node types of the parser. */
const TYPE = { literal: 0, argument: 1, select: 5, plural: 6, pound: 7, tag: 8 };

/**
 * @param {string} message ICU MessageFormat
 * @param {{ locale: string, hasTags: boolean }} options
 * @returns {{ placeholders: Set<string>, tags: Set<string> }}
 * @throws {SyntaxError} with the parser's message
 */
function needsOf(message, { locale, hasTags }) {
  const ast = new IntlMessageFormat(message, locale, undefined, { ignoreTag: !hasTags }).getAst();
  const needs = { placeholders: new Set(), tags: new Set() };
  const visit = (nodes) => {
    for (const node of nodes) {
      if (node.type === TYPE.tag) {
        needs.tags.add(node.value);
        visit(node.children);
      } else if (node.type !== TYPE.literal && node.type !== TYPE.pound) {
        needs.placeholders.add(node.value);
        Object.values(node.options ?? {}).forEach(({ value }) => visit(value));
      }
    }
  };
  visit(ast);
  return needs;
}

/** `{a}, <b>` in alphabetical order, for comparison and display. */
function describeNeeds({ placeholders, tags }) {
  const parts = [
    ...[...placeholders].sort().map((name) => `{${name}}`),
    ...[...tags].sort().map((name) => `<${name}>`),
  ];
  return parts.length === 0 ? 'none' : parts.join(', ');
}

module.exports = { needsOf, describeNeeds };
