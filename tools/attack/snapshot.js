'use strict';
/** The stored state as administrator and writer see it, to detect unauthorized changes. */
const { send } = require('./http');
const { ENGINE } = require('./people');

const COLLECTIONS = [
  'internalusers',
  'roles',
  'rolesmapping',
  'actiongroups',
  'tenants',
  'authfailurelisteners',
];
const SINGLE = { audit: '/api/audit', tenancy: '/api/tenancy/config', allowlist: '/api/allowlist' };

/**
 * @param {string} url
 * @param {Record<'admin' | 'writer', { headers: object }>} people
 * @returns {Promise<Map<string, string>>} by area
 */
async function takeSnapshot(url, { admin, writer }) {
  const areas = new Map();
  const read = async (area, path, headers) => {
    const { status, text } = await send(url, { path, headers });
    areas.set(area, `${status} ${text}`);
  };
  for (const name of COLLECTIONS) await read(name, `${ENGINE}/api/${name}`, admin.headers);
  for (const [name, path] of Object.entries(SINGLE)) {
    await read(name, ENGINE + path, admin.headers);
  }
  await read('settings', '/api/kibana/settings', writer.headers);
  const find = 'type=index-pattern&type=dashboard&fields=title&per_page=1000&sort_field=updated_at';
  await read('saved_objects', `/api/saved_objects/_find?${find}`, writer.headers);
  return areas;
}

/** Areas that an accepted request can change. */
const AREA_OF = [
  [/\/api\/(user|internalusers|authtoken)/, 'internalusers'],
  [/\/configuration\/(internalusers|account)/, 'internalusers'],
  [/\/api\/account/, 'internalusers'],
  [/\/(api|configuration)\/rolesmapping/, 'rolesmapping'],
  [/\/(api|configuration)\/roles(?!mapping)/, 'roles'],
  [/\/(api|configuration)\/actiongroups?/, 'actiongroups'],
  [/\/(api|configuration)\/tenants/, 'tenants'],
  [/authfailurelisteners/, 'authfailurelisteners'],
  [/\/audit/, 'audit'],
  [/tenancy/, 'tenancy'],
  [/allowlist/, 'allowlist'],
  [/\/settings/, 'settings'],
  [/saved_objects/, 'saved_objects'],
];

/** @param {{ method: string, path: string }} call @returns {string[]} */
const areasOf = ({ method, path }) =>
  method === 'GET'
    ? []
    : // Each may touch every collection.
      /_upgrade_perform|migrate|_import\b|revert|_rename|_bulk_delete/.test(path)
      ? COLLECTIONS
      : AREA_OF.filter(([pattern]) => pattern.test(path)).map(([, area]) => area);

/** @returns {string[]} areas that differ */
const changedAreas = (before, after) =>
  [...before.keys()].filter((area) => before.get(area) !== after.get(area));

module.exports = { takeSnapshot, changedAreas, areasOf };
