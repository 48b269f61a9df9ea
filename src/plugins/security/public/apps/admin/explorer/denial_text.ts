/**
 * Reads how the security plugin words a denial: in responses (also each item of a bulk request),
 * in its log, and in audit events; as JSON, YAML or plain text, one or many. Measured on 2.19.3 and
 * 3.4.0.
 */

export interface Denial {
  /** Missing permissions; empty where the text does not say. */
  readonly actions: readonly string[];
  readonly user?: string;
  readonly backendRoles: readonly string[];
  /** Security roles, where the text has them in place of a user. */
  readonly roles: readonly string[];
  readonly indices: readonly string[];
  readonly tenant?: string;
}

/** Characters and denials that are read; responses to bulk requests can be long. */
const MAX_LENGTH = 1_000_000;
const MAX_DENIALS = 1_000;
const MAX_SENTENCE = 100_000;
/** JSON inside texts of JSON, as log collectors write it. */
const MAX_DEPTH = 8;

export function denialsIn(text: string): readonly Denial[] {
  const found: Denial[] = [];
  const whole = text.slice(0, MAX_LENGTH).trim();
  const collect = (value: unknown): void => collectFrom(value, [], 0, found);
  const json = parseObject(whole);
  if (json !== undefined) {
    collect(json);
    return found;
  }
  // JSON by the line, and everything else as one text, because sentences can be folded.
  const others: string[] = [];
  for (const line of whole.split('\n')) {
    // Logs write a prefix before JSON.
    const value = parseObject(line.slice(Math.max(0, line.indexOf('{'))).trim());
    if (value === undefined) others.push(line);
    else collect(value);
  }
  const rest = unescapeText(others.join('\n'));
  found.push(...sentencesIn(rest, nearestIndex(rest)));
  return found.slice(0, MAX_DENIALS);
}

/** Only objects and lists: a line that is a number or a quoted text is not a document. */
function parseObject(text: string): object | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

