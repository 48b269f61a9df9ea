'use strict';
/** Checks the messages of the sources and their translations. Every problem names its remedy. */
const fs = require('node:fs');
const path = require('node:path');
const { extractMessages } = require('./extract');
const { euiTokens, isEuiToken } = require('./eui');
const { describeNeeds, needsOf } = require('./messages');
const { findOwners, localesOf } = require('./sources');

/** @typedef {import('./extract').FoundMessage} FoundMessage */
/**
 * @typedef {{ namespace: string, messages: Map<string, FoundMessage>, translationsDir: string }}
 *   OwnerCatalogue
 */

const ID = /^[A-Za-z][\w-]*(\.[\w-]+)+$/;
/** Owner of the texts of the design system. */
const EUI_OWNER = 'core';

/**
 * Reads all messages of core, plugins and examples.
 * @param {string} root
 * @returns {{ owners: OwnerCatalogue[], locales: string[], problems: string[] }}
 */
function readCatalogue(root) {
  const found = findOwners(root);
  const problems = [];
  const owners = found.map(({ namespace, codes, files, translationsDir }) => {
    const messages = new Map();
    for (const file of files) {
      const name = path.relative(root, file);
      const extracted = extractMessages(fs.readFileSync(file, 'utf8'), name);
      problems.push(...extracted.problems);
      for (const message of extracted.messages) {
        problems.push(...problemsOf(message, { namespace, codes }, messages.get(message.id)));
        if (!messages.has(message.id)) messages.set(message.id, message);
      }
    }
    return { namespace, messages, translationsDir };
  });
  return { owners, locales: localesOf(found), problems };
}

/** @param {FoundMessage | undefined} known an earlier message with the same id */
function problemsOf(message, { namespace, codes }, known) {
  const { id, defaultMessage, hasTags, valueNames, at } = message;
  const isOwn = [`${namespace}.`, ...codes].some((beginning) => id.startsWith(beginning));
  if (!ID.test(id) || !isOwn)
    return [
      `${at}: the id "${id}" has to begin with "${namespace}." and consist of letters, digits, "_", "-" and dots.`,
    ];
  if (known && known.defaultMessage !== defaultMessage)
    return [
      `${at}: "${id}" has another default message at ${known.at}. Give one of them an id of its own.`,
    ];
  let needs;
  try {
    needs = needsOf(defaultMessage, { locale: 'en', hasTags });
  } catch (error) {
    return [
      `${at}: the default message of "${id}" is not valid ICU MessageFormat (${error.message}).`,
    ];
  }
  const missing =
    valueNames &&
    [...needs.placeholders, ...needs.tags].filter((name) => !valueNames.includes(name));
  return missing?.length > 0
    ? [`${at}: "${id}" asks for ${missing.join(', ')}, which its values do not have.`]
    : [];
}

/**
 * Compares the translations with the messages.
 * @param {{ owners: OwnerCatalogue[], locales: string[] }} catalogue
 * @param {string} root for relative file names
 * @returns {string[]} problems
 */
function checkTranslations({ owners, locales }, root) {
  return locales.flatMap((locale) =>
    owners.flatMap((owner) => {
      const file = path.join(owner.translationsDir, `${locale}.json`);
      const name = path.relative(root, file);
      const expected = expectedOf(owner);
      if (!fs.existsSync(file))
        return expected.size === 0
          ? []
          : [`${name} is missing: npm run i18n -- extract --locale=${locale} makes it.`];
      const { messages, problem } = readTranslations(file);
      return problem ? [`${name}: ${problem}`] : compare(messages, expected, { locale, name });
    })
  );
}

/**
 * Checks `translations/strangers.txt`: id prefixes of the messages on pages without a login.
 * @returns {string[]} problems
 */
function checkAnonymousTexts({ owners }, root) {
  return owners.flatMap((owner) => {
    const file = path.join(owner.translationsDir, 'strangers.txt');
    if (!fs.existsSync(file)) return [];
    const ids = [...expectedOf(owner).keys()];
    return fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
      .filter((prefix) => !ids.some((id) => id.startsWith(prefix)))
      .map((prefix) => `${path.relative(root, file)}: no id begins with "${prefix}"; remove it.`);
  });
}

/** Maps ids to the requirements for their translations. */
function expectedOf({ namespace, messages }) {
  const expected = new Map();
  for (const [id, { defaultMessage, hasTags, at }] of messages) {
    expected.set(id, {
      defaultMessage,
      hasTags,
      at,
      needs: () => needsOf(defaultMessage, { locale: 'en', hasTags }),
    });
  }
  if (namespace === EUI_OWNER) {
    for (const [token, { defaultMessage, placeholders }] of euiTokens()) {
      const needs = { placeholders, tags: new Set() };
      expected.set(token, { defaultMessage, hasTags: false, at: 'EUI', needs: () => needs });
    }
  }
  return expected;
}

function readTranslations(file) {
  let content;
  try {
    content = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    return { problem: `this is not valid JSON (${error.message}).` };
  }
  const { messages } = content ?? {};
  const isMap = typeof messages === 'object' && messages !== null && !Array.isArray(messages);
  return isMap ? { messages } : { problem: 'it has to be { "messages": { "<id>": "<text>" } }.' };
}

function compare(messages, expected, { locale, name }) {
  const problems = [];
  for (const [id, { defaultMessage, at }] of expected) {
    if (!Object.hasOwn(messages, id) || messages[id] === '')
      problems.push(`${name}: "${id}" is not translated. English (${at}): ${defaultMessage}`);
  }
  for (const [id, text] of Object.entries(messages)) {
    const source = expected.get(id);
    if (!source)
      problems.push(`${name}: nothing uses "${id}"${isEuiToken(id) ? ' in EUI' : ''}; remove it.`);
    else if (text !== '') problems.push(...compareOne(id, text, source, { locale, name }));
  }
  return problems;
}

function compareOne(id, text, { hasTags, needs, defaultMessage }, { locale, name }) {
  if (typeof text !== 'string') return [`${name}: "${id}" has to be a text.`];
  let expected;
  let got;
  try {
    [expected, got] = [describeNeeds(needs()), describeNeeds(needsOf(text, { locale, hasTags }))];
  } catch (error) {
    // A default message that cannot be parsed is reported separately.
    return expected === undefined && isBroken(needs)
      ? []
      : [`${name}: "${id}" is not valid ICU MessageFormat (${error.message}).`];
  }
  if (expected === got) return [];
  return [
    `${name}: "${id}" has the placeholders and tags ${got}, the English text has ${expected}: ${defaultMessage}`,
  ];
}

function isBroken(needs) {
  try {
    needs();
    return false;
  } catch {
    return true;
  }
}

/** @returns {{ problems: string[], count: number, locales: string[] }} */
function checkI18n(root) {
  const catalogue = readCatalogue(root);
  return {
    problems: [
      ...catalogue.problems,
      ...checkTranslations(catalogue, root),
      ...checkAnonymousTexts(catalogue, root),
    ],
    count: catalogue.owners.reduce((sum, { messages }) => sum + messages.size, 0),
    locales: catalogue.locales,
  };
}

module.exports = { checkI18n, expectedOf, readCatalogue };
