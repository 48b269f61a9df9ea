'use strict';
/** Requires user-visible text to go through i18n: reports words between tags and in attributes. */

const HAS_WORD = /\p{L}/u;
const TEXT_ATTRIBUTES = new Set([
  'label',
  'title',
  'placeholder',
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'helpText',
  'error',
  'description',
  'body',
  'legend',
  'heading',
  'caption',
  'tableCaption',
  'noItemsMessage',
  'emptyMessage',
  'loadingMessage',
  'buttonText',
  'buttonContent',
  'confirmButtonText',
  'cancelButtonText',
  'prompt',
]);
const MESSAGE =
  'Text on the screen goes through i18n: write t(id, defaultMessage) instead of "{{text}}".';

const short = (text) => {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
};

/**
 * The possible string values of an expression: literals, both branches of a conditional, templates
 * without placeholders.
 */
function toLiterals(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ node, text: node.value }] : [];
    case 'TemplateLiteral':
      return node.quasis.map((quasi) => ({ node, text: quasi.value.cooked ?? '' }));
    case 'ConditionalExpression':
      return [...toLiterals(node.consequent), ...toLiterals(node.alternate)];
    case 'LogicalExpression':
      return [...toLiterals(node.left), ...toLiterals(node.right)];
    case 'JSXExpressionContainer':
      return toLiterals(node.expression);
    default:
      return [];
  }
}

const literalText = {
  meta: { type: 'problem', schema: [], messages: { literal: MESSAGE } },
  create(context) {
    const report = ({ node, text }) => {
      if (!HAS_WORD.test(text)) return;
      context.report({ node, messageId: 'literal', data: { text: short(text) } });
    };
    return {
      JSXText: (node) => report({ node, text: node.value }),
      'JSXElement > JSXExpressionContainer': (node) => toLiterals(node).forEach(report),
      'JSXFragment > JSXExpressionContainer': (node) => toLiterals(node).forEach(report),
      JSXAttribute: (node) => {
        if (TEXT_ATTRIBUTES.has(node.name.name)) toLiterals(node.value).forEach(report);
      },
    };
  },
};

module.exports = { literalText };
