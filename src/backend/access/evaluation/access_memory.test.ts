/** Cached decisions stay valid until the rules or the user change. */
import { normaliseEntity } from '../../model/payload';
import type { InternalUser } from '../../../contracts/entities';
import type { SourceUser } from '../user_source';
import { AccessService } from './access_service';
import { bookOf, index, role, SEARCH } from './mocks';

const user = (name: string, roles: readonly string[]): SourceUser => ({
  name,
  user: normaliseEntity('internalusers', {
    opendistro_security_roles: [...roles],
  } as never) as InternalUser,
  attributes: new Map(),
});

function started() {
  const rules = bookOf({
    roles: { r: role(index(['a*'], [SEARCH])), timed: role(index(['<t-{now/d}>'], [SEARCH])) },
  });
  const users = new Map([
    ['jdoe', user('jdoe', ['r'])],
    ['tim', user('tim', ['r', 'timed'])],
  ]);
  // Every evaluation reads the clock once, so clock reads count evaluations.
  const now = jest.fn(() => Date.UTC(2024, 0, 1));
  const service = new AccessService({
    users: { find: (name) => users.get(name) },
    rules,
    merge: {
      dfmEmptyOverridesAll: false,
      keepsLastEntry: true,
      hidesUnmatched: true,
      failsOnClashingMasks: false,
    },
    now,
  });
  const outcome = (indices: readonly string[], name = 'jdoe', action = SEARCH) =>
    service.decideForUser(name, { action, indices })?.outcome;
  return { rules, users, now, service, outcome };
}

it('caches decisions by action and index', () => {
  const { outcome, now } = started();
  for (let round = 0; round < 3; round++)
    expect([
      outcome(['a1']),
      outcome(['b1']),
      outcome(['a1'], 'jdoe', 'indices:data/read/get'),
    ]).toEqual(['allowed', 'denied', 'denied']);
  expect(now).toHaveBeenCalledTimes(3);
});

it('does not cache decisions on wildcards, several indices or date math', () => {
  const { outcome, now } = started();
  for (let round = 0; round < 2; round++) {
    expect(outcome(['a*'])).toBe('allowed');
    expect(outcome(['a1', 'b1'])).toBe('partial');
    expect(outcome(['t-2024.01.01'], 'tim')).toBe('allowed');
  }
  expect(now).toHaveBeenCalledTimes(6);
  now.mockReturnValue(Date.UTC(2024, 0, 2));
  expect(outcome(['t-2024.01.01'], 'tim')).toBe('denied');
});

it('applies changes of the rules and of the user to the next decision', () => {
  const { rules, users, service, outcome, now } = started();
  expect(outcome(['a1'])).toBe('allowed');
  rules.apply({ type: 'roles', name: 'r', after: normaliseEntity('roles', {} as never) });
  expect(outcome(['a1'])).toBe('denied');
  users.set('jdoe', user('jdoe', []));
  expect(service.decideForUser('jdoe', { action: SEARCH, indices: ['a1'] })?.reason).toBe(
    'no_roles'
  );
  users.delete('jdoe');
  expect(outcome(['a1'])).toBeUndefined();
  const before = now.mock.calls.length;
  service.configure({});
  users.set('jdoe', user('jdoe', ['r']));
  expect(outcome(['a1'])).toBe('denied');
  expect(now).toHaveBeenCalledTimes(before + 1);
});

it('keeps the version of the rules when users change', () => {
  const { rules } = started();
  const { version } = rules;
  rules.apply({ type: 'internalusers', name: 'x', after: user('x', []).user });
  expect([rules.version, rules.role('x'), rules.hasTenant('x')]).toEqual([
    version,
    undefined,
    false,
  ]);
});
