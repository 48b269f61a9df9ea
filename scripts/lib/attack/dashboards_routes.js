'use strict';
/**
 * Routes of the server besides the engine's, as operations whose strings are replaced with hostile
 * values.
 */

const text = { type: 'string' };
const flag = { type: 'boolean' };
const list = (items) => ({ type: 'array', items });
const object = (properties) => ({ type: 'object', properties });
const anything = { type: 'object', additionalProperties: text };
const names = list(text);
const chosen = object({ type: { ...text, enum: ['index-pattern', 'dashboard'] }, id: text });
const reference = object({ name: text, type: text, id: text });
const saved = {
  attributes: { ...object({ title: text, description: text }), additionalProperties: text },
  references: list(reference),
  migrationVersion: anything,
  version: text,
};
const subject = object({
  name: text,
  backend_roles: names,
  security_roles: names,
  attributes: anything,
  host: text,
});
const entity = object({
  description: text,
  cluster_permissions: names,
  index_permissions: list(
    object({
      index_patterns: names,
      dls: text,
      fls: names,
      masked_fields: names,
      allowed_actions: names,
    })
  ),
  tenant_permissions: list(object({ tenant_patterns: names, allowed_actions: names })),
  users: names,
  hosts: names,
  backend_roles: names,
  allowed_actions: names,
  password: text,
  hash: text,
  attributes: anything,
});

/** Method, path with placeholders, names of query parameters, schema of the body. */
const ROUTES = [
  ['GET', '/app/{id}', ['security_tenant', 'nextUrl', 'errorType']],
  ['GET', '/app/login', ['nextUrl', 'security_tenant']],
  ['GET', '/{anything}', []],
  ['GET', '/translations/{file}', []],
  ['GET', '/bundles/{file}', []],
  ['GET', '/api/status', ['v8format']],
  ['GET', '/api/authtype', []],
  ['POST', '/auth/login', ['nextUrl'], object({ username: text, password: text })],
  ['POST', '/api/core/capabilities', ['useDefaultCapabilities'], object({ applications: names })],
  ['GET', '/api/kibana/settings', []],
  ['POST', '/api/kibana/settings', [], object({ changes: anything })],
  ['POST', '/api/kibana/settings/{key}', [], object({ value: text })],
  ['DELETE', '/api/kibana/settings/{key}', []],
  [
    'GET',
    '/api/saved_objects/_find',
    [
      'type',
      'search',
      'search_fields',
      'sort_field',
      'fields',
      'filter',
      'has_reference',
      'page',
      'per_page',
      'default_search_operator',
      'namespaces',
      'preference',
    ],
  ],
  [
    'GET',
    '/api/saved_objects/_find?type=dashboard',
    ['search', 'search_fields', 'sort_field', 'filter', 'fields'],
  ],
  ['GET', '/api/saved_objects/{type}/{id}', []],
  ['GET', '/api/saved_objects/dashboard/{id}', []],
  ['POST', '/api/saved_objects/dashboard/{id}', ['overwrite'], object(saved)],
  ['PUT', '/api/saved_objects/dashboard/{id}', [], object(saved)],
  ['DELETE', '/api/saved_objects/dashboard/{id}', ['force']],
  [
    'POST',
    '/api/saved_objects/_bulk_create',
    ['overwrite'],
    list(object({ ...chosen.properties, ...saved })),
  ],
  ['POST', '/api/saved_objects/_bulk_get', [], list(chosen)],
  ['PUT', '/api/saved_objects/_bulk_update', [], list(object({ ...chosen.properties, ...saved }))],
  [
    'POST',
    '/api/saved_objects/_export',
    [],
    object({ type: names, objects: list(chosen), search: text, includeReferencesDeep: flag }),
  ],
  ['GET', '/api/v1/configuration/account', []],
  ['POST', '/api/v1/configuration/account', [], object({ password: text, current_password: text })],
  ['GET', '/api/v1/configuration/{resource}', []],
  ['GET', '/api/v1/configuration/roles/{id}', []],
  ['POST', '/api/v1/configuration/roles/{id}', [], entity],
  ['POST', '/api/v1/configuration/rolesmapping/{id}', [], entity],
  ['POST', '/api/v1/configuration/internalusers/{id}', [], entity],
  ['POST', '/api/v1/configuration/actiongroups/{id}', [], entity],
  ['POST', '/api/v1/configuration/tenants/{id}', [], entity],
  ['DELETE', '/api/v1/configuration/roles/{id}', []],
  ['GET', '/api/v1/multitenancy/tenant', []],
  ['POST', '/api/v1/multitenancy/tenant', [], object({ tenant: text, username: text })],
  ['GET', '/api/v1/search/{resource}', ['search', 'filters', 'sort_field', 'facets']],
  ['GET', '/api/v1/search/roles', ['search', 'filters', 'sort_field', 'facets']],
  ['GET', '/api/v1/search/internalusers', ['search', 'filters', 'sort_field', 'facets']],
  ['GET', '/api/v1/audit/events', ['search', 'from', 'to', 'cursor', 'category', 'user']],
  ['GET', '/api/v1/history', ['search', 'from', 'to', 'user', 'resource', 'name']],
  ['GET', '/api/v1/access/explain', ['user', 'action', 'index', 'tenant']],
  ['GET', '/api/v1/access/explain?action=indices:data/read/search', ['index', 'tenant']],
  ['GET', '/api/v1/access/effective', ['user']],
  [
    'POST',
    '/api/v1/access/matrix',
    [],
    object({ of: text, names, columns: list(object({ action: text, index: text })) }),
  ],
  [
    'POST',
    '/api/v1/access/explain',
    [],
    object({
      user: text,
      subject,
      action: text,
      index: names,
      tenant: text,
      known_indices: list(object({ name: text, aliases: names })),
      changes: object({ roles: { type: 'object', additionalProperties: entity } }),
    }),
  ],
];

/** @returns {import('./openapi_calls').Operation[]} */
const dashboardsOperations = () =>
  ROUTES.map(([method, path, queries, body]) => ({
    method,
    path,
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    queries,
    ...(body && { body }),
  }));

module.exports = { dashboardsOperations };
