/**
 * The REST contract's tests share this: one engine, four callers, and the three envelopes of
 * answers. Source: docs/reference/engine.md#envelopes-and-transport.
 */
import {
  ADMIN_PASSWORD,
  cleanUp,
  clientOf,
  INTERNAL,
  signIn,
  startEngine,
  type Client,
} from '../../src/backend/testing/embedded';
import type { EngineSettings } from '../../src/backend/contract/settings';
import type { HttpMethod } from '../../src/backend/contract/engine';
import type { EmbeddedEngine } from '../../src/backend/embedded';

/** A processor shared with other work is slow, not wrong. */
jest.setTimeout(30_000);

export const GOOD_PASSWORD = 'Str0ng!Passw0rd-9';
export const LONG = 'x'.repeat(257);

/** Set by `useContract`. */
export let engine: EmbeddedEngine;
export let admin: Client;
export let internal: Client;
/** No access to the API. */
export let plain: Client;
export let anonymous: Client;

/** Starts an engine before all tests of the file, with entries that are hidden and reserved. */
export function useContract(): void {
  beforeAll(async () => {
    ({ engine } = await startEngine());
    admin = clientOf(engine, await signIn(engine, 'admin', ADMIN_PASSWORD));
    internal = clientOf(engine, INTERNAL);
    anonymous = clientOf(engine, { kind: 'anonymous' });
    await admin('PUT', '/api/internalusers/plain', {
      password: GOOD_PASSWORD,
      backend_roles: ['kibanauser'],
    });
    plain = clientOf(engine, await signIn(engine, 'plain', GOOD_PASSWORD));
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
  afterAll(cleanUp);
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
  it.each(table)('%s: %s %s', async (_what, method, path, body, expected) => {
    expect(await client()(method, path, body)).toMatchObject(expected);
  });
}

/** An engine of its own, with the settings of one test. */
export async function startWith(settings: Partial<EngineSettings> = {}) {
  const { engine } = await startEngine({ settings });
  const caller = await signIn(engine, 'admin', ADMIN_PASSWORD);
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
    const answer = await client(method, path, body);
    expect({ call: `${method} ${path}`, ...answer }).toMatchObject({
      call: `${method} ${path}`,
      ...expected,
    });
  }
}
