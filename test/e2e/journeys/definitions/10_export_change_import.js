'use strict';
const assert = require('node:assert/strict');
const { strFromU8, strToU8, unzipSync, zipSync } = require('fflate');
const { at } = require('../person');

const TENANT = 'finance';
const CHANGED = 'Ledgers, and what the auditors asked for';

module.exports = {
  title: 'Export, change, import',
  bound: { clicks: 8 },
  ways: {
    async mouse(user) {
      await user.click(at('link', 'Find user'));
      await user.click(at('link', 'Export and import'));
      await bringBack(user);
    },
  },
  async outcome(api) {
    assert.equal((await api.entity('tenants', TENANT)).description, CHANGED);
    const { items } = await api.get(`/api/v1/history?name=${TENANT}&per_page=5`);
    assert.deepEqual(items.map(({ action, via }) => ({ action, via })).slice(0, 1), [
      { action: 'update', via: 'files' },
    ]);
  },
};

/** Imports the exported archive with a changed text in one of its files. */
async function bringBack(user) {
  const archive = unzipSync(await user.download(at('button', 'Export')));
  const text = strFromU8(archive['tenants.yml']);
  const next = text.replace(/Ledgers, invoices and the monthly closing/, CHANGED);
  assert.notEqual(next, text);
  const bytes = zipSync({ ...archive, 'tenants.yml': strToU8(next) });
  await user.hand(at('button', 'Files'), { name: 'security_configuration.zip', bytes });
  await user.click(at('button', 'Preview changes'));
  await user.click(at('button', 'Import 1 entry'));
  await user.see(at('log', undefined, { text: '1 entry imported.' }));
}
