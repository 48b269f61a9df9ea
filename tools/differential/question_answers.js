'use strict';
/** Extracts the permission result from a cluster's response, and formats differences. */

const SECURITY = 'security_exception';

/** Whether the request as a whole, its item or a shard was denied. */
function isRefused({ status, body, text }) {
  if (status === 403 || status === 401) return true;
  if (status !== 200 || typeof body !== 'object' || body === null) return text.includes(SECURITY);
  // A successful response may report denied shards: the request was not executed in full.
  const shards = (body._shards?.failures ?? []).map(({ reason }) => ({ error: reason }));
  const items = [
    ...(body.items ?? []).flatMap(Object.values),
    ...(body.docs ?? []),
    ...(body.responses ?? []),
    ...shards,
  ];
  return items.some(({ error }) => JSON.stringify(error ?? '').includes(SECURITY));
}

/**
 * Names of the indices whose documents a response contains.
 * @returns {Set<string>}
 */
const visibleNames = ({ body }) => new Set((body?.hits?.hits ?? []).map(({ _index }) => _index));

/** The key of differences that one fix would resolve. */
const causeOf = ({ verdict, operation, ours }) =>
  [
    verdict,
    operation.question.action,
    operation.question.tenant === undefined ? '' : 'with a tenant',
    ours.decision.reason,
    kindOf(operation.question.index),
  ].join(' | ');

function kindOf(index) {
  if (!index) return 'no index';
  if (index.length > 1) return 'several';
  const [name] = index;
  if (/[*?]/.test(name) || name === '_all') return 'wildcard';
  return /^(al-|ds-|new-|\.ds-|\.kibana)/.exec(name)?.[0] ?? 'index';
}

/** The roles of the user, as far as they are defined. */
function rolesOf({ ours, rules }) {
  const held = ours.user.roles.map(({ role }) => [role, rules.roles[role] ?? 'built in']);
  return JSON.stringify(Object.fromEntries(held));
}

function describeRequest({ cause, count, example }) {
  const { person: user, operation, ours, theirs, settings } = example;
  const { method, path, body = '', headers, question: request } = operation;
  return `${count} × ${cause}
  ${user}: ${method} ${path} ${headers ? JSON.stringify(headers) : ''} ${body.trim()}
  question: ${JSON.stringify(request)} ${JSON.stringify(settings)}
  roles: ${rolesOf(example)}
  engine: ${JSON.stringify(ours.decision)}
  cluster: ${theirs.status} ${theirs.text.slice(0, 400)}
`;
}

/** Grouped by cause; the example with the shortest text represents each group. */
function requestCauses(answered) {
  const found = new Map();
  for (const example of answered) {
    if (example.verdict === 'equal') continue;
    const cause = causeOf(example);
    const size = rolesOf(example).length;
    const known = found.get(cause);
    if (!known) found.set(cause, { cause, count: 1, size, example });
    else {
      known.count++;
      if (size < known.size) Object.assign(known, { size, example });
    }
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}

module.exports = {
  isRefused,
  namesShown: visibleNames,
  requestCauses,
  toldRequest: describeRequest,
};
