/** After any changes accepted without confirmation, at least one administrator can still log in. */
import * as fc from 'fast-check';
import { cleanUp } from '../../../testing/embedded';
import type { HttpMethod } from '../../../api/engine';
import {
  LockoutWorld,
  NAMES,
  LOCKOUT_ATTEMPTS,
  type LockoutAttempt,
} from '../../../testing/lockout';

jest.setTimeout(300_000);
afterEach(cleanUp);

const CALLERS = ['_internal', 'admin', 'direct', 'keeper'] as const;

interface Step {
  readonly by: string;
  readonly testCase: LockoutAttempt;
}

/** Cases in which several entries decide together, so that the order of steps may matter. */
const ENTANGLED = LOCKOUT_ATTEMPTS.filter((testCase) =>
  /allowlist|keep|all_access|revert/.test(JSON.stringify(testCase))
);
const steps = fc.array(
  fc.record<Step>({
    by: fc.constantFrom(...CALLERS),
    testCase: fc.oneof(fc.constantFrom(...LOCKOUT_ATTEMPTS), fc.constantFrom(...ENTANGLED)),
  }),
  { minLength: 1, maxLength: 15 }
);

const describeStep = ({ by, testCase }: Step): string => `${by}: ${JSON.stringify(testCase)}`;

it('keeps an administrator after each of several hundred changes on its own', async () => {
  expect(LOCKOUT_ATTEMPTS.length).toBeGreaterThan(250);
  let world = await LockoutWorld.create([]);
  const lost: string[] = [];
  let accepted = 0;
  for (const testCase of LOCKOUT_ATTEMPTS) {
    if (!(await world.attempt('_internal', testCase))) continue;
    accepted++;
    if (!(await world.hasAdministrator())) lost.push(describeStep({ by: '_internal', testCase }));
    await cleanUp();
    world = await LockoutWorld.create([]);
  }
  expect(lost).toEqual([]);
  // Some cases are accepted and some rejected, so the cases are meaningful.
  expect(accepted).toBeGreaterThan(30);
  expect(LOCKOUT_ATTEMPTS.length - accepted).toBeGreaterThan(30);
});

it('keeps a user who can disable the allow list while it is enabled', async () => {
  const world = await LockoutWorld.create(['keeper']);
  const go = (method: HttpMethod, path: string, body?: object) =>
    world.attempt('_internal', { kind: 'call', method, path: `/api/${path}`, body });
  const isOn = { enabled: true, requests: { '/_plugins/_security/api/allowlist': ['PUT'] } };
  expect(await go('PUT', 'allowlist', isOn)).toBe(true);
  for (const [method, path, body] of [
    ['DELETE', 'internalusers/keeper'],
    ['PUT', 'internalusers/keeper', { opendistro_security_roles: ['all_access'] }],
    ['PUT', 'internalusers/keeper', { opendistro_security_roles: ['keepers'] }],
    ['DELETE', 'roles/keepers'],
    ['PUT', 'roles/keepers', { cluster_permissions: ['*'] }],
    ['DELETE', 'actiongroups/keeping'],
  ] as const) {
    expect([method, path, await go(method, path, body)]).toEqual([method, path, false]);
  }
  expect(
    await go('PUT', 'internalusers/keeper', {
      opendistro_security_roles: ['all_access', 'keepers'],
      description: 'x',
    })
  ).toBe(true);
  expect(await go('PUT', 'allowlist', { ...isOn, enabled: false })).toBe(true);
  expect(await go('DELETE', 'internalusers/keeper')).toBe(true);
});

it('keeps an administrator after any sequence of accepted changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray(NAMES, { maxLength: 2 }), steps, async (users, sequence) => {
      const world = await LockoutWorld.create(users);
      const taken: string[] = [];
      for (const step of sequence) {
        if (!(await world.attempt(step.by, step.testCase))) continue;
        taken.push(describeStep(step));
        if (!(await world.hasAdministrator())) throw new Error(taken.join('\n'));
      }
      await cleanUp();
    }),
    { numRuns: 30 }
  );
});
