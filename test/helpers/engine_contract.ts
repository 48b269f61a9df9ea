/**
 * The REST contract's tests share this: one engine, four callers, and the three envelopes of
 * answers. Source: docs/reference/engine.md#envelopes-and-transport.
 */
import {
  ADMIN_PASSWORD,
  basic,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
  type Client,
} from '../../src/backend/testing/embedded';
import type { EngineSettings } from '../../src/backend/api/settings';
import type { EngineCaller, HttpMethod, Identity } from '../../src/backend/api/engine';

/** A processor shared with other work is slow, not wrong. */
jest.setTimeout(30_000);

export const GOOD_PASSWORD = 'Str0ng!Passw0rd-9';
export const LONG = 'x'.repeat(257);

/** An engine with the configuration of a first start, as the suites see it. */
export interface ContractSubject {
  /** Of the user `admin`. */
  readonly adminPassword: string;
  readonly clientOf: (caller: EngineCaller) => Client;
  /** The server itself; on a cluster its super administrator. */
  readonly internal: Client;
  /** By HTTP Basic; `undefined` when it is refused. */
  login(userName: string, password: string): Promise<EngineCaller | undefined>;
  identify(caller: EngineCaller): Promise<Identity | undefined>;
  /** Leaves nothing of what the suite made. */
  stop(): Promise<void>;
}

/** What a backend answers instead of a single call's answer; or else the test has to fail. */
export type Difference = object | 'fails';

export interface ContractBackend {
  open(): Promise<ContractSubject>;
  /** By names of tests. What is named here and not different any more fails. */
  readonly differences: Readonly<Record<string, Difference>>;
  /** How many change the same at once. */
  readonly editors: number;
}

async function openEmbedded(): Promise<ContractSubject> {
  const { engine } = await startEngine();
  return {
    adminPassword: ADMIN_PASSWORD,
    clientOf: (caller) => clientOf(engine, caller),
    internal: clientOf(engine, INTERNAL),
    login: async (userName, password) => {
      const headers = basic(userName, password);
      const remoteAddress = '127.0.0.1';
      const result = await engine.authenticate({ headers, remoteAddress });
      return result.ok ? { kind: 'user', principal: result.principal, remoteAddress } : undefined;
    },
    identify: (caller) => engine.identify(caller),
    stop: cleanUp,
  };
}

let backend: ContractBackend = { open: openEmbedded, differences: {}, editors: 50 };
const met = new Set<string>();

/** To be called before suites are defined that shall run there. */
export function runContractOn(given: ContractBackend): void {
  backend = given;
}

/** Names of differences that no test of the file has. */
export const unmetDifferences = (): string[] =>
  Object.keys(backend.differences).filter((name) => !met.has(name));

export const editors = (): number => backend.editors;

/** A test of the contract; where a backend differs, it has to. */
export function contract(name: string, test: () => Promise<void>): void {
  if (backend.differences[name] === undefined) return it(name, test);
  met.add(name);
  it.failing(name, test);
}

export { contract as it };

/** Set by `useContract`. */
let subject: ContractSubject;
export let admin: Client;
export let internal: Client;
/** No access to the API. */
export let plain: Client;
export let anonymous: Client;

/** Somebody who has to be let in. */
export async function loggedIn(userName: string, password: string): Promise<EngineCaller> {
  const caller = await subject.login(userName, password);
  if (caller === undefined) throw new Error(`${userName} was refused`);
  return caller;
}
export const mayEnter = async (userName: string, password: string): Promise<boolean> =>
  (await subject.login(userName, password)) !== undefined;
export const callsOf = (caller: EngineCaller): Client => subject.clientOf(caller);
export const identify = (caller: EngineCaller): Promise<Identity | undefined> =>
  subject.identify(caller);

/** Opens the backend before all tests of the file, with entries that are hidden and reserved. */
export function useContract(): void {
  let opened: ContractSubject | undefined;
  beforeAll(async () => {
    subject = opened = await backend.open();
    admin = callsOf(await loggedIn('admin', subject.adminPassword));
    internal = subject.internal;
    anonymous = callsOf({ kind: 'anonymous' });
    await admin('PUT', '/api/internalusers/plain', {
      password: GOOD_PASSWORD,
      backend_roles: ['kibanauser'],
    });
    plain = callsOf(await loggedIn('plain', GOOD_PASSWORD));
    await internal('PUT', '/api/roles/hidden_role', { description: 'h', hidden: true });
    await internal('PUT', '/api/internalusers/hidden_user', {
      password: GOOD_PASSWORD,
      hidden: true,
    });
    await internal('PUT', '/api/tenants/hidden_tenant', { description: '', hidden: true });
    await internal('PUT', '/api/internalusers/reserved_user', {
      password: GOOD_PASSWORD,
      reserved: true,
    });
  });
  afterAll(() => opened?.stop());
}

/** Envelope A: state and permission. */
export const envelopeA = (statusCode: number, message: string) => ({
  statusCode,
  body: expect.objectContaining({ message }),
});
/** Envelope B: payload. */
export const envelopeB = (reason: string, details: object = {}) => ({
  statusCode: 400,
  body: { status: 'error', reason, ...details },
});
/** Envelope C: the core. */
export const envelopeC = (statusCode: number, reason?: string) => ({
  statusCode,
  body: { status: statusCode, error: expect.objectContaining(reason ? { reason } : {}) },
});

export type Row = readonly [
  what: string,
  method: HttpMethod,
  path: string,
  body: unknown,
  expected: object,
];

export function rows(table: readonly Row[], client: () => Client = () => admin) {
  for (const [what, method, path, body, expected] of table) {
    const name = `${what}: ${method} ${path.length > 100 ? `${path.slice(0, 100)}…` : path}`;
    const other = backend.differences[name];
    if (other === undefined || other === 'fails') {
      contract(name, async () => {
        expect(await client()(method, path, body)).toMatchObject(expected);
      });
      continue;
    }
    met.add(name);
    it(name, async () => {
      const response = await client()(method, path, body);
      expect(response).toMatchObject(other);
      expect(response).not.toMatchObject(expected);
    });
  }
}

/** An engine of its own, with the settings of one test. */
export async function startWith(settings: Partial<EngineSettings> = {}) {
  const { engine } = await startEngine({ settings });
  const caller = await login(engine, 'admin', ADMIN_PASSWORD);
  return { engine, caller, admin: clientOf(engine, caller), internal: clientOf(engine, INTERNAL) };
}

/** Envelope A, by its words. */
export const says = (statusCode: number, message: string | RegExp) => ({
  statusCode,
  body: { message: typeof message === 'string' ? message : expect.stringMatching(message) },
});

export type Step = readonly [method: HttpMethod, path: string, body: unknown, expected: object];

/** Calls one after the other; a failure names the call. */
export async function run(client: Client, steps: readonly Step[]): Promise<void> {
  for (const [method, path, body, expected] of steps) {
    const response = await client(method, path, body);
    expect({ call: `${method} ${path}`, ...response }).toMatchObject({
      call: `${method} ${path}`,
      ...expected,
    });
  }
}
