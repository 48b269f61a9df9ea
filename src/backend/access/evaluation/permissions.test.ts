/** Cluster and index permissions of roles. */
import { isClusterAction } from './action_kind';
import { ActionSets } from './action_groups';
import { compileRole } from './compiled_role';
import { isClusterActionAllowed, isClusterActionExplicit } from './permission_check';
import { decide, index, ROLE, role, SEARCH } from './mocks';

describe('permissions', () => {
  const compiled = (source: object) =>
    compileRole('r', ROLE(source), new ActionSets(() => undefined));
  it.each([
    ['cluster:monitor/main', true],
    ['indices:data/read/search', false],
    ['indices:data/write/bulk', true],
    ['indices:data/write/bulk[s]', false],
    ['indices:data/read/msearch/template', true],
    ['restapi:admin/roles', true],
  ])('%s is a cluster action: %s', (action, expected) =>
    expect(isClusterAction(action)).toBe(expected)
  );

  it('do not treat a bare * as an explicit grant', () => {
    expect(
      isClusterActionAllowed([compiled({ cluster_permissions: ['*'] })], 'restapi:admin/roles')
    ).toBe(true);
    expect(
      isClusterActionExplicit([compiled({ cluster_permissions: ['*'] })], 'restapi:admin/roles')
    ).toBe(false);
    expect(
      isClusterActionExplicit(
        [compiled({ cluster_permissions: ['restapi:admin/*'] })],
        'restapi:admin/roles'
      )
    ).toBe(true);
  });

  it('add up over entries and roles', () => {
    const rules = {
      roles: {
        one: role(index(['a'], [SEARCH])),
        other: role(index(['b*'], ['indices:data/read/*'])),
      },
    };
    expect(decide(rules, { indices: ['a', 'b1'] }).outcome).toBe('allowed');
    expect(decide(rules, { indices: ['a', 'c'] })).toMatchObject({
      outcome: 'partial',
      allowedIndices: ['a'],
      missingActions: [SEARCH],
    });
    expect(decide(rules, { indices: ['c'] }).outcome).toBe('denied');
  });
});
