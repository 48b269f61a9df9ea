/** Breadth of a role: suggestions list narrower roles first. */
import type { Role } from '../../../contracts/entities';
import { PERMISSION_NAMES } from '../../api/permission_names';
import { normaliseEntity } from '../../model/payload';
import { PrivilegeScorer } from './privilege_score';

const READ = 'indices:data/read/search';
const groups: Record<string, readonly string[]> = { look: [READ, 'indices:data/read/get'] };
const breadthOf = (role: object): number =>
  new PrivilegeScorer({
    actionGroup: (name) =>
      groups[name] &&
      (normaliseEntity('actiongroups', { allowed_actions: [...groups[name]] }) as never),
  }).of(normaliseEntity('roles', role as never) as Role);
const onIndex = (index_patterns: string[], allowed_actions: string[]) => ({
  index_permissions: [{ index_patterns, allowed_actions }],
});

it('counts known permissions, and an unknown permission as one', () => {
  expect(breadthOf({})).toBe(0);
  expect(breadthOf({ cluster_permissions: ['cluster:monitor/health'] })).toBe(1);
  expect(breadthOf({ cluster_permissions: ['cluster:of/my/own'] })).toBe(1);
  expect(breadthOf({ cluster_permissions: ['cluster:monitor/health', 'cluster:of/my/own'] })).toBe(
    2
  );
  expect(breadthOf({ cluster_permissions: ['of:my/own*'] })).toBe(0);
  expect(breadthOf(onIndex(['a'], ['look']))).toBe(2);
  expect(breadthOf(onIndex(['a'], ['*']))).toBe(PERMISSION_NAMES.index.length);
});

it('weights index permissions by the number of names that their patterns can match', () => {
  const widths = ['a', 'logs-hr-payroll-2024-*', 'logs*', 'l*', '*'].map((pattern) =>
    breadthOf(onIndex([pattern], [READ]))
  );
  expect(widths).toEqual([...widths].sort((a, b) => a - b));
  expect([widths[0], widths[1], widths[4]]).toEqual([1, 2, 1_000]);
  expect(breadthOf(onIndex(['a', 'b'], [READ]))).toBe(2);
  expect(breadthOf(onIndex(['l*'], [READ]))).toBe(500);
});

it('counts the same permissions apart for clusters and indices', () => {
  const everywhere = { cluster_permissions: ['*'], ...onIndex(['a'], ['*']) };
  expect(breadthOf(everywhere)).toBe(
    PERMISSION_NAMES.cluster.length + PERMISSION_NAMES.index.length
  );
});

it('counts the literal characters of patterns, and no name for one that matches none', () => {
  expect(breadthOf(onIndex(['?a*b?'], [READ]))).toBe(250);
  expect(breadthOf(onIndex(['', 'a'], [READ]))).toBe(1);
  expect(breadthOf(onIndex(['a'], [READ, 'unknown_group']))).toBe(2);
});

it('adds up index entries and tenants', () => {
  const tenants = (...tenant_patterns: string[]) => ({
    tenant_permissions: [{ tenant_patterns, allowed_actions: ['kibana_all_read'] }],
  });
  expect(breadthOf(tenants('hr', 'sales'))).toBe(20);
  expect(
    breadthOf({
      cluster_permissions: ['cluster:monitor/health'],
      index_permissions: [
        { index_patterns: ['a'], allowed_actions: [READ] },
        { index_patterns: ['b'], allowed_actions: ['look'] },
      ],
      ...tenants('hr'),
    })
  ).toBe(1 + 1 + 2 + 10);
});
