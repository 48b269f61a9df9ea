'use strict';
const assert = require('node:assert/strict');
const { at } = require('../person');

/** A user of the finance department; the index belongs to operations. */
const WHO = 'liam.doyle';
const REQUEST = { user: WHO, action: 'indices:data/read/search', index: 'warehouse-2026' };

const LINE = `[INFO ][o.o.s.p.PrivilegesEvaluatorImpl] [n1] No index-level perm match for User [name=${WHO}, backend_roles=[], requestedTenant=null] Resolved [aliases=[], allIndices=[${REQUEST.index}], types=[*], originalRequested=[${REQUEST.index}], remoteIndices=[]]: Insufficient permissions for the referenced index [Action [${REQUEST.action}]] [RolesChecked [own_index, readall]]`;

module.exports = {
  title: 'Why can somebody not search an index, and fix it',
  bound: { clicks: 6 },
  async prepare(api) {
    assert.equal(await api.permits(REQUEST), false);
  },
  ways: {
    async mouse(user) {
      await user.click(at('link', 'Check access'));
      await user.pick(at('combobox', 'User'), WHO);
      await user.type(at('textbox', 'on indices'), REQUEST.index);
      await user.click(at('button', 'Check access'));
      return fixed(user);
    },
    /** With a line of the cluster's log: three clicks and a field to the fix. */
    async paste(user) {
      await user.click(at('link', 'Check access'));
      await user.click(at('button', 'Paste an error message'));
      await user.type(at('textbox', 'Error message'), LINE);
      await user.click(at('button', 'Use'));
      return fixed(user);
    },
  },
  async outcome(api) {
    assert.equal(await api.permits(REQUEST), true);
  },
};

async function fixed(user) {
  await user.click(at('button', /^Review/));
  await user.click(at('button', /^(Create and map role|Map|Save changes)$/));
  await user.see(at('main', undefined, { text: 'The cluster runs the request.' }));
}