function collectFrom(
  value: unknown,
  indices: readonly string[],
  depth: number,
  found: Denial[]
): void {
  if (found.length >= MAX_DENIALS || depth > MAX_DEPTH) return;
  if (typeof value === 'string') {
    const inner = parseObject(value);
    if (inner) collectFrom(inner, indices, depth + 1, found);
    else found.push(...sentencesIn(value, () => indices));
    return;
  }
  if (Array.isArray(value)) {
    for (const one of value) collectFrom(one, indices, depth + 1, found);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const entries = value as Readonly<Record<string, unknown>>;
  const event = auditEvent(entries);
  if (event) {
    found.push(event);
    return;
  }
  const named = [entries['_index'], entries['index']].filter((one) => typeof one === 'string');
  const around = named.length > 0 ? named.slice(0, 1) : indices;
  for (const [key, one] of Object.entries(entries)) {
    // Says the same as `reason` beside it.
    if (key !== 'root_cause' || !('reason' in entries)) collectFrom(one, around, depth + 1, found);
  }
}

const REFUSED_EVENTS: readonly unknown[] = [
  'MISSING_PRIVILEGES',
  'OPENDISTRO_SECURITY_INDEX_ATTEMPT',
];

function auditEvent(entries: Readonly<Record<string, unknown>>): Denial | undefined {
  const {
    audit_category: category,
    audit_request_privilege: privilege,
    audit_request_effective_user: user,
    audit_trace_indices: named,
    audit_trace_resolved_indices: resolved,
  } = entries;
  if (!REFUSED_EVENTS.includes(category) || typeof privilege !== 'string') return undefined;
  if (!/^[a-z_]+:/.test(privilege)) return undefined;
  const indices = [named, resolved].find(Array.isArray) ?? [];
  return {
    actions: [privilege],
    ...(typeof user === 'string' && { user }),
    backendRoles: [],
    roles: [],
    indices: indices.map(String),
  };
}

/** Undoes what YAML and JSON do to a text that was pasted without its document. */
const unescapeText = (text: string): string =>
  text
    .replace(/\\\r?\n\s*\\?/g, '')
    .replace(/\\+"/g, '"')
    .replace(/\\\\/g, '\\');

/** The index that the document around a denial names: before it in an item, or after it. */
function nearestIndex(text: string): (at: number) => readonly string[] {
  const named = [...text.matchAll(/"_?index"\s*:\s*"([^"]+)"/g)];
  return (at) => {
    const match = named.filter(({ index }) => index < at).at(-1) ?? named[0];
    return match?.[1] === undefined ? [] : [match[1]];
  };
}

const START =
  /no permissions for \[|No (?:index|cluster)-level perm match for |Tenant (\S+) is not allowed for user |No permission to access REST API: User /gi;

/** @param indicesAt - named by the document around this place of the text */
function sentencesIn(
  text: string,
  indicesAt: (at: number) => readonly string[]
): readonly Denial[] {
  const starts = [...text.matchAll(START)];
  const found: Denial[] = [];
  let end = 0;
  for (const [at, { 0: start, 1: tenant, index }] of starts.entries()) {
    if (index < end) continue;
    const isLogLine = start.includes('-level');
    const lineEnd = text.indexOf('\n', index);
    end = (isLogLine ? (lineEnd < 0 ? undefined : lineEnd) : starts[at + 1]?.index) ?? text.length;
    const rest = text.slice(index + start.length, Math.min(end, index + MAX_SENTENCE));
    const denial = isLogLine
      ? logLine(rest)
      : tenant !== undefined
        ? { ...NOTHING, tenant, user: firstWord(rest), actions: ['indices:data/read/search'] }
        : start.startsWith('No permission to')
          ? { ...NOTHING, user: rest.split(' with Security roles [')[0] ?? '' }
          : response(rest);
    found.push(denial.indices.length > 0 ? denial : { ...denial, indices: indicesAt(index) });
    if (isLogLine) continue;
    end = index + start.length;
  }
  return found;
}

const NOTHING: Denial = { actions: [], backendRoles: [], roles: [], indices: [] };

const firstWord = (text: string): string => /^\S+/.exec(text)?.[0] ?? '';

/** "indices:data/write/bulk[s]] and User [name=…]" */
function response(rest: string): Denial {
  const [actions, after] = bracket(rest);
  return {
    ...NOTHING,
    ...userIn(after),
    ...(after.startsWith(' and associated roles [') && {
      roles: splitNames(bracket(after.slice(after.indexOf('[') + 1))[0]),
    }),
    actions: splitNames(actions),
  };
}

/** "User […] Resolved [… originalRequested=[a] …]: … [Action [x]] [RolesChecked [r]]" */
function logLine(rest: string): Denial {
  const { 1: action = '' } = /\[Action \[((?:[^[\]]|\[[^\]]*\])*)\]\]/.exec(rest) ?? [];
  const lists = ['originalRequested=[', 'allIndices=['].map((name) => {
    const at = rest.indexOf(name);
    return at < 0 ? [] : splitNames(bracket(rest.slice(at + name.length))[0]);
  });
  const indices = lists.find((list) => list.length > 0) ?? [];
  return {
    ...NOTHING,
    ...userIn(` ${rest}`),
    actions: splitNames(action),
    indices: indices.filter((name) => name !== '*'),
  };
}

const USER =
  /^ (?:and )?User \[name=(.*?), (?:backend_)?roles=\[(.*?)\](?:, requestedTenant=(.*))?$/s;
/** What follows a user: the end, the rest of a log line, or the end of a text of JSON. */
const USER_END = /\](?=\s*$|[\s"',;.}]|\\)/g;

/** Names and roles can contain brackets, commas and equal signs. */
function userIn(text: string): Partial<Denial> {
  const tenantAt = text.indexOf(', requestedTenant=');
  const from = tenantAt < 0 ? Math.max(0, text.indexOf('roles=[')) : tenantAt;
  USER_END.lastIndex = from;
  const end = USER_END.exec(text)?.index ?? text.length;
  const { 1: user, 2: roles = '', 3: tenant } = USER.exec(text.slice(0, end)) ?? [];
  if (user === undefined) return {};
  return {
    user,
    backendRoles: splitNames(roles),
    ...(tenant !== undefined && tenant !== 'null' && tenant !== '' && { tenant }),
  };
}

/** The text up to the bracket that closes the one before it, and the text after that. */
function bracket(text: string): readonly [inside: string, after: string] {
  let depth = 1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '[') depth++;
    else if (text[at] === ']' && --depth === 0) return [text.slice(0, at), text.slice(at + 1)];
  }
  return [text, ''];
}

/** A comma inside a name has no space after it in names of LDAP. */
const splitNames = (text: string): readonly string[] =>
  text
    .split(', ')
    .map((part) => part.trim())
    .filter((part) => part !== '');
