'use strict';
/**
 * Collects messages from source text: `t(id, defaultMessage, values)`, its long form
 * `i18n.translate(id, { defaultMessage, values })`, `defineMessage(id, { defaultMessage })`,
 * `defineError(code, { defaultMessage })` and `<FormattedMessage id defaultMessage values />`.
 */
const ts = require('typescript');

/**
 * @typedef {{ id: string, defaultMessage: string, hasTags: boolean, valueNames?: string[], at:
 *   string }} FoundMessage `hasTags`: `<name>` is a tag, not text; `valueNames`: the values of the
 *   call, if they can be determined; `at`: file and line
 */

/** Skips parsing for nine of ten files. */
const MAY_HAVE_MESSAGES = /\bt\(|\.translate\(|\bdefine(?:Message|Error)\(|<FormattedMessage\b/;

/**
 * @param {string} text source text
 * @param {string} name shown in problems
 * @returns {{ messages: FoundMessage[], problems: string[] }}
 */
function extractMessages(text, name) {
  const found = { messages: [], problems: [] };
  if (!MAY_HAVE_MESSAGES.test(text)) return found;
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, kind);
  const visit = (node) => {
    const parts = partsOfCall(node) ?? partsOfElement(node);
    if (parts) add(found, file, node, parts);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function add({ messages, problems }, file, node, { id, defaultMessage, values, hasTags, isLate }) {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  const at = `${file.fileName}:${line + 1}`;
  const idText = literal(id);
  const messageText = literal(defaultMessage);
  if (idText === undefined || messageText === undefined) {
    const what = idText === undefined ? 'id' : 'defaultMessage';
    problems.push(
      `${at}: the ${what} of a message has to be a literal, so that it can be collected. ` +
        'For a text chosen by code, write one call for each choice; for a text made elsewhere, use defineMessage and i18n.translateMessage.'
    );
    return;
  }
  const valueNames = isLate ? undefined : namesIn(values);
  messages.push({ id: idText, defaultMessage: messageText, hasTags, valueNames, at });
}

function partsOfCall(node) {
  if (!ts.isCallExpression(node)) return undefined;
  const callee = node.expression;
  if (ts.isIdentifier(callee) && callee.text === 't') {
    const [id, defaultMessage, values] = node.arguments;
    return { id, defaultMessage, values, hasTags: false, isLate: false };
  }
  const isTranslate = isTranslateCall(node);
  const isDefine =
    ts.isIdentifier(callee) && ['defineMessage', 'defineError'].includes(callee.text);
  if (!isTranslate && !isDefine) return undefined;
  const [id, options] = node.arguments;
  return {
    id,
    defaultMessage: property(options, 'defaultMessage'),
    values: property(options, 'values'),
    hasTags: false,
    isLate: isDefine,
  };
}

/**
 * `i18n.translate(id, { … })` with any object name; the server's `translate(locale, text)` takes
 * defined messages.
 */
function isTranslateCall({ expression: callee, arguments: [id, options], arguments: all }) {
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'translate') return false;
  if (property(options, 'defaultMessage')) return true;
  const isI18n = callee.expression.getText() === 'i18n' && all.length === 2;
  const isBrowser = callee.getSourceFile().fileName.includes('/public/');
  return isI18n && (isBrowser || ts.isStringLiteralLike(id));
}

function partsOfElement(node) {
  if (!ts.isJsxSelfClosingElement(node) && !ts.isJsxOpeningElement(node)) return undefined;
  if (node.tagName.getText() !== 'FormattedMessage') return undefined;
  const attribute = (name) => {
    const found = node.attributes.properties.find((item) => item.name?.getText() === name);
    const value = found?.initializer;
    return value && ts.isJsxExpression(value) ? value.expression : value;
  };
  return {
    id: attribute('id'),
    defaultMessage: attribute('defaultMessage'),
    values: attribute('values'),
    hasTags: true,
    isLate: false,
  };
}

function property(node, name) {
  if (!node || !ts.isObjectLiteralExpression(node)) return undefined;
  const found = node.properties.find((item) => item.name?.getText() === name);
  if (!found) return undefined;
  return ts.isPropertyAssignment(found) ? found.initializer : found.name;
}

/** The text of a string, a template without placeholders, or a concatenation of them. */
function literal(node) {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [literal(node.left), literal(node.right)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  return undefined;
}

/** The keys of an object literal; `undefined` if some of them cannot be determined. */
function namesIn(node) {
  if (!node) return [];
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const names = node.properties.map((item) =>
    item.name && (ts.isIdentifier(item.name) || ts.isStringLiteralLike(item.name))
      ? item.name.text
      : undefined
  );
  return names.includes(undefined) ? undefined : names;
}

module.exports = { extractMessages };
