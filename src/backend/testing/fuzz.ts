/**
 * Fuzzing of all routes of the engine, with the same requests for the same seed. Each response must
 * be in time, JSON and no unexpected 5xx, and a 4xx leaves the store unchanged.
 */
import { openApiDocument } from '../embedded/rest/openapi';
import { API, INTERNAL } from './embedded';
import type { EngineCaller, EngineRequest, EngineResponse, HttpMethod } from '../api/engine';
import type { EmbeddedEngine } from '../embedded';

export interface FuzzOptions {
  readonly engine: EmbeddedEngine & { readonly store: { meta(key: string): string | undefined } };
  readonly admin: EngineCaller;
  readonly requests: number;
  readonly seed: number;
}

export interface FuzzResult {
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
}

const TIMEOUT_MS = 10_000;
/** Documented responses of disabled features. */
const ALLOWED_5XX = new Set([501, 503]);
/**
 * One in this number of requests is checked by full snapshots, all others by the revision counter
 * of the store.
 */
const SNAPSHOT_EVERY = 100;
/**
 * Interval in requests for switching the allow list off. While it is on, only error responses would
 * be tested.
 */
const REOPEN_EVERY = 50;

const METHODS: readonly HttpMethod[] = ['GET', 'PUT', 'PATCH', 'DELETE', 'POST', 'OPTIONS', 'HEAD'];
const COLLECTIONS = [
  'roles',
  'internalusers',
  'rolesmapping',
  'actiongroups',
  'tenants',
  'audit',
  'allowlist',
  'nodesdn',
];
const ODD_TEXTS = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '\0',
  '\ud800',
  'a\0b',
  '..',
  '.',
  '%',
  '%00',
  'a/b',
  '*',
  ' ',
  '\n',
  '\\',
  '\u202e',
  'é',
  'e\u0301',
  '🦊',
  '${user.name}',
  '/(a+)+$/',
  '/[/',
  "'; DROP TABLE entity; --",
  'all_access',
  'x'.repeat(257),
  '{"a":',
  'null',
  '-1',
  '1e999',
];
const KEYS = [
  'password',
  'hash',
  'backend_roles',
  'attributes',
  'description',
  'opendistro_security_roles',
  'cluster_permissions',
  'index_permissions',
  'tenant_permissions',
  'users',
  'hosts',
  'and_backend_roles',
  'allowed_actions',
  'type',
  'reserved',
  'hidden',
  'static',
  '__proto__',
  'nodes_dn',
  'enabled',
  'requests',
  'dynamic',
  'audit',
  'compliance',
  'allowed_tries',
  'ignore_hosts',
  'default_tenant',
  'sign_in_options',
  'dls',
  'fls',
  'masked_fields',
  'index_patterns',
  'auth_failure_listeners',
  'on_behalf_of',
  'kibana',
  'http',
  'current_password',
  'durationSeconds',
  'configs',
];
const HEADERS = ['if-match', 'if-none-match', 'securitytenant', 'security_tenant', 'accept', 'x'];
const PARAMETERS = [
  'pretty',
  'filter_path',
  'filterBy',
  'show_all',
  'verbose',
  'mode',
  'foo',
  '__proto__',
];

/** @throws {Error} with the seed, the number and the text of the failing request */
export async function fuzz({ engine, admin, requests, seed }: FuzzOptions): Promise<FuzzResult> {
  const dice = new SeededRandom(seed);
  const paths = openApiDocument()['paths'] as Paths;
  const statuses: Record<string, number> = {};
  for (let index = 0; index < requests; index++) {
    const caller = dice.oneIn(4)
      ? INTERNAL
      : dice.oneIn(20)
        ? ({ kind: 'anonymous' } as const)
        : admin;
    if (index % REOPEN_EVERY === 0) await engine.request(INTERNAL, ALLOW_EVERYTHING);
    const request = randomRequest(dice, paths);
    const isFramed = dice.oneIn(SNAPSHOT_EVERY);
    const before = isFramed ? await snapshot(engine) : engine.parts.store.meta('revision');
    const response = await inTime(engine.request(caller, request), () =>
      complaint('no answer', seed, index, request)
    );
    const { statusCode } = response;
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    if (statusCode >= 500 && !ALLOWED_5XX.has(statusCode))
      throw complaint(JSON.stringify(response), seed, index, request);
    checkResponse(response);
    const after = isFramed ? await snapshot(engine) : engine.parts.store.meta('revision');
    if (statusCode >= 400 && after !== before)
      throw complaint(`changed the store and answered ${statusCode}`, seed, index, request);
  }
  return { statuses };
}

