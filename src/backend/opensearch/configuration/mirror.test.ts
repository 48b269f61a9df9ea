/** Maximum age of the mirrored configuration. */
import { clusterResponse } from '../../../../test/helpers/cluster_response';
import fc from 'fast-check';
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import type { ClusterCall } from '../client';
import { ClusterReader } from './cluster_reader';
import type { EntityChange } from '../../api';
import { jsonEntries } from './collection';
import { Mirror } from './mirror';
import { getSnapshot } from './snapshot';

const role = (description: string) => ({ description, cluster_permissions: [] });

function open() {
  const clock = { nowMs: 0 };
  const roles: Record<string, object> = { a: role('one'), b: role('one') };
  const gates: Promise<void>[] = [];
  let reads = 0;
  const reader = new ClusterReader({
    asServer: async ({ path }: ClusterCall) => {
      const [type, name] = path.split('/').slice(4);
      if (type === 'roles' && name === undefined) reads++;
      const entities = type === 'roles' ? roles : {};
      const one = name === undefined ? entities : { [name]: entities[name] };
      // The response has the state at the time of the request.
      const text = JSON.stringify(type === 'securityconfig' ? { config: {} } : one);
      if (name === undefined) await gates.shift();
      const statusCode = name !== undefined && !entities[name] ? 404 : 200;
      return clusterResponse(statusCode, text);
    },
  });
  const changes: EntityChange[] = [];
  const followers = {
    changed: (change: EntityChange) => void changes.push(change),
    configured: () => undefined,
    loaded: () => undefined,
  };
  const mirror = new Mirror(
    reader,
    followers,
    () => clock.nowMs,
    async (ms) => void (clock.nowMs += ms)
  );
  const descriptions = async () => {
    await mirror.ensureFresh();
    return Object.fromEntries(
      [...mirror.entities('roles')].map(([name, { description }]) => [name, description])
    );
  };
  return { clock, roles, gates, mirror, descriptions, changes, reads: () => reads };
}

it('keeps what it knows of an entity of another release, and its neighbours', async () => {
  const { roles, mirror } = open();
  const known = { index_patterns: ['a-*'], allowed_actions: ['read'], fls: [], masked_fields: [] };
  roles['a'] = {
    description: { html: '<script>' },
    cluster_permissions: ['cluster_monitor', { name: 'x' }],
    index_permissions: [{ ...known, vector_security: true }, 'everything', { index_patterns: 7 }],
    tenant_permissions: 'all',
    reserved: true,
  };
  await mirror.ensureFresh();
  expect(mirror.entities('roles').get('a')).toEqual({
    reserved: true,
    hidden: false,
    static: false,
    cluster_permissions: ['cluster_monitor'],
    index_permissions: [known],
    tenant_permissions: [],
  });
  expect(mirror.entities('roles').get('b')).toMatchObject({ description: 'one' });
  expect(mirror.raw('roles', 'a')).toEqual(roles['a']);
});

it('has another revision for comparisons only after a change, and all fields', async () => {
  const { clock, roles, mirror } = open();
  roles['a'] = { ...role('one'), of_another_release: [1] };
  const promises: Record<string, object> = {};
  const guardrails = async () => ({ ...promises });
  const first = await getSnapshot(mirror, undefined, guardrails);
  expect(first?.entries.get('roles')?.get('a')).toEqual(roles['a']);
  clock.nowMs += CLUSTER_LIMITS.staleMs;
  expect(await getSnapshot(mirror, first?.revision, guardrails)).toBeUndefined();
  roles['b'] = role('two');
  clock.nowMs += CLUSTER_LIMITS.staleMs;
  const second = await getSnapshot(mirror, first?.revision, guardrails);
  expect(second?.entries.get('roles')?.get('b')).toEqual(roles['b']);
  promises['salaries'] = { rule: 'only' };
  const third = await getSnapshot(mirror, second?.revision, guardrails);
  expect(third?.entries.get('guardrails')?.get('salaries')).toEqual({ rule: 'only' });
});

