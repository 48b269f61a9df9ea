'use strict';
/**
 * Finds the EUI icons that the product ships: those named as literals by EUI's components and by
 * our code. Pure functions over source text; icon_map_loader.js applies them.
 */

/**
 * `name: withMetadata(function () { return import('./assets/file') }` and the form without
 * metadata.
 */
const MAP_ENTRY = /^ {2}([A-Za-z0-9_]+):[^]*?import\('\.\/assets\/([^']+)'\)/gm;

/** @returns {Map<string, string>} icon name to asset file, from the text of EUI's icon_map.js */
function parseIconMap(text) {
  return new Map([...text.matchAll(MAP_ENTRY)].map(([, name, asset]) => [name, asset]));
}

const STRING = /(['"])((?:(?!\1)[^\\\n])*)\1/g;

/**
 * Every string literal that equals an icon name. Shipping an unused icon is better than an empty
 * box.
 */
function namesMentioned(text, known) {
  if (!/icon/i.test(text)) return [];
  return [...text.matchAll(STRING)].map((match) => match[2]).filter((name) => known.has(name));
}

/** Properties and attributes that hold only icon names throughout EUI. */
const ICON_KEY = String.raw`(?:iconType|euiIconType|iconLeft|iconRight|arrowDisplayIcon)`;
const ICON_CONTEXTS = [
  // iconType="x" · iconType: 'x' · iconType = 'x'
  new RegExp(String.raw`\b${ICON_KEY}\s*[=:]\s*(['"])([^'"]*)\1`, 'g'),
  // <EuiIcon type="x"
  /<EuiIcon\b[^>]*?\btype\s*=\s*(['"])([^'"]*)\1/g,
];
/** iconType={isOpen ? 'x' : 'y'}: strings in result position. */
const ICON_EXPRESSIONS = [
  new RegExp(String.raw`\b${ICON_KEY}\s*=\s*\{([^{}]*)\}`, 'g'),
  /<EuiIcon\b[^>]*?\btype\s*=\s*\{([^{}]*)\}/g,
];
const RESULT_STRING = /(?:^|[?:]|\|\||\?\?)\s*(['"])([^'"]*)\1/g;

/** Icon names where only an icon is possible. Image URLs are not names. */
function namesRequired(text) {
  const direct = ICON_CONTEXTS.flatMap((re) => [...text.matchAll(re)].map((match) => match[2]));
  const inBraces = ICON_EXPRESSIONS.flatMap((re) =>
    [...text.matchAll(re)].flatMap(([, body]) =>
      [...body.matchAll(RESULT_STRING)].map((match) => match[2])
    )
  );
  return [...direct, ...inBraces].filter((name) => /^[A-Za-z][A-Za-z0-9_]*$/.test(name));
}

module.exports = { parseIconMap, namesMentioned, namesRequired };
