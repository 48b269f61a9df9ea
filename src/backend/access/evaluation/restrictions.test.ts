/** Readable documents and fields of a user. */
import { DECISION_SETTINGS as SETTINGS, whoUnder } from '../../testing/decisions';
import { restrictionsFor } from './access_decision';
import { NOW, type Source, bookOf, decide, index, role } from './mocks';

describe('restrictions', () => {
  const of = (
    entries: Source[],
    emptyOverridesAll = false,
    attributes: Record<string, string> = {}
  ) => {
    const book = bookOf({
      roles: Object.fromEntries(
        entries.map((entry, i) => [`r${i}`, role(index(['a*'], [], entry))])
      ),
    });
    const who = whoUnder(book, {
      name: 'jdoe',
      securityRoles: entries.map((_, i) => `r${i}`),
      attributes,
    });
    return restrictionsFor(
      who,
      { name: 'a1' },
      { ...SETTINGS, dfmEmptyOverridesAll: emptyOverridesAll },
      NOW
    );
  };
  const q = (value: string) => `{"term":{"x":"${value}"}}`;

  it('hide everything if no entry matches', () => {
    expect(of([])).toMatchObject({
      documents: { mode: 'none' },
      fields: { mode: 'none' },
      masking: { mode: 'all' },
    });
  });
  it('combine queries, and stay beside unrestricted entries unless dfm_empty_overrides_all is set', () => {
    expect(of([{ dls: q('b') }, { dls: q('a') }]).documents).toEqual({
      mode: 'some',
      queries: [q('a'), q('b')],
    });
    expect(of([{ dls: q('b') }, {}]).documents).toEqual({ mode: 'some', queries: [q('b')] });
    expect(of([{ dls: q('b') }, {}], true).documents).toEqual({ mode: 'all', queries: [] });
    expect(of([{ dls: q('b') }, { dls: q('a') }], true).documents.mode).toBe('some');
    expect(of([{}, {}]).documents.mode).toBe('all');
  });
  it('make reading fail when two masks name the same field, as on 2.x', () => {
    const masked = (...masks: string[][]) => ({
      roles: Object.fromEntries(
        masks.map((masked_fields, at) => [`r${at}`, role(index(['a'], ['*'], { masked_fields }))])
      ),
    });
    const reading = (masks: string[][], failsOnClashingMasks = true, action = 'search') =>
      decide(
        masked(...masks),
        { action: `indices:data/read/${action}`, indices: ['a'] },
        {},
        { failsOnClashingMasks }
      ).reason;
    expect(reading([['k', 'k::SHA-512']])).toBe('restriction_error');
    expect(reading([['k'], ['k::SHA-512']])).toBe('restriction_error');
    expect(reading([['k'], ['k::SHA-512']], true, 'get')).toBe('restriction_error');
    expect(reading([['k'], ['k::SHA-512']], true, 'field_caps')).toBe('granted');
    expect(reading([['k'], ['k::SHA-512']], false)).toBe('granted');
    expect(reading([['k'], ['k', 'k*']])).toBe('granted');
  });
  it('prefer excludes, combine includes, and treat * as unrestricted', () => {
    expect(of([{ fls: ['a', 'b'] }, { fls: ['c'] }]).fields).toEqual({
      mode: 'include',
      fields: ['a', 'b', 'c'],
    });
    expect(of([{ fls: ['a'] }, { fls: ['~b', '!c'] }]).fields).toEqual({
      mode: 'exclude',
      fields: ['b', 'c'],
    });
    expect(of([{ fls: ['*'] }]).fields.mode).toBe('all');
    expect(of([{ fls: ['*', '~b'] }]).fields).toEqual({ mode: 'exclude', fields: ['b'] });
    expect(of([{ fls: ['a'] }, {}]).fields.mode).toBe('include');
    expect(of([{ fls: ['a'] }, {}], true).fields.mode).toBe('all');
    expect(of([{ fls: ['*'] }, { fls: ['a'] }]).fields.mode).toBe('all');
    expect(of([{ fls: ['*'] }, { fls: ['~a'] }]).fields).toEqual({
      mode: 'exclude',
      fields: ['a'],
    });
  });
  it('list masks in the order of evaluation', () => {
    expect(
      of([{ masked_fields: ['b::MD5', 'a*'] }, { masked_fields: ['a*', 'a'] }]).masking
    ).toEqual({ mode: 'some', fields: ['b::MD5', 'a*', 'a'] });
    expect(of([{ masked_fields: ['b'] }, {}], true).masking.mode).toBe('none');
  });
  it('fail closed for missing attributes and invalid queries', () => {
    const dls = q('${attr.internal.dept}');
    expect(of([{ dls }], false, { 'attr.internal.dept': 'hr' }).documents).toEqual({
      mode: 'some',
      queries: [q('hr')],
    });
    expect(of([{ dls }, {}]).documents).toMatchObject({
      mode: 'error',
      problem: { code: 'unresolved_placeholder', query: dls },
    });
    expect(of([{ dls: '{oops' }]).documents).toMatchObject({
      mode: 'error',
      problem: { code: 'invalid_query' },
    });
    const rules = { roles: { r: role(index(['a'], ['*'], { dls })) } };
    expect(decide(rules, { indices: ['a'] })).toMatchObject({
      outcome: 'denied',
      effect: 'refuse',
      reason: 'restriction_error',
    });
    // Another role of the same user lifts nothing.
    const two = { roles: { ...rules.roles, plain: role(index(['b'], ['*'])) } };
    expect(decide(two, { indices: ['a'] }).reason).toBe('restriction_error');
  });
  it('reject updates of partly visible documents', () => {
    const entry = role(index(['a'], ['*'], { fls: ['~x'] }));
    const rules = { roles: { r: { ...entry, cluster_permissions: ['indices:data/write/bulk'] } } };
    expect(decide(rules, { action: 'indices:data/write/update', indices: ['a'] }).reason).toBe(
      'refused_under_restrictions'
    );
    expect(decide(rules, { action: 'indices:data/write/index', indices: ['a'] }).outcome).toBe(
      'allowed'
    );
  });
});
