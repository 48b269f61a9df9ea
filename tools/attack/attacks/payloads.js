'use strict';
/** Bodies that are deep, wide, long or repetitive. */
const { times } = require('../http');
const { ENGINE } = require('../people');

const nested = (depth, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);
const nestedObjects = (depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const jsonDepth = {
  name: 'json_depth',
  what: 'JSON nested thousands of levels deep, wherever JSON is read',
  async fire({ fire, people: users, check }) {
    const entryPoints = [
      ['PUT', `${ENGINE}/api/roles/atk_deep`, users.admin.headers],
      ['PATCH', `${ENGINE}/api/roles`, users.admin.headers],
      ['PUT', `${ENGINE}/api/account`, users.nobody.headers],
      ['POST', '/auth/login', {}],
      ['POST', '/api/kibana/settings', users.writer.headers],
      ['POST', '/api/saved_objects/index-pattern/atk_deep', users.writer.headers],
      ['POST', '/api/saved_objects/_bulk_get', users.writer.headers],
      ['POST', '/api/v1/access/explain', users.nobody.headers],
      ['POST', '/api/core/capabilities', users.nobody.headers],
    ];
    for (const [method, path, headers] of entryPoints) {
      for (const depth of [200, 5_000, 100_000]) {
        for (const text of [
          nested(depth),
          nestedObjects(depth),
          `{"attributes":{"title":"t","x":${nested(depth)}}}`,
          `{"changes":{"x":${nested(depth)}}}`,
          `[{"op":"add","path":"/atk_deep","value":{"description":"d","x":${nested(depth)}}}]`,
          nested(depth, '[', ''),
        ]) {
          const { status } = await fire(method, path, headers, text);
          if (depth >= 5_000)
            check(
              status >= 400 && status < 500,
              `${method} ${path} with ${depth} levels was answered ${status}`
            );
        }
      }
    }
  },
};

const jsonWidth = {
  name: 'json_width',
  what: 'a body of a megabyte of tiny values, repeated names and __proto__',
  async fire({ fire, people: users, grow }) {
    const items = (count) => Array(count).fill('1').join(',');
    const names = (count) => times(count, (at) => `"k${at}":1`).join(',');
    const bodies = (count) => [
      `[${items(count)}]`,
      `{${names(count)}}`,
      `{"attributes":{"title":"t",${names(count)}}}`,
      `{"changes":{${names(count)}}}`,
      `{"applications":[${Array(count).fill('"a"').join(',')}]}`,
      `[${Array(count).fill('{"op":"test","path":"/a","value":1}').join(',')}]`,
      `{${Array(count).fill('"__proto__":{}').join(',')}}`,
    ];
    const entryPoints = [
      ['PUT', `${ENGINE}/api/roles/atk_wide`, users.admin.headers],
      ['PATCH', `${ENGINE}/api/roles`, users.admin.headers],
      ['PATCH', `${ENGINE}/api/internalusers/${users.writer.username}`, users.admin.headers],
      ['POST', '/api/saved_objects/index-pattern/atk_wide', users.writer.headers],
      ['POST', '/api/kibana/settings', users.nobody.headers],
      ['POST', '/api/core/capabilities', users.writer.headers],
    ];
    for (const [method, path, headers] of entryPoints) {
      for (const body of bodies(20_000)) await fire(method, path, headers, body);
    }
    await grow('JSON patch operations', 5_000, (count) =>
      fire(
        'PATCH',
        `${ENGINE}/api/roles`,
        users.admin.headers,
        times(count, (at) => ({
          op: 'add',
          path: `/atk_p${at}`,
          value: { cluster_permissions: [] },
        }))
      )
    );
    await grow('capabilities', 15_000, (count) =>
      fire('POST', '/api/core/capabilities', users.writer.headers, {
        applications: times(count, (at) => `a${at}`),
      })
    );
  },
};

const actionGroups = {
  name: 'action_groups',
  what: 'action groups that contain each other, deep and wide',
  isFresh: true,
  async fire({ fire, people: users, grow }) {
    const layers = 12;
    const width = 12;
    for (let layer = 0; layer < layers; layer++) {
      for (let at = 0; at < width; at++) {
        const below = times(width, (other) => `atk_${layer + 1}_${other}`);
        await fire('PUT', `${ENGINE}/api/actiongroups/atk_${layer}_${at}`, users.admin.headers, {
          allowed_actions: layer === layers - 1 ? ['indices:*'] : below,
          type: 'index',
        });
      }
    }
    await grow('permissions of a role', 100, (count) =>
      fire('PUT', `${ENGINE}/api/roles/atk_groups`, users.admin.headers, {
        index_permissions: [
          {
            index_patterns: ['*'],
            allowed_actions: times(count, (at) => `atk_0_${at % width}`),
          },
        ],
      })
    );
    await fire({ path: '/api/v1/access/effective', headers: users.writer.headers });
  },
};

module.exports = [jsonDepth, jsonWidth, actionGroups];
