/**
 * Parts of `npm run differential`: a comparison that accepts everything would be worse than none.
 */
import fs from 'node:fs';
import { randomCall } from './calls';
import { causes, waivers } from './causes';
import { verdictOf } from './compare';
import { SeededRandom } from '../lib/random';
import type { Finding } from './rest';
import { WAIVERS, waiverOf } from './accepted_differences';

const response = (status: number, body: unknown) => ({
  status,
  type: 'application/json',
  body,
  text: JSON.stringify(body),
});

const call = (method: string, path: string, body = '') => ({
  who: 'admin',
  kind: 'roles',
  method,
  path: `/_plugins/_security/api/${path}`,
  headers: {},
  body,
});

describe('the request generator', () => {
  const callsOf = (seed: number) => {
    const dice = new SeededRandom(seed);
    return Array.from({ length: 300 }, () => randomCall(dice));
  };

  it('generates the same requests from the same seed, and others from another', () => {
    expect(callsOf(5)).toEqual(callsOf(5));
    expect(callsOf(6)).not.toEqual(callsOf(5));
  });

  it('covers every entity and every kind of user', () => {
    const calls = callsOf(7);
    for (const kind of ['roles', 'rolesmapping', 'internalusers', 'actiongroups', 'tenants'])
      expect(calls.some((one) => one.kind === kind)).toBe(true);
    expect(new Set(calls.map(({ who }) => who))).toEqual(
      new Set(['admin', 'restAdmin', 'partial', 'plain', 'nobody', 'wrong', 'certificate'])
    );
  });

  it('generates random numbers within their limits', () => {
    const dice = new SeededRandom(1);
    const thrown = Array.from({ length: 500 }, () => dice.below(3));
    expect(new Set(thrown)).toEqual(new Set([0, 1, 2]));
    expect(dice.some(['a', 'b'], 5).sort()).toEqual(['a', 'b']);
    expect(dice.weighted({ never: 0, always: 1 })).toBe('always');
  });
});

describe('the comparison', () => {
  it('distinguishes success from failure, another status and another body', () => {
    const one = response(200, { a: 1 });
    expect(verdictOf(one, response(200, { a: 1 }), 'GET')).toBe('equal');
    expect(verdictOf(one, response(200, { a: 2 }), 'GET')).toBe('body');
    expect(verdictOf(one, response(404, { a: 1 }), 'GET')).toBe('outcome');
    expect(verdictOf(response(403, {}), response(404, {}), 'GET')).toBe('status');
  });

  it('ignores the order of sets, but not of lists', () => {
    const lists = (key: string) =>
      verdictOf(response(200, { [key]: ['a', 'b'] }), response(200, { [key]: ['b', 'a'] }), 'GET');
    expect(lists('ignore_users')).toBe('equal');
    expect(lists('cluster_permissions')).toBe('body');
    const refused = (roles: string) =>
      response(403, { message: `User u with Security roles [${roles}] does not have any role` });
    expect(verdictOf(refused('a, b'), refused('b, a'), 'GET')).toBe('equal');
    expect(verdictOf(refused('a, b'), refused('a, c'), 'GET')).toBe('body');
  });

  it('ignores the wording of parser errors, but not the error itself', () => {
    const said = (words: string) => response(400, { message: words });
    const ours = said('Error in JSON patch: Unterminated "string"');
    expect(verdictOf(ours, said('Error in JSON patch: end-of-input'), 'PATCH')).toBe('equal');
    expect(verdictOf(ours, said('Wrong request body'), 'PATCH')).toBe('body');
  });

  it('ignores built-in entries, in lists only', () => {
    const path = '/_plugins/_security/api/roles';
    const ours = response(200, { shipped: { reserved: true }, own: { reserved: false } });
    const theirs = response(200, { own: { reserved: false } });
    expect(verdictOf(ours, theirs, 'GET', path)).toBe('equal');
    expect(verdictOf(theirs, response(200, {}), 'GET', path)).toBe('body');
    expect(verdictOf(ours, theirs, 'GET', `${path}/shipped`)).toBe('body');
  });
});

describe('causes', () => {
  const finding = (verdict: Finding['verdict'], body: string, name: string) => ({
    call: call('PUT', `roles/${name}`, body),
    verdict,
    ours: response(400, { message: `'${name}' is odd` }),
    theirs: response(403, { message: 'no' }),
  });

  it('are counted, most frequent first, each with its smallest example', () => {
    const found = causes([
      finding('status', '{"long":1}', 'a'),
      finding('outcome', '{}', 'b'),
      finding('status', '{}', 'c'),
      finding('equal', '{}', 'd'),
    ]);
    expect(found.map(({ count, example }) => [count, example.call.body])).toEqual([
      [2, '{}'],
      [1, '{}'],
    ]);
  });

  it('exclude intended differences, which are counted by name', () => {
    const waived = { ...finding('waived', '{}', 'a'), waiver: 'static entries bind super admins' };
    expect(causes([waived])).toEqual([]);
    expect(waivers([waived, waived])).toMatchObject([
      { cause: 'on purpose: static entries bind super admins', count: 2 },
    ]);
  });

  it('recognize an intended difference by the two responses', () => {
    const isStatic = response(403, { status: 'FORBIDDEN', message: "Resource 'x' is static." });
    const done = response(200, { status: 'OK', message: "'x' updated." });
    const put = call('PUT', 'roles/x', '{}');
    expect(waiverOf({ call: put, ours: isStatic, theirs: done })).toBe(
      'static entries bind super admins'
    );
    expect(waiverOf({ call: put, ours: done, theirs: isStatic })).toBeUndefined();
    const classes = response(500, { reason: 'Cannot deserialize value of type `boolean`' });
    expect(waiverOf({ call: put, ours: response(400, {}), theirs: classes })).toBe(
      "a value of another kind is the caller's mistake"
    );
    // A failure with another cause is not the caller's mistake.
    expect(
      waiverOf({ call: put, ours: response(404, {}), theirs: response(500, {}) })
    ).toBeUndefined();
    expect(waiverOf({ call: put, ours: done, theirs: response(500, {}) })).toBeUndefined();
    expect(waiverOf({ call: put, ours: response(500, {}), theirs: done })).toBeUndefined();
  });

  it("quote the decision that explains the harm of the cluster's behavior", () => {
    const decision = fs.readFileSync('docs/decisions/0004-engine-deviations.md', 'utf8');
    const text = decision.replaceAll(/\s+/g, ' ');
    expect(WAIVERS.filter(({ told }) => !text.includes(told)).map(({ name }) => name)).toEqual([]);
  });
});
