'use strict';
/** The texts of the design system, which EUI lists in English, as text or as source. */

const PLACEHOLDER = /\{\s*(\w+)\s*\}/g;
const PARAMETERS = /^\(\s*\{([^}]*)\}/;

/** @returns {Map<string, { defaultMessage: string, placeholders: Set<string> }>} by token */
function euiTokens() {
  const tokens = new Map();
  for (const { token, defString, highlighting } of require('@elastic/eui/i18ntokens.json')) {
    const known = tokens.get(token) ?? { defaultMessage: defString, placeholders: new Set() };
    // Some tokens occur more than once.
    for (const name of placeholdersOf(defString, highlighting)) known.placeholders.add(name);
    tokens.set(token, known);
  }
  return tokens;
}

function placeholdersOf(text, highlighting) {
  if (highlighting === 'string') return [...text.matchAll(PLACEHOLDER)].map(([, name]) => name);
  const [, parameters = ''] = PARAMETERS.exec(text) ?? [];
  return parameters
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

const isEuiToken = (id) => /^eui[A-Z]\w*\./.test(id);

module.exports = { euiTokens, isEuiToken };
