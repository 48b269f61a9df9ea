/** What roles permit. */
import fc from 'fast-check';
import { isClusterAction } from './action_kind';
import { ActionSets } from './action_groups';
import { compileRole } from './compiled_role';
import {
  decideIndexActions,
  isClusterActionAllowed,
  isClusterActionExplicit,
} from './permission_check';
import { ROLE, subjectOf, small } from './mocks';

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

  it('a bare star does not count as explicit', () => {
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

  const grant = (index: string, action: string) => ({
    index_permissions: [{ index_patterns: [index], allowed_actions: [action] }],
  });
  it('adds cells of entries and roles up', () => {
    const roles = [
      compiled(grant('a', 'indices:data/read/search')),
      compiled(grant('b*', 'indices:data/read/*')),
    ];
    const decide = (...names: string[]) =>
      decideIndexActions(
        roles,
        subjectOf(),
        ['indices:data/read/search'],
        names.map((name) => ({ name }))
      );
    expect(decide('a', 'b1').outcome).toBe('allowed');
    expect(decide('a', 'c')).toEqual({
      outcome: 'partial',
      allowedIndices: ['a'],
      missingActions: ['indices:data/read/search'],
    });
    expect(decide('c').outcome).toBe('denied');
  });
  it('matches through aliases and attributes', () => {
    const roles = [compiled(grant('${user.name}-*', '*'))];
    expect(
      decideIndexActions(
        roles,
        subjectOf(),
        ['indices:x'],
        [{ name: 'i', otherNames: ['jdoe-logs'] }]
      ).outcome
    ).toBe('allowed');
  });

  const role = fc.record({
    index_permissions: fc.array(
      fc.record({
        index_patterns: fc.array(small('ab*'), { maxLength: 2 }),
        allowed_actions: fc.array(small('xy*'), { maxLength: 2 }),
      }),
      { maxLength: 3 }
    ),
  });
  const question = fc.tuple(
    fc.array(small('xy'), { minLength: 1, maxLength: 2 }),
    fc.array(
      small('ab').map((name) => ({ name })),
      { minLength: 1, maxLength: 3 }
    )
  );
  it('does not depend on the order of roles, and a further role never removes anything (property)', () => {
    fc.assert(
      fc.property(
        fc.array(role, { maxLength: 4 }),
        role,
        question,
        (sources, further, [actions, targets]) => {
          const roles = sources.map(compiled);
          const decision = decideIndexActions(roles, subjectOf(), actions, targets);
          expect(decideIndexActions([...roles].reverse(), subjectOf(), actions, targets)).toEqual(
            decision
          );
          const more = decideIndexActions(
            [...roles, compiled(further)],
            subjectOf(),
            actions,
            targets
          );
          expect(more.allowedIndices).toEqual(expect.arrayContaining([...decision.allowedIndices]));
        }
      )
    );
  });
});
