/** Cluster and index permissions of roles. */
import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { isClusterAction } from './action_kind';
import { ActionSets, expandActions } from './action_groups';
import { compileRole } from './compiled_role';
import { isClusterActionAllowed, isClusterActionExplicit } from './permission_check';
import { decide, index, ROLE, role, SEARCH, NOW } from './mocks';
import { PatternSet, coversExpression } from '../patterns/pattern';
import { normaliseEntity } from '../../model/payload';
import { DECISION_SETTINGS as SETTINGS, whoUnder } from '../../testing/decisions';
import { restrictionsFor } from './access_decision';
import { RuleSet } from './rule_set';
import { resolveDateMath } from './date_math';
import { resolveTargets } from './index_targets';
import { matchesWildcard } from '../patterns/wildcard';

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

describe('action groups', () => {
  const groups = new Map([
    ['crud', ['read', 'write']],
    ['read', ['r*']],
    ['write', ['w*', 'crud']],
    ['self', ['self']],
  ]);
  it('expands nested groups, with cycles and unknown names', () => {
    expect(new Set(expandActions(['crud', 'nope'], (name) => groups.get(name)))).toEqual(
      new Set(['crud', 'nope', 'read', 'write', 'r*', 'w*'])
    );
    expect(expandActions(['self'], (name) => groups.get(name))).toEqual(['self']);
  });
  it('expands an expanded list to itself (property)', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    fc.assert(
      fc.property(fc.dictionary(names, fc.array(names)), fc.array(names), (graph, start) => {
        const members = (name: string) => (Object.hasOwn(graph, name) ? graph[name] : undefined);
        const once = expandActions(start, members);
        expect(new Set(expandActions(once, members))).toEqual(new Set(once));
      })
    );
  });
  it('grants what the expanded list grants (property)', () => {
    const texts = fc.constantFrom('a', 'b', 'c', 'd', 'a*', '*', '/[bc]/', 'x:*', '');
    const graphs = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.array(texts));
    const lists = fc.array(fc.array(texts, { maxLength: 2 }), { maxLength: 4 });
    fc.assert(
      fc.property(graphs, lists, (graph, listed) => {
        const members = (name: string) => (Object.hasOwn(graph, name) ? graph[name] : undefined);
        const sets = new ActionSets(members);
        const candidates = ['a', 'b', 'c', 'x:y', 'z'];
        for (const list of listed) {
          const [set, expanded] = [sets.of(list), expandActions(list, members)];
          const patterns = new PatternSet(expanded);
          for (const action of candidates) {
            expect(set.matches(action)).toBe(patterns.matches(action));
            expect(set.matchesExplicitly(action)).toBe(patterns.matchesExplicitly(action));
            expect(set.lists(action)).toBe(expanded.includes(action));
          }
        }
      })
    );
  });
  it('reads large and deeply nested groups once, however many lists refer to them', () => {
    const reads = new Map<string, number>();
    const wide = Array.from({ length: 1_000 }, (_, i) => `wide:${i}`);
    const sets = new ActionSets((name) => {
      const link = /^link_(\d+)$/.exec(name);
      if (!link && name !== 'wide') return undefined;
      const count = (reads.get(name) ?? 0) + 1;
      reads.set(name, count);
      if (!link) return wide;
      return link[1] === '500' ? ['end:*', 'wide'] : [`link_${Number(link[1]) + 1}`];
    });
    for (let i = 0; i <= 500; i++) {
      const set = sets.of([`link_${i}`, `own_${i}`]);
      expect([set.matches('end:1'), set.matches('wide:999'), set.matches('no')]).toEqual([
        true,
        true,
        false,
      ]);
    }
    expect(reads.size).toBe(502);
    expect(Math.max(...reads.values())).toBe(1);
  });
});

type Entry = readonly [pattern: string | readonly string[], restriction: object];
const query = (level: number) => `{"term":{"level":${level}}}`;
const fields = (...fls: string[]) => ({ fls });
const pap = 'pap${attr.internal.rest}';

