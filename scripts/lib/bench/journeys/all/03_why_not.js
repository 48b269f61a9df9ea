'use strict';
const assert = require('node:assert/strict');
const { at } = require('../person');

/** Of finance; the index is one of operations. */
const WHO = 'liam.doyle';
const QUESTION = { user: WHO, action: 'indices:data/read/search', index: 'warehouse-2026' };

module.exports = {
  title: 'Why can somebody not search an index, and mend it',
  bound: { clicks: 8 },
  async prepare(api) {
    assert.equal(await api.permits(QUESTION), false);
  },
  ways: {
    async mouse(person) {
      await person.click(at('link', 'Explain access'));
      await person.pick(at('combobox', 'User'), WHO);
      await person.pick(at('combobox', 'Action'), QUESTION.action);
      await person.type(at('textbox', 'Indices'), QUESTION.index);
      await person.click(at('button', 'Explain access'));
      await person.click(at('button', /^Look at the prepared change/));
      await person.click(at('button', /^(Map|Save changes)$/));
      await person.see(at('heading', /operations/));
    },
  },
  async outcome(api) {
    assert.equal(await api.permits(QUESTION), true);
  },
};
