/** For the tests of the REST contract: an engine, four callers, three response envelopes. */
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

/** A busy machine must not fail a test. */
jest.setTimeout(30_000);

export const GOOD_PASSWORD = 'Str0ng!Passw0rd-9';
export const LONG = 'x'.repeat(257);

/** The engine under test, with the configuration of a first start. */
export interface ContractSubject {
  /** Password of the user `admin`. */
  readonly adminPassword: string;
  readonly clientOf: (caller: EngineCaller) => Client;
  /** The server's own client; on a cluster the super administrator. */
  readonly internal: Client;
  /** Logs in by HTTP Basic. Returns `undefined` if the credentials are rejected. */
  login(userName: string, password: string): Promise<EngineCaller | undefined>;
  identify(caller: EngineCaller): Promise<Identity | undefined>;
  /** Also removes everything that the suite created. */
  stop(): Promise<void>;
}

/**
 * The response of a backend that differs from the contract, or `'fails'` if the test must fail
 * there.
 */
export type Difference = object | 'fails';

export interface ContractBackend {
  open(): Promise<ContractSubject>;
  /** Differences by test name. A difference that no longer exists fails its test. */
  readonly differences: Readonly<Record<string, Difference>>;
  /** Number of concurrent writers in tests of concurrency. */
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

/** Selects the backend. Call it before the suites are defined. */
export function runContractOn(given: ContractBackend): void {
  backend = given;
}

/** Differences whose name matches no test of the file. */
export const unmetDifferences = (): string[] =>
  Object.keys(backend.differences).filter((name) => !met.has(name));

export const editors = (): number => backend.editors;

/** Registers a contract test. It must fail where the backend has a difference of this name. */
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
/** A caller without access to the API. */
export let plain: Client;
export let anonymous: Client;

/** Logs in, and fails if the credentials are rejected. */
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

/** Opens the backend before all tests of the file and adds hidden and reserved entries. */
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

/** Envelope A: state and permission errors. */
export const envelopeA = (statusCode: number, message: string) => ({
  statusCode,
  body: expect.objectContaining({ message }),
});
/** Envelope B: payload errors. */
export const envelopeB = (reason: string, details: object = {}) => ({
  statusCode: 400,
  body: { status: 'error', reason, ...details },
});
/** Envelope C: errors of the core. */
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

/** Starts a separate engine with the settings of one test. */
export async function startWith(settings: Partial<EngineSettings> = {}) {
  const { engine } = await startEngine({ settings });
  const caller = await login(engine, 'admin', ADMIN_PASSWORD);
  return { engine, caller, admin: clientOf(engine, caller), internal: clientOf(engine, INTERNAL) };
}

/** Matches envelope A by its message. */
export const says = (statusCode: number, message: string | RegExp) => ({
  statusCode,
  body: { message: typeof message === 'string' ? message : expect.stringMatching(message) },
});

export type Step = readonly [method: HttpMethod, path: string, body: unknown, expected: object];

/** Sends requests in sequence. A failure names the request. */
export async function run(client: Client, steps: readonly Step[]): Promise<void> {
  for (const [method, path, body, expected] of steps) {
    const response = await client(method, path, body);
    expect({ call: `${method} ${path}`, ...response }).toMatchObject({
      call: `${method} ${path}`,
      ...expected,
    });
  }
}
