'use strict';
/**
 * What random people see of documents: a cluster answers their search, and the administrator sends
 * the merged query, fields and masks that the engine tells for them. Both must show the same.
 */
const { createHash } = require('node:crypto');
const { setTimeout: sleep } = require('node:timers/promises');
const { hash } = require('@node-rs/bcrypt');
const { SeededRandom } = require('../random');
const { API, PASSWORD } = require('./people');
const { COST, alike, explained, onBoth, subjectOf } = require('./question_rounds');
const { JSON_TYPE, order } = require('./test_data');

const INDEX = 'papers';
const USERS = Array.from({ length: 25 }, (_one, at) => `w${at}`);
const ROLES = Array.from({ length: 8 }, (_one, at) => `v${at}`);
/** Cases under one set of rules: each person once. */
const ROUND = USERS.length;
/** A cluster puts new restrictions in force a moment after it has acknowledged them. */
const SETTLING_MS = 1_000;

const DOCUMENTS = Array.from({ length: 12 }, (_one, at) => ({
  dept: ['law', 'tax', 'it'][at % 3],
  level: at % 4,
  owner: USERS[at % 5],
  secret: `number ${at}`,
  place: { town: ['Ulm', 'Bonn'][at % 2], room: `r${at}` },
}));

const QUERIES = [
  { term: { 'dept.keyword': 'law' } },
  { terms: { 'dept.keyword': ['tax', 'it'] } },
  { range: { level: { gte: 2 } } },
  { term: { 'owner.keyword': '${user.name}' } },
  { term: { 'dept.keyword': '${attr.internal.dept}' } },
  { bool: { must_not: { term: { level: 0 } } } },
  { match_all: {} },
].map((query) => JSON.stringify(query));
const FIELDS = [
  'dept',
  'level',
  'place.*',
  'place.town',
  's*',
  'owner',
  '*',
  '~secret',
  '~place.room',
  '~place*',
  '!level',
  '~d*',
];
const MASKS = [
  'secret',
  'owner::SHA-256',
  'secret::SHA-512',
  'dept::/[aeiou]/::*',
  'place.town::/^./::?::/n$/::N',
  'place.*',
];

/** What a line of releases reads otherwise, or fails on, is not asked of it. */
const PECULIAR = {
  2.19: {
    // Regular expressions stand beside other patterns by chance, two ways to mask a field are an
    // error, and a query with an unknown attribute is sent as it is.
    patterns: [INDEX, 'pap*', '*', 'other', 'p${user.name}*'],
    masks: MASKS.filter((mask) => mask !== 'secret::SHA-512' && mask !== 'place.*'),
    departments: ['law', 'tax', 'none'],
  },
  3.4: {
    patterns: [INDEX, 'pap*', '*', 'other', '/pa.*/', 'pa${attr.internal.rest}', '${attr.internal.whole}'],
    masks: MASKS,
    departments: ['law', 'tax', 'none', undefined],
  },
}; // prettier-ignore

const some = (dice, from, most) => dice.some(from, 1 + dice.below(most));
const entry = (dice, { patterns, masks }) => ({
  index_patterns: some(dice, patterns, 2),
  allowed_actions: [dice.pick(['read', 'read', 'indices:data/write/index'])],
  ...(dice.oneIn(2) && { dls: dice.pick(QUERIES) }),
  ...(dice.oneIn(2) && { fls: some(dice, FIELDS, 3) }),
  ...(dice.oneIn(3) && { masked_fields: some(dice, masks, 2) }),
});

const named = (names, make) => Object.fromEntries(names.map((name) => [name, make()]));

function user(dice, secret, { departments }) {
  const dept = dice.pick(departments);
  return {
    hash: secret,
    opendistro_security_roles: some(dice, ROLES, 3),
    attributes: { rest: 'pers', whole: INDEX, ...(dept && { dept }) },
  };
}

const randomRules = (dice, secret, peculiar) => ({
  roles: named(ROLES, () => ({
    index_permissions: Array.from({ length: 1 + dice.below(3) }, () => entry(dice, peculiar)),
  })),
  internalusers: named(USERS, () => user(dice, secret, peculiar)),
});

/**
 * @param {{ cluster: import('./target').ComparedServer, engine: object, seed: number, documents:
 *   number,
 *   release: import('../cluster/versions').Release }} options
 * @returns {Promise<{ person: string, rules: object, told: object, seen: object, expected: object,
 *   verdict: string }[]>}
 */
async function compareDocuments({ cluster, engine, release, seed, documents }) {
  const dice = new SeededRandom(seed);
  const secret = await hash(PASSWORD, COST);
  for (const [at, document] of DOCUMENTS.entries())
    await order(cluster, 'PUT', `/${INDEX}/_doc/${at}?refresh=true`, document);
  await onBoth({ cluster, engine }, 'DELETE', `${API}/rolesmapping/own_index`);
  const compared = [];
  for (let rules; compared.length < documents;) {
    if (compared.length % ROUND === 0) {
      rules = randomRules(dice, secret, PECULIAR[release.line]);
      await alike({ cluster, engine }, rules);
      await sleep(SETTLING_MS);
    }
    const user = USERS[compared.length % ROUND];
    const seen = await search(cluster, { credentials: `${user}:${PASSWORD}` }, {});
    const told = await ask(engine, user, rules);
    const expected = await asTold(cluster, told);
    const verdict = isSame(seen, expected) ? 'equal' : 'other';
    compared.push({ person: user, rules, told, seen, expected, verdict });
  }
  return compared;
}

