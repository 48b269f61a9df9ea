/** Action group expansion and grants. */
import fc from 'fast-check';
import { ActionSets, expandActions } from './action_groups';
import { PatternSet } from '../patterns/pattern';

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