const complaint = (what: string, seed: number, index: number, request: EngineRequest): Error =>
  new Error(
    `fuzz, seed ${seed}, request ${index}: ${what.slice(0, 2_000)}\n${JSON.stringify(request).slice(0, 2_000)}`
  );

function checkResponse({ body, headers }: EngineResponse): void {
  JSON.stringify(body);
  for (const value of Object.values(headers))
    if (/[\r\n]/.test(value)) throw new Error(`line break in a header: ${value}`);
}

async function snapshot(engine: FuzzOptions['engine']): Promise<string> {
  const read = (type: string) =>
    engine.request(INTERNAL, { method: 'GET', path: `${API}/${type}` });
  const responses = await Promise.all([...COLLECTIONS, 'securityconfig'].map(read));
  return JSON.stringify([engine.parts.store.meta('revision'), responses.map(({ body }) => body)]);
}

async function inTime<T>(work: Promise<T>, failure: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(failure()), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const ALLOW_EVERYTHING: EngineRequest = {
  method: 'PUT',
  path: `${API}/allowlist`,
  body: { enabled: false },
};

type Paths = Readonly<Record<string, object>>;

/**
 * Mostly uses a method that the path supports, because all other methods give the same response.
 */
function randomRequest(dice: SeededRandom, paths: Paths): EngineRequest {
  const template = dice.pick(Object.keys(paths));
  const known = Object.keys(paths[template] ?? {}).map((name) => name.toUpperCase() as HttpMethod);
  const method = dice.oneIn(8) ? dice.pick(METHODS) : dice.pick(known);
  const name = oddText(dice);
  const raw = dice.oneIn(20) ? name : encodeURIComponent(Buffer.from(name).toString());
  const path = dice.oneIn(50) ? `/${raw}` : template.replace(/\{\w+\}/, () => raw);
  const isPatch = method === 'PATCH' ? !dice.oneIn(10) : dice.oneIn(20);
  const content = isPatch
    ? randomPatch(dice)
    : !dice.oneIn(3)
      ? goodBody(dice, template)
      : randomBody(dice);
  return {
    method,
    path,
    headers: {
      'content-type': 'application/json',
      ...dice.some(HEADERS, 0.05, () => dice.pick(['*', '"1"', '1', oddText(dice)])),
      // Rare, because it is almost always rejected immediately.
      ...dice.some(['opendistro_security_impersonate_as'], 0.01, () => oddText(dice)),
    },
    query: dice.some(PARAMETERS, 0.03, () => oddText(dice)),
    ...(dice.oneIn(2) ? { body: content } : { rawBody: rawText(dice, content) }),
  };
}

/** Mostly valid JSON; sometimes truncated, with duplicate keys, or no JSON at all. */
function rawText(dice: SeededRandom, content: unknown): string {
  const text = JSON.stringify(content) ?? '';
  if (dice.oneIn(10)) return text.slice(0, dice.below(text.length + 1));
  if (dice.oneIn(30)) return text.replace('{', '{"description":"a","description":"b",');
  if (dice.oneIn(200)) return '['.repeat(100_000);
  return text;
}

function randomBody(dice: SeededRandom): unknown {
  if (dice.oneIn(10)) return randomValue(dice, 2);
  const entries = Array.from(
    { length: dice.below(5) },
    () => [dice.pick(KEYS), valueFor(dice)] as const
  );
  return Object.fromEntries(entries);
}

/** A mostly valid body, which passes the first checks and often all of them. */
function goodBody(dice: SeededRandom, template: string): unknown {
  const type = template.split('/')[4] ?? '';
  const texts = [dice.oneIn(4) ? oddText(dice) : `t${dice.below(9)}`, 'read'];
  switch (type) {
    case 'roles':
      return {
        cluster_permissions: texts,
        index_permissions: [
          {
            index_patterns: texts,
            dls: dice.pick([
              '{"match_all":{}}',
              '{"term":{"a":"${user.name}"}}',
              '',
              oddText(dice),
            ]),
            fls: dice.pick([[], ['~a'], texts]),
            masked_fields: dice.pick([[], ['a::/x/::y'], ['a::SHA-256'], texts]),
            allowed_actions: texts,
          },
        ],
      };
    case 'rolesmapping':
      return { users: texts, backend_roles: texts, hosts: texts };
    case 'internalusers':
    case 'user':
      return {
        hash: oddText(dice),
        backend_roles: texts,
        attributes: { [oddText(dice)]: oddText(dice) },
        ...(dice.oneIn(3) ? { opendistro_security_roles: [`n${dice.below(30)}`] } : {}),
      };
    case 'actiongroups':
    case 'actiongroup':
      return { allowed_actions: texts, type: dice.pick(['cluster', 'INDEX', oddText(dice)]) };
    case 'nodesdn':
      return { nodes_dn: texts };
    case 'securityconfig':
      return {
        dynamic: {
          ...(dice.oneIn(2) ? { [dice.pick(KEYS)]: randomValue(dice, 2) } : {}),
          hosts_resolver_mode: dice.pick(['ip-only', 'ip-hostname', oddText(dice)]),
          kibana: dice.pick([{}, { default_tenant: oddText(dice), index: null }, randomBody(dice)]),
          http: { anonymous_auth_enabled: dice.pick([false, 'true', null]) },
          auth_failure_listeners: {
            [oddText(dice)]: { type: 'ip', ignore_hosts: ['10.0.0.0/8', oddText(dice)] },
          },
        },
      };
    case 'audit':
      return {
        enabled: dice.oneIn(2),
        audit: { ignore_users: texts, disabled_rest_categories: dice.pick([[], texts]) },
        compliance: { enabled: dice.oneIn(2), read_watched_fields: { [oddText(dice)]: texts } },
      };
    case 'allowlist':
      return { enabled: dice.oneIn(2), requests: { [`${API}/allowlist`]: ['GET', 'PUT'] } };
    case 'account':
      return { current_password: oddText(dice), password: oddText(dice) };
    case 'tenancy':
      return { default_tenant: dice.pick(['global', '', oddText(dice)]), preferred_tenants: texts };
    case 'authfailurelisteners':
      return { type: 'ip', allowed_tries: dice.below(3), ignore_hosts: texts };
    default:
      return { description: oddText(dice) };
  }
}

function valueFor(dice: SeededRandom): unknown {
  if (dice.oneIn(3)) return [oddText(dice), dice.pick(['read', 'crud', '*', 'indices:*'])];
  if (dice.oneIn(4))
    return [
      {
        index_patterns: [oddText(dice)],
        allowed_actions: ['read'],
        [dice.pick(KEYS)]: randomValue(dice, 1),
      },
    ];
  return randomValue(dice, 3);
}

const randomPatch = (dice: SeededRandom): unknown =>
  Array.from({ length: dice.below(4) }, () => ({
    op: dice.pick(['add', 'remove', 'replace', 'move', oddText(dice)]),
    path: dice.pick([
      '',
      '/',
      `/${dice.pick(KEYS)}`,
      `/${pointer(dice)}/${dice.pick(KEYS)}`,
      `/config/${dice.pick(KEYS)}/${dice.pick(KEYS)}`,
      `/${pointer(dice)}`,
    ]),
    value: dice.oneIn(2) ? randomBody(dice) : randomValue(dice, 2),
  }));

const pointer = (dice: SeededRandom): string =>
  oddText(dice).replaceAll('~', '~0').replaceAll('/', '~1');

function randomValue(dice: SeededRandom, depth: number): unknown {
  switch (dice.below(depth > 0 ? 8 : 6)) {
    case 0:
      return null;
    case 1:
      return dice.oneIn(2);
    case 2:
      return dice.pick([0, -1, 1e308, 0.1, Number.MAX_SAFE_INTEGER]);
    case 6:
      return Array.from({ length: dice.below(4) }, () => randomValue(dice, depth - 1));
    case 7:
      return Object.fromEntries(
        Array.from({ length: dice.below(4) }, () => [oddText(dice), randomValue(dice, depth - 1)])
      );
    default:
      return oddText(dice);
  }
}

function oddText(dice: SeededRandom): string {
  if (dice.oneIn(3_000)) return 'x'.repeat(1_000_000);
  if (dice.oneIn(3)) return dice.pick(ODD_TEXTS);
  if (!dice.oneIn(3)) return `n${dice.below(30)}`;
  return String.fromCharCode(
    ...Array.from({ length: dice.below(12) }, () => dice.below(dice.oneIn(2) ? 128 : 0x10000))
  );
}

/** Mulberry32: small, fast, and deterministic on all platforms. */
class SeededRandom {
  constructor(private state: number) {}

  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  /** Includes each key with this probability. */
  some(keys: readonly string[], probability: number, value: () => string): Record<string, string> {
    const chosen = keys.filter(() => this.below(1_000) < probability * 1_000);
    return Object.fromEntries(chosen.map((key) => [key, value()]));
  }
}