function restrictionsOf(
  roles: readonly (readonly Entry[])[],
  settings: Partial<typeof SETTINGS> = {}
) {
  const book = new RuleSet('MAPPING_ONLY');
  const names = roles.map((_role, at) => `r${at}`);
  for (const [at, entries] of roles.entries()) {
    const index_permissions = entries.map(([patterns, restriction]) => ({
      index_patterns: [patterns].flat(),
      allowed_actions: ['read'],
      ...restriction,
    }));
    const after = normaliseEntity('roles', { index_permissions });
    book.apply({ type: 'roles', name: names[at] ?? '', after });
  }
  const attributes = { 'attr.internal.rest': 'ers' };
  const who = whoUnder(book, { name: 'jdoe', securityRoles: names, attributes });
  const target = { name: 'papers', kind: 'index' } as const;
  return restrictionsFor(who, target, { ...SETTINGS, ...settings }, 0);
}

describe('several entries of one role', () => {
  it.each<[string, readonly Entry[], readonly string[]]>([
    [
      'the last one counts',
      [
        ['pap*', fields('a')],
        ['papers', fields('b')],
      ],
      ['b'],
    ],
    [
      'the last one counts, even if it is wider',
      [
        ['papers', fields('b')],
        ['pap*', fields('a')],
      ],
      ['a'],
    ],
    [
      'entries that do not match are ignored',
      [
        ['papers', fields('a')],
        ['other', fields('b')],
      ],
      ['a'],
    ],
    [
      'an entry for * counts in addition',
      [
        ['pap*', fields('a')],
        ['*', fields('b')],
      ],
      ['a', 'b'],
    ],
    [
      'the last of several entries for * counts',
      [
        ['*', fields('a')],
        [['*', 'x'], fields('b')],
      ],
      ['b'],
    ],
    [
      'patterns with attributes count in addition',
      [
        [pap, fields('a')],
        ['pap*', fields('b')],
      ],
      ['a', 'b'],
    ],
    [
      'the last of equal patterns with attributes counts',
      [
        [pap, fields('a')],
        [[pap, 'x'], fields('b')],
      ],
      ['b'],
    ],
    [
      'different patterns with attributes all count',
      [
        [pap, fields('a')],
        [[pap, 'x${user.name}'], fields('b')],
      ],
      ['a', 'b'],
    ],
    [
      'an unrestricted entry overrides nothing',
      [
        ['papers', fields('a')],
        ['pap*', {}],
      ],
      ['a'],
    ],
  ])('%s', (_what, entries, expected) => {
    expect(restrictionsOf([entries]).fields).toEqual({ mode: 'include', fields: expected });
  });

  it('override each kind of restriction separately', () => {
    const entries: readonly Entry[] = [
      ['papers', { dls: query(1), masked_fields: ['a'] }],
      ['pap*', { fls: ['~b'], masked_fields: ['c'] }],
    ];
    expect(restrictionsOf([entries])).toEqual({
      documents: { mode: 'some', queries: [query(1)] },
      fields: { mode: 'exclude', fields: ['b'] },
      masking: { mode: 'some', fields: ['c'] },
    });
  });

  it('ignore an invalid query in an overridden entry', () => {
    const broken = { dls: '{"term":{"dept":"${attr.internal.none}"}}' };
    const entries: readonly Entry[] = [
      ['papers', broken],
      ['pap*', { dls: query(1) }],
    ];
    expect(restrictionsOf([entries]).documents.mode).toBe('some');
    expect(restrictionsOf([[...entries].reverse()]).documents.mode).toBe('error');
  });

  it('combine with entries of other roles, and all combine before 3.x', () => {
    const entries: readonly Entry[] = [
      ['pap*', { dls: query(1) }],
      ['papers', { dls: query(2) }],
    ];
    const both = { mode: 'some', queries: [query(1), query(2)] };
    expect(restrictionsOf(entries.map((entry) => [entry])).documents).toEqual(both);
    expect(restrictionsOf([entries]).documents).toEqual({ mode: 'some', queries: [query(2)] });
    expect(restrictionsOf([entries], { keepsLastEntry: false }).documents).toEqual(both);
  });
});

