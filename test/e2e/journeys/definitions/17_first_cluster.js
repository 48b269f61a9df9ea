'use strict';
const assert = require('node:assert/strict');
const { ADMIN } = require('../../../../scripts/lib/runtime/server');
const { at } = require('../person');

module.exports = {
  title: 'Connect a cluster',
  // Four clicks and three fields in the Security app.
  bound: { acts: 8 },
  async prepare(api) {
    // The server itself, whose engine answers as a cluster does.
    return { url: api.url };
  },
  ways: {
    async mouse(user, { url }) {
      await user.click(at('link', 'Find user'));
      await user.click(at('link', 'Clusters'));
      await user.click(at('link', 'Add cluster'));
      await user.type(at('textbox', 'Name'), 'Shop');
      await user.type(at('textbox', 'Addresses'), url);
      await user.type(at('textbox', 'Password'), ADMIN.password);
      await user.click(at('button', 'Test connection'));
      await user.see(at('status', undefined, { text: 'Connected as admin' }));
      await user.click(at('button', 'Add cluster'));
      await user.see(at('row', undefined, { text: 'Shop' }));
    },
  },
  async outcome(api, { url }) {
    const { clusters } = await api.get('/api/v1/clusters');
    assert.deepEqual(clusters.find(({ id }) => id === 'shop')?.hosts, [url]);
  },
};
