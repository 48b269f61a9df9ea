'use strict';
/** The licenses of all parts in one text; each license text appears once, with its packages. */
const fs = require('node:fs');
const path = require('node:path');

const LICENSE_FILE = /^(licen[cs]e|copying|notice)([._-].*)?$/i;
const RULE = '-'.repeat(80);

const textsOf = (dir) =>
  fs
    .readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map(({ name }) =>
      fs.readFileSync(path.join(dir, name), 'utf8').trim().replaceAll('\r\n', '\n')
    );

/** @param {import('./packages').Package[]} packages */
function noticesText(packages) {
  const byText = new Map();
  for (const { name, version, license, dir } of packages) {
    const texts = textsOf(dir);
    const text = texts.length > 0 ? texts.join('\n\n') : `Licence: ${license}`;
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  return [
    'Security Dashboards is licensed under the Apache License 2.0, see LICENSE. It contains the packages below.\n',
    ...parts,
  ].join(`\n${RULE}\n\n`);
}

module.exports = { noticesText };