const ask = (engine, user, { internalusers }) =>
  explained(engine, {
    action: 'indices:data/read/search',
    index: [INDEX],
    subject: subjectOf(user, internalusers[user]),
  });

/** Documents by their ids, without empty objects; `refused` for an answer that is none. */
async function search(cluster, who, body) {
  const response = await cluster.call(who, {
    method: 'POST',
    path: `/${INDEX}/_search?size=100`,
    headers: JSON_TYPE,
    body: JSON.stringify(body),
  });
  if (response.status !== 200 || response.body._shards?.failed > 0) return 'refused';
  return Object.fromEntries(
    response.body.hits.hits.map(({ _id, _source }) => [_id, full(_source)])
  );
}

const full = (source) =>
  Object.fromEntries(
    Object.entries(source)
      .map(([key, value]) => [key, typeof value === 'object' ? full(value) : value])
      .filter(([, value]) => typeof value !== 'object' || Object.keys(value).length > 0)
  );

/** What the administrator sees with the restrictions that the engine tells. */
async function asTold(cluster, { decision, restrictions: [restriction] }) {
  if (decision.effect !== 'execute') return 'refused';
  const { documents, fields, sources } = restriction;
  if (documents.mode === 'none') return {};
  const blind = new Set(documents.blind_fields);
  const query =
    documents.mode === 'all'
      ? { match_all: {} }
      : { bool: { should: documents.queries.map((text) => blinded(JSON.parse(text), blind)) } };
  const _source = { include: { includes: fields.fields }, exclude: { excludes: fields.fields }, all: true, none: false }[fields.mode];
  const found = await search(cluster, { certificate: true }, { query, _source });
  const masks = sources
    .filter(({ displaced = [] }) => !displaced.includes('masked_fields'))
    .map(({ masked_fields }) => masked_fields);
  const isMasking = restriction.masking.mode !== 'none';
  return Object.fromEntries(
    Object.entries(found).map(([id, source]) => [id, isMasking ? masked(source, masks) : source])
  );
} // prettier-ignore

/** A query as it works where some fields cannot be seen: conditions on them are met by nothing. */
function blinded(query, blind) {
  if (Array.isArray(query)) return query.map((part) => blinded(part, blind));
  if (typeof query !== 'object' || query === null) return query;
  const isBlind = Object.values(query).some(
    (content) => typeof content === 'object' && Object.keys(content).some((key) => blind.has(key))
  );
  if (isBlind) return { match_none: {} };
  return Object.fromEntries(
    Object.entries(query).map(([key, content]) => [key, blinded(content, blind)])
  );
}

/** Of a mask without a method: the cluster's own hash, with its own salt. */
const HASHED = '<hashed>';
const ANY_OF = Symbol('any of');

function isSame(seen, expected) {
  if (expected?.[ANY_OF]) return expected[ANY_OF].some((one) => isSame(seen, one));
  if (expected === HASHED) return /^[0-9a-f]{64}$/.test(seen);
  if (typeof seen !== 'object' || typeof expected !== 'object') return seen === expected;
  const keys = Object.keys(expected);
  return (
    Object.keys(seen).length === keys.length &&
    keys.every((key) => Object.hasOwn(seen, key) && isSame(seen[key], expected[key]))
  );
}

/** The first of an entry's masks that fits a field masks it; between entries chance decides. */
function masked(source, entries, path = '') {
  return Object.fromEntries(
    Object.entries(source).map(([key, value]) => {
      const name = `${path}${key}`;
      if (typeof value === 'object') return [key, masked(value, entries, `${name}.`)];
      const fitting = entries.flatMap((masks) => masks.find((mask) => fits(mask, name)) ?? []);
      const isMasked = typeof value === 'string' && fitting.length > 0;
      return [key, isMasked ? { [ANY_OF]: fitting.map((one) => maskOf(one, value)) } : value];
    })
  );
}

/** Of `MASKS` above, short and written by hand, as the expressions of `maskOf` are. */
const fits = (mask, name) =>
  new RegExp(`^${mask.split('::')[0].replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(name);

function maskOf(expression, value) {
  const [, ...how] = expression.split('::');
  if (how.length === 0) return HASHED;
  if (how.length === 1)
    return createHash(how[0].replace('-', '').toLowerCase()).update(value).digest('hex');
  let text = value;
  for (let at = 0; at < how.length; at += 2)
    text = text.replaceAll(new RegExp(how[at].slice(1, -1), 'g'), () => how[at + 1]);
  return text;
}

function toldDocuments({ person: user, rules, told, seen, expected }) {
  const { roles, internalusers } = rules;
  const { opendistro_security_roles: held, attributes } = internalusers[user];
  const entries = held.map((name) => [name, roles[name].index_permissions]);
  const { decision, restrictions } = told;
  const { documents, fields, masking } = restrictions[0] ?? {};
  return `${user} ${JSON.stringify(attributes)} ${JSON.stringify(Object.fromEntries(entries))}
  engine: ${JSON.stringify({ effect: decision.effect, documents, fields, masking })}
  cluster shows: ${JSON.stringify(seen).slice(0, 600)}
  told shows:    ${JSON.stringify(expected).slice(0, 600)}
`;
}

module.exports = { compareDocuments, toldDocuments };