describe('date math', () => {
  it.each([
    ['plain', 'plain'],
    ['<x-{now/M{yyyy.MM}}>', 'x-2024.03'],
    ['<x-{now-1M{yyyy.MM.dd}}>', 'x-2024.02.29'],
    ['<x-{now/d{yyyy.MM.dd|+02:00}}>', 'x-2024.04.01'],
    ['<x-{now/w}>', 'x-2024.03.25'],
    ['<a\\{b-{now/y{yyyy}}>', 'a{b-2024'],
    ['<x-{now+1h{HH:mm}}>', 'x-00:30'],
    ['<x-{now{xxxx-ww}}>', 'x-2024-13'],
    ['<x-{now/d{yyyy.MM.dd|Europe/Berlin}}>', 'x-2024.04.01'],
    ['<x-{later}>', undefined],
    ['<x-{now/q}>', undefined],
    ['<x-{now{yyyy QQ}}>', undefined],
    ['<x-{now|Nowhere/City}>', undefined],
    ['<x-{now{HH:mm|Nowhere/City}}>', undefined],
    ['<x-{now{HH:mm|UTC}}>', 'x-23:30'],
    ['<x-{now{HH:mm|-05:30}}>', 'x-18:00'],
    ['<x-{now{HH:mm|GMT+0100}}>', 'x-00:30'],
    ['<x-{now{HH:mm|America/New_York}}>', 'x-19:30'],
    ['<x-{now/h{HH:mm:ss}}>', 'x-23:00:00'],
    ['<x-{now-90s{HH:mm:ss}}>', 'x-23:28:30'],
    ['<x-{now/m-1s{H:m:s}}>', 'x-23:29:59'],
    ['<x-{now+1m/H{HH:mm}}>', 'x-23:00'],
    ['<x-{now+1y/y{yyyy.MM.dd}}>', 'x-2025.01.01'],
    ['<x-{now/M-1d{yyyy.MM.dd}}>', 'x-2024.02.29'],
    ['<x-{now-1y-1M{yyyy.MM.dd}}>', 'x-2023.02.28'],
    ['<x-{now+1w{M.d}}>', 'x-4.7'],
    ['<x-{now-2d/w{MM.dd}}>', 'x-03.25'],
    ['<x-{now-7d/w{MM.dd}}>', 'x-03.18'],
    ['<x-{now{yy}}>', 'x-24'],
    ['<x-{now+9M{YYYY-ww}}>', 'x-2025-01'],
    ['<x-{now+9M{yyyy-ww uuuu}}>', 'x-2024-01 2024'],
    ["<x-{now{yyyy'T'ww}}>", 'x-2024T13'],
    ["<x-{now{yyyy'T}}>", undefined],
    ['<x-{now{MMM}}>', undefined],
    ['<x-{now+999999y}>', undefined],
    ['<x-{now>', undefined],
    ['<x-{now1d}>', undefined],
    ['<x}>', 'x}'],
    ['<now', '<now'],
  ])('resolves %s to %s', (text, expected) => expect(resolveDateMath(text, NOW)).toBe(expected));
});

const small = (letters: string, minLength = 0) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength: 6 });

describe('wildcards in requests', () => {
  const known = fc.uniqueArray(small('ab', 1), { maxLength: 6 });
  it('resolve to the matches of a naive search (property)', () => {
    fc.assert(
      fc.property(
        known,
        small('ab*?', 1).filter((text) => text.includes('*')),
        (names, pattern) => {
          const targets = resolveTargets(
            [pattern],
            names.map((name) => ({ name })),
            NOW
          );
          const expression = new RegExp(
            `^${[...pattern].map((c) => (c === '*' ? '.*' : c === '?' ? '\\?' : c)).join('')}$`
          );
          const expected = names.filter((name) => expression.test(name));
          // Without known indices, a wildcard stands for itself.
          const stands = names.length === 0 ? [pattern] : expected;
          expect(targets.map(({ name }) => name)).toEqual(stands);
        }
      )
    );
  });
  it('omit excluded names', () => {
    const names = ['a1', 'a2', 'b'].map((name) => ({ name }));
    expect(resolveTargets(['a*', '-a2'], names, NOW).map(({ name }) => name)).toEqual(['a1']);
    expect(resolveTargets(['_all', '-a*'], names, NOW).map(({ name }) => name)).toEqual(['b']);
  });
  it('are covered only by patterns that match all their possible names (property)', () => {
    fc.assert(
      fc.property(small('ab*?'), small('ab*?'), small('ab'), (pattern, requested, name) => {
        if (coversExpression(pattern, requested) && matchesWildcard(requested, name)) {
          expect(matchesWildcard(pattern, name)).toBe(true);
        }
      }),
      { numRuns: 5_000 }
    );
    expect(coversExpression('logs-*', 'logs-2024*')).toBe(true);
    expect(coversExpression('logs-?', 'logs-*')).toBe(false);
  });
});
