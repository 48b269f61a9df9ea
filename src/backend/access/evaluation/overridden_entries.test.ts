/**
 * Several entries of one role that match the same index, as measured on OpenSearch 2.19.3 and
 * 3.4.0.
 */
import { describe, expect, it } from '@jest/globals';
import { normaliseEntity } from '../../model/payload';
import { DECISION_SETTINGS as SETTINGS, whoUnder } from '../../testing/decisions';
import { restrictionsFor } from './access_decision';
import { RuleSet } from './rule_set';

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
    ['the last one counts', [['pap*', fields('a')], ['papers', fields('b')]], ['b']],
    ['the last one counts, even if it is wider', [['papers', fields('b')], ['pap*', fields('a')]], ['a']],
    ['entries that do not match are ignored', [['papers', fields('a')], ['other', fields('b')]], ['a']],
    ['an entry for * counts in addition', [['pap*', fields('a')], ['*', fields('b')]], ['a', 'b']],
    ['the last of several entries for * counts', [['*', fields('a')], [['*', 'x'], fields('b')]], ['b']],
    ['patterns with attributes count in addition', [[pap, fields('a')], ['pap*', fields('b')]], ['a', 'b']],
    ['the last of equal patterns with attributes counts', [[pap, fields('a')], [[pap, 'x'], fields('b')]], ['b']],
    ['different patterns with attributes all count', [[pap, fields('a')], [[pap, 'x${user.name}'], fields('b')]], ['a', 'b']],
    ['an unrestricted entry overrides nothing', [['papers', fields('a')], ['pap*', {}]], ['a']],
  ])('%s', (_what, entries, expected) => {
    expect(restrictionsOf([entries]).fields).toEqual({ mode: 'include', fields: expected });
  }); // prettier-ignore

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
    const entries: readonly Entry[] = [['papers', broken], ['pap*', { dls: query(1) }]]; // prettier-ignore
    expect(restrictionsOf([entries]).documents.mode).toBe('some');
    expect(restrictionsOf([[...entries].reverse()]).documents.mode).toBe('error');
  });

  it('combine with entries of other roles, and all combine before 3.x', () => {
    const entries: readonly Entry[] = [['pap*', { dls: query(1) }], ['papers', { dls: query(2) }]]; // prettier-ignore
    const both = { mode: 'some', queries: [query(1), query(2)] };
    expect(restrictionsOf(entries.map((entry) => [entry])).documents).toEqual(both);
    expect(restrictionsOf([entries]).documents).toEqual({ mode: 'some', queries: [query(2)] });
    expect(restrictionsOf([entries], { keepsLastEntry: false }).documents).toEqual(both);
  });
});
