/** Compares decisions with those of a naive evaluator. */
import fc from 'fast-check';
import type { Role } from '../../../contracts/entities';
import { DECISION_SETTINGS as SETTINGS, whoUnder } from '../../testing/decisions';
import { restrictionsFor } from './access_decision';
import { NOW, type Source, type Rules, bookOf, decide, index, role } from './mocks';

describe('decisions (properties)', () => {
  const ACTIONS = ['indices:x', 'indices:y', 'indices:xy', 'cluster:c'];
  const listed = fc.constantFrom(
    'indices:x',
    'indices:x*',
    'indices:*',
    'g1',
    'g2',
    'nothing',
    '*',
    'cluster:c',
    'cluster:*'
  );
  const pattern = fc.constantFrom(
    'a',
    'b',
    'a*',
    '*b',
    '?',
    '*',
    '/a|b/',
    '${user.name}',
    '${attr.internal.none}',
    'jdoe*',
    ''
  );
  const roles = fc.dictionary(
    fc.constantFrom('r1', 'r2', 'r3', 'r4'),
    fc.record({
      cluster_permissions: fc.array(listed, { maxLength: 2 }),
      index_permissions: fc.array(
        fc.record({
          index_patterns: fc.array(pattern, { maxLength: 2 }),
          allowed_actions: fc.array(listed, { maxLength: 2 }),
        }),
        { maxLength: 3 }
      ),
    }),
    { noNullPrototype: true }
  );
  const groups = fc.dictionary(fc.constantFrom('g1', 'g2'), fc.array(listed, { maxLength: 3 }), {
    noNullPrototype: true,
  });
  const request = fc.record({
    action: fc.constantFrom(...ACTIONS),
    indices: fc.uniqueArray(fc.constantFrom('a', 'b', 'ab', 'jdoe', 'jdoe1', 'zz'), {
      minLength: 1,
      maxLength: 3,
    }),
  });

  /** Written from the reference alone: no compilation, no caches, no sharing. */
  function naive(rules: Rules, { action, indices }: { action: string; indices: string[] }) {
    const regex = (text: string) => {
      const filled = text.replace('${user.name}', 'jdoe');
      if (filled.trim() === '') return /$^(?=x)/;
      if (/^\/.*\/$/.test(filled)) return new RegExp(`^(?:${filled.slice(1, -1)})$`);
      return new RegExp(
        `^${[...filled].map((c) => (c === '*' ? '.*' : c === '?' ? '.' : c.replace(/\W/g, '\\$&'))).join('')}$`
      );
    };
    const expand = (list: readonly string[], depth = 0): string[] =>
      depth > 10
        ? []
        : list.flatMap((name) => [name, ...expand(rules.groups?.[name] ?? [], depth + 1)]);
    const grants = (list: readonly string[]) =>
      expand(list).some((name) => regex(name).test(action));
    const all = Object.values(rules.roles) as unknown as Role[];
    if (action.startsWith('cluster:'))
      return all.some((one) => grants(one.cluster_permissions)) ? [] : undefined;
    return indices.filter((name) =>
      all.some((one) =>
        one.index_permissions.some(
          (entry) =>
            grants(entry.allowed_actions) &&
            entry.index_patterns.some((text) => regex(text).test(name))
        )
      )
    );
  }

  it('equal those of a naive evaluator', () => {
    fc.assert(
      fc.property(roles, groups, request, (sources, members, tested) => {
        const rules = {
          roles: sources as Record<string, Source>,
          groups: members as Record<string, string[]>,
        };
        const decision = decide(rules, tested);
        const expected = naive(rules, tested);
        if (tested.action.startsWith('cluster:')) {
          expect(decision.outcome).toBe(expected ? 'allowed' : 'denied');
        } else {
          expect(decision.allowedIndices).toEqual(expected);
          const outcome =
            expected!.length === tested.indices.length
              ? 'allowed'
              : expected!.length > 0
                ? 'partial'
                : 'denied';
          expect(decision.outcome).toBe(outcome);
        }
      }),
      { numRuns: 2_000 }
    );
  });

  it('do not depend on the order of roles, and never shrink with an additional role', () => {
    fc.assert(
      fc.property(roles, groups, request, (sources, members, tested) => {
        const rules = {
          roles: sources as Record<string, Source>,
          groups: members as Record<string, string[]>,
        };
        const decision = decide(rules, tested);
        const reversed = Object.fromEntries(Object.entries(rules.roles).reverse());
        expect(
          decide({ ...rules, roles: reversed }, tested, { securityRoles: Object.keys(reversed) })
        ).toEqual(decision);
        const fewer = Object.keys(rules.roles).slice(1);
        const less = decide(rules, tested, { securityRoles: fewer });
        expect(decision.allowedIndices).toEqual(expect.arrayContaining([...less.allowedIndices]));
        if (less.outcome === 'allowed') expect(decision.outcome).toBe('allowed');
      }),
      { numRuns: 1_000 }
    );
  });

  it('combine restrictions independently of their order', () => {
    const entry = fc.record({
      dls: fc.constantFrom('', '{"exists":{"field":"a"}}', '{"exists":{"field":"b"}}'),
      fls: fc.array(fc.constantFrom('a', '~b', '*'), { maxLength: 2 }),
      masked_fields: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 4 }),
        fc.boolean(),
        (entries, dfmEmptyOverridesAll) => {
          const of = (list: typeof entries) => {
            const names = list.map((_, i) => `r${i}`);
            const book = bookOf({
              roles: Object.fromEntries(
                list.map((one, i) => [`r${i}`, role(index(['a'], [], one))])
              ),
            });
            return restrictionsFor(
              whoUnder(book, { name: 'u', securityRoles: names }),
              { name: 'a' },
              { ...SETTINGS, dfmEmptyOverridesAll },
              NOW
            );
          };
          const [forth, back] = [of(entries), of([...entries].reverse())];
          expect(back).toEqual({ ...forth, masking: back.masking });
          // The order of masks between roles is not defined.
          expect(new Set(back.masking.fields)).toEqual(new Set(forth.masking.fields));
        }
      )
    );
  });
});
