'use strict';
/**
 * Generates requests from an OpenAPI document (3.0 or 3.1), with hostile values in every string.
 */
const { badString } = require('./strings');

/** Characters of one value in an address; the head of a request may have 16 KiB. */
const LONGEST_IN_ADDRESS = 4_000;
const MOST_MEMBERS = 400;
/** Limit of nested lists, because nested lists multiply. */
const MOST_MEMBERS_INSIDE = 5;
/** Values without which a request would not get beyond its address. */
const USUAL = {
  type: ['dashboard', 'index-pattern'],
  resource: ['roles', 'internalusers', 'rolesmapping', 'actiongroups', 'tenants'],
  action: ['indices:data/read/search'],
};
const usualOf = (name, random) =>
  USUAL[name] && random.chance(0.7) ? random.pick(USUAL[name]) : undefined;
/** Maximum depth of recursive bodies. */
const DEEPEST = 8;

/**
 * @typedef {{ method: string, path: string, names: string[], queries: string[], body?: object }}
 *   Operation `path` with `{name}` placeholders; `body`: JSON schema
 * @param {object} document
 * @returns {Operation[]}
 */
function operationsOf(document) {
  const resolve = (value) =>
    value?.$ref === undefined
      ? value
      : resolve(
          value.$ref
            .slice(2)
            .split('/')
            .reduce((at, key) => at[key], document)
        );
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => ['get', 'put', 'post', 'patch', 'delete'].includes(method))
      .map(([method, operation]) => {
        const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(
          resolve
        );
        const schema = operation.requestBody?.content?.['application/json']?.schema;
        return {
          method: method.toUpperCase(),
          path,
          names: parameters.filter((one) => one.in === 'path').map((one) => one.name),
          queries: parameters.filter((one) => one.in === 'query').map((one) => one.name),
          ...(schema && { body: inline(schema, resolve) }),
        };
      })
  );
}

function inline(schema, resolve, depth = 0) {
  if (depth > DEEPEST) return {};
  const found = resolve(schema);
  if (found === null || typeof found !== 'object') return found;
  if (Array.isArray(found)) return found.map((one) => inline(one, resolve, depth + 1));
  return Object.fromEntries(
    Object.entries(found).map(([key, value]) => [key, inline(value, resolve, depth + 1)])
  );
}

/** A value that roughly matches the schema. */
function badValue(schema, random, depth = 0) {
  if (random.chance(0.03)) return random.pick([null, [], {}, 0, -1, 1e308, true, '']);
  const choice = schema?.oneOf ?? schema?.anyOf;
  if (choice) return badValue(random.pick(choice), random, depth);
  if (schema?.enum && random.chance(0.7)) return random.pick(schema.enum);
  const type = [schema?.type ?? (schema?.properties ? 'object' : 'string')].flat()[0];
  if (type === 'object') return badObject(schema, random, depth);
  if (type === 'array') {
    const most = depth > 2 ? MOST_MEMBERS_INSIDE : MOST_MEMBERS;
    const count = random.chance(0.2) ? random.below(most) : random.below(4);
    const one = badValue(schema.items, random, depth + 1);
    const isRepeated = random.chance(0.5) || depth > 2;
    return Array.from({ length: count }, () =>
      isRepeated ? one : badValue(schema.items, random, depth + 1)
    );
  }
  if (type === 'boolean') return random.chance(0.9) ? random.chance(0.5) : 'true';
  if (type === 'integer' || type === 'number') return random.pick([0, 1, -1, 2 ** 31, 1e308, 0.5]);
  return badString(random, depth > 1 ? 2_000 : 40_000);
}

function badObject(schema, random, depth) {
  const given = Object.entries(schema.properties ?? {})
    .filter(([, value]) => value.readOnly !== true && random.chance(0.6))
    .map(([key, value]) => [key, badValue(value, random, depth + 1)]);
  if (random.chance(0.1)) given.push([badString(random, 300), badString(random, 300)]);
  const others = schema.additionalProperties;
  if (others && typeof others === 'object') {
    const count = random.chance(0.1) ? random.below(MOST_MEMBERS) : random.below(3);
    const value = badValue(others, random, depth + 1);
    for (let at = 0; at < count; at++) given.push([`${badString(random, 60)}${at}`, value]);
  }
  return Object.fromEntries(given);
}

const inAddress = (text, random) =>
  // Some values are sent unescaped, as not every client escapes.
  random.chance(0.1) && /^[\x21-\x7e]*$/.test(text) && !/[\s#?]/.test(text)
    ? text
    : encodeURIComponent(text.toWellFormed());

/**
 * @param {Operation} operation
 * @param {import('../lib/random').SeededRandom} random
 * @param {string} prefix of every name in the path, so that requests cannot hit existing users
 * @returns {import('./http').Call}
 */
function badCall(operation, random, prefix) {
  let path = operation.path;
  for (const name of operation.names) {
    const value = usualOf(name, random) ?? prefix + badString(random, 600);
    path = path.replace(`{${name}}`, () => inAddress(value, random));
  }
  const query = operation.queries
    .filter(() => random.chance(0.7))
    .map((name) => {
      const value = usualOf(name, random) ?? badString(random, LONGEST_IN_ADDRESS);
      return `${name}=${inAddress(value, random)}`;
    });
  if (random.chance(0.2)) {
    query.push(`filter_path=${inAddress(badString(random, LONGEST_IN_ADDRESS), random)}`);
  }
  if (query.length > 0 && random.chance(0.1)) query.push(...Array(20).fill(query[0].slice(0, 100)));
  const search = query.join('&').slice(0, 12_000);
  const headers = {};
  if (random.chance(0.05))
    headers.securitytenant = encodeURIComponent(badString(random, 500).toWellFormed());
  if (random.chance(0.05)) headers['accept-language'] = 'de-x;q=0.1,'.repeat(random.below(200));
  if (random.chance(0.05)) headers['x-forwarded-for'] = '1.2.3.4,'.repeat(random.below(200));
  if (random.chance(0.03)) headers['content-type'] = 'text/plain';
  return {
    method: operation.method,
    path: search ? `${path}?${search}` : path,
    headers,
    ...(operation.body && { body: JSON.stringify(badValue(operation.body, random)) }),
  };
}

module.exports = { operationsOf, badCall };