it('reloads stale content and reports the changes', async () => {
  const { clock, roles, descriptions, changes, reads } = open();
  expect(await descriptions()).toEqual({ a: 'one', b: 'one' });
  roles['a'] = role('two');
  delete roles['b'];
  clock.nowMs = CLUSTER_LIMITS.staleMs - 1;
  expect(await descriptions()).toEqual({ a: 'one', b: 'one' });
  changes.length = 0;
  clock.nowMs = CLUSTER_LIMITS.staleMs;
  expect(await descriptions()).toEqual({ a: 'two' });
  expect(changes.map(({ name, before, after }) => [name, !!before, !!after])).toEqual([
    ['a', true, true],
    ['b', true, false],
  ]);
  expect(reads()).toBe(2);
});

it('loads once per request, however long the cluster takes', async () => {
  const { clock, roles, gates, descriptions, reads } = open();
  await descriptions();
  clock.nowMs = CLUSTER_LIMITS.staleMs;
  roles['a'] = role('two');
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  gates.push(...Array.from({ length: 6 }, () => gate));
  const request = descriptions();
  clock.nowMs += 3 * CLUSTER_LIMITS.staleMs;
  release();
  expect(await request).toMatchObject({ a: 'two' });
  expect(reads()).toBe(2);
  // The result is too old for the next request.
  await descriptions();
  expect(reads()).toBe(3);
});

it('contains changes made through this server immediately, without loading a collection', async () => {
  const { roles, mirror, descriptions, reads } = open();
  await descriptions();
  roles['a'] = role('two');
  delete roles['b'];
  await mirror.reloadChanged([
    ['roles', 'a'],
    ['roles', 'b'],
  ]);
  expect(await descriptions()).toEqual({ a: 'two' });
  expect(reads()).toBe(1);
});

it('discards responses requested before a write', async () => {
  const { clock, roles, gates, mirror, descriptions, reads } = open();
  await descriptions();
  clock.nowMs = CLUSTER_LIMITS.staleMs;
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  gates.push(...Array.from({ length: 6 }, () => gate));
  const request = descriptions();
  roles['a'] = role('two');
  await mirror.reloadChanged([['roles', 'a']]);
  release();
  expect(await request).toMatchObject({ a: 'two' });
  expect(reads()).toBe(3);
});

// @backend cluster/18
it('reloads on demand after the request, once for all concurrent requests', async () => {
  const { clock, roles, gates, mirror, descriptions, reads } = open();
  expect(mirror.ageMs).toBe(Number.POSITIVE_INFINITY);
  await descriptions();
  clock.nowMs = CLUSTER_LIMITS.refreshMs / 2;
  expect(mirror.ageMs).toBe(CLUSTER_LIMITS.refreshMs / 2);
  roles['a'] = role('two');
  await Promise.all([mirror.renew(), mirror.renew(), mirror.renew()]);
  // Not earlier, so that repeated requests cause no additional load.
  expect(clock.nowMs).toBeGreaterThanOrEqual(CLUSTER_LIMITS.refreshMs);
  expect(reads()).toBe(2);
  expect(await descriptions()).toEqual({ a: 'two', b: 'one' });
  // A load in progress does not count, because it started before the request.
  clock.nowMs += CLUSTER_LIMITS.staleMs;
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  gates.push(...Array.from({ length: 6 }, () => gate));
  const request = descriptions();
  roles['a'] = role('three');
  clock.nowMs += 1;
  const renewal = mirror.renew();
  release();
  await Promise.all([request, renewal]);
  expect(await descriptions()).toEqual({ a: 'three', b: 'one' });
  expect(reads()).toBe(4);
});

const read = (text: string) =>
  [...jsonEntries(text)].map(([name, value]) => [name, JSON.parse(value) as unknown]);

it('yields the entries of any object of objects and lists, in any formatting', () => {
  const value = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()));
  const object = fc.uniqueArray(fc.tuple(fc.string(), value), { selector: ([name]) => name });
  fc.assert(
    fc.property(object, fc.integer({ min: 0, max: 3 }), (entries, space) => {
      const whole = JSON.stringify(Object.fromEntries(entries), null, space);
      expect(read(whole)).toEqual(Object.entries(JSON.parse(whole) as object));
    })
  );
});

it.each([
  '',
  '[]',
  'null',
  '{',
  '{"a"',
  '{"a":',
  '{"a":{',
  '{"a":1}',
  '{"a":{}',
  '{"a":{},}',
  '{a:{}}',
  '{"a":{"b":"',
])('rejects invalid text: %s', (text) => expect(() => read(text)).toThrow(SyntaxError));
