/** Which recorded requests several unsaved changes together would deny. */
import type { ProposedChanges } from '../../contracts/api';
import type { InternalUser, ResourceType } from '../../contracts/entities';
import { RuleSet } from '../access/evaluation/rule_set';
import { readChanges } from '../access/explanation/request_validation';
import { normaliseEntity } from '../model/payload';
import { staticEntries } from '../model/static_entries';
import { runToCompletion } from '../scheduling/cooperative_task';
import { replayChanges } from './change_replay';
import { ActivityRecorder } from './recorded_activity';

const SEARCH = 'indices:data/read/search';
const WRITE = 'indices:data/write/index';
const NOW = Date.parse('2026-11-20T08:00:00Z');

const role = (index_patterns: string[], allowed_actions: string[]) => ({
  cluster_permissions: ['cluster_composite_ops'],
  index_permissions: [{ index_patterns, allowed_actions }],
});
const USERS: Readonly<Record<string, readonly string[]>> = {
  jane: ['sales'],
  joe: ['sales', 'hr'],
};

function replay(changes: ProposedChanges) {
  const rules = new RuleSet('MAPPING_ONLY');
  for (const { type, name, entity } of staticEntries()) rules.apply({ type, name, after: entity });
  const save = (type: ResourceType, name: string, source: object): void =>
    rules.apply({ type, name, after: normaliseEntity(type, { ...source }) });
  save('actiongroups', 'look', { allowed_actions: ['read'] });
  save('roles', 'sales_read', role(['sales-*'], ['look']));
  save('roles', 'sales_write', role(['sales-*'], ['read', 'write']));
  save('rolesmapping', 'sales_read', { backend_roles: ['sales', 'partners'] });
  save('rolesmapping', 'sales_write', { backend_roles: ['hr'], users: ['ann'] });
  const recorder = new ActivityRecorder();
  for (const [user, action, count] of [
    ['jane', SEARCH, 5],
    ['joe', SEARCH, 3],
    ['joe', WRITE, 2],
    ['ann', WRITE, 7],
    ['from_elsewhere', SEARCH, 4],
  ] as const) {
    recorder.countEvents(count, NOW, NOW);
    recorder.add(true, { user, action, index: 'sales-1', count, lastMs: NOW });
  }
  const read = runToCompletion(readChanges(changes));
  if (typeof read === 'string') throw new Error(read);
  const find = (name: string) =>
    USERS[name] && {
      name,
      user: normaliseEntity('internalusers', { backend_roles: USERS[name] }) as InternalUser,
      attributes: new Map<string, string>(),
    };
  const activity = recorder.result();
  return runToCompletion(
    replayChanges({ rules, users: { find }, activity, changes: read, nowMs: NOW })
  );
}

const usersDenied = (changes: ProposedChanges) =>
  replay(changes).examples.map(({ user, action }) => `${user} ${action}`);

it('denies nothing that another role still grants', () => {
  // Joe searches through `sales_write`.
  const found = replay({ roles: { sales_read: null } });
  expect(found).toMatchObject({ denied: 9, denied_users: 2 });
  expect(found.examples.map(({ user }) => user)).toEqual(['jane', 'from_elsewhere']);
});

it('takes changes of several entities together', () => {
  expect(
    usersDenied({ roles: { sales_read: null, sales_write: role(['sales-*'], ['write']) } })
  ).toEqual(['jane ' + SEARCH, 'from_elsewhere ' + SEARCH, 'joe ' + SEARCH]);
  const moved = {
    roles: { sales_read: null },
    rolesmapping: { sales_write: { backend_roles: ['sales'], users: ['ann'] } },
  };
  expect(usersDenied(moved)).toEqual(['from_elsewhere ' + SEARCH]);
});

it('knows what an action group and a user entry give', () => {
  expect(usersDenied({ actiongroups: { look: { allowed_actions: [WRITE] } } })).toEqual([
    'jane ' + SEARCH,
    'from_elsewhere ' + SEARCH,
  ]);
  expect(usersDenied({ internalusers: { jane: { backend_roles: ['hr'] }, joe: null } })).toEqual([
    'joe ' + SEARCH,
    'joe ' + WRITE,
  ]);
});

it('takes people from elsewhere for holders until a way to the role is taken away', () => {
  const mapping = (backend_roles: string[]) => ({
    rolesmapping: { sales_read: { backend_roles } },
  });
  expect(usersDenied(mapping(['sales', 'partners', 'guests']))).toEqual([]);
  expect(usersDenied(mapping(['sales']))).toEqual(['from_elsewhere ' + SEARCH]);
});

it('counts only what the roles of today explain', () => {
  expect(replay({ roles: { unrelated: role(['x'], ['read']) } })).toEqual({
    uses: 17,
    denied: 0,
    denied_users: 0,
    examples: [],
  });
});
