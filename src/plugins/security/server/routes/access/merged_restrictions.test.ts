/**
 * Tests of merged documents, fields and masks in explanations over HTTP, one for each rule of
 * docs/reference/engine.md#documents-fields-and-masks.
 */
import type { HttpClient } from '../../../../../../test/helpers/http_client';
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
  type SecurityServerOptions,
} from '../../../../../../test/helpers/security_server';

jest.setTimeout(60_000);
const SEARCH = 'indices:data/read/search';
const PASSWORD = 'Jane-doe-secret-7';

const query = (value: string) => `{"term":{"dept":"${value}"}}`;
const entry = (restriction: object, patterns: readonly string[] = ['papers']) => ({
  index_patterns: patterns,
  allowed_actions: ['read'],
  ...restriction,
});
const role = (...entries: readonly object[]) => ({ index_permissions: entries });

const ROLES = {
  law: role(entry({ dls: query('law') })),
  tax: role(entry({ dls: query('tax') })),
  own_dept: role(entry({ dls: query('${attr.internal.dept}') })),
  own_name: role(entry({ dls: query('${user.name}') })),
  own_backend: role(entry({ dls: '{"terms":{"dept":[${user.roles}]}}' })),
  by_pattern: role(entry({ fls: ['room'] }, ['${attr.internal.dept}*'])),
  free: role(entry({})),
  title: role(entry({ fls: ['title'] })),
  author: role(entry({ fls: ['author', 'pages.*'] })),
  no_salary: role(entry({ fls: ['~salary', '!dept'] })),
  hashed: role(entry({ masked_fields: ['author'] })),
  masked: role(entry({ masked_fields: ['author::SHA-512', 'mail::/@.*/::@…'] })),
  twice: role(entry({ dls: query('law') }), entry({ dls: query('tax'), fls: ['title'] }, ['pap*'])),
  of_alias: role(entry({ fls: ['title'] }, ['library'])),
  writer: role({ index_patterns: ['papers'], allowed_actions: ['write'], fls: ['~hidden'] }),
};

class RestrictionFixture {
  private constructor(
    readonly server: SecurityServer,
    private readonly admin: HttpClient
  ) {}

  static async start(
    settings: SecurityServerOptions['settings'] = {}
  ): Promise<RestrictionFixture> {
    const server = await startSecurityServer({ settings });
    for (const [name, body] of Object.entries(ROLES)) await put(server, `roles/${name}`, body);
    await addUser(server, 'jdoe', PASSWORD, {
      backend_roles: ['papers', 'desk'],
      attributes: { dept: 'papers' },
    });
    return new RestrictionFixture(server, await server.admin());
  }

  stop = (): Promise<void> => this.server.stop();

  /** Explains what jdoe sees of the index with these roles. */
  async restrictionsOf(roles: readonly string[], more: object = {}) {
    await put(this.server, 'internalusers/jdoe', {
      backend_roles: ['papers', 'desk'],
      attributes: { dept: 'papers' },
      opendistro_security_roles: roles,
    });
    const response = await this.admin.post('/api/v1/access/explain', {
      user: 'jdoe',
      action: SEARCH,
      index: 'papers',
      ...more,
    });
    expect(response.status).toBe(200);
    expect(response.body.restrictions).toHaveLength(1);
    return response.body.restrictions[0];
  }
}

describe('merged restrictions as on a cluster 3.x', () => {
  let fixture: RestrictionFixture;
  beforeAll(async () => (fixture = await RestrictionFixture.start()));
  afterAll(() => fixture.stop());

  it('combines the queries of several roles and names their sources', async () => {
    const { documents, sources } = await fixture.restrictionsOf(['law', 'tax']);
    expect(documents).toEqual({ mode: 'some', queries: [query('law'), query('tax')] });
    expect(sources).toEqual([
      { role: 'law', entry: 0, dls: query('law'), fls: [], masked_fields: [] },
      { role: 'tax', entry: 0, dls: query('tax'), fls: [], masked_fields: [] },
    ]);
  });
  it.each([
    ['own_dept', query('papers')],
    ['own_name', query('jdoe')],
    ['own_backend', '{"terms":{"dept":["papers","desk"]}}'],
  ])('substitutes attributes: %s', async (name, filled) => {
    expect((await fixture.restrictionsOf([name])).documents.queries).toEqual([filled]);
  });
  it('matches entries by attributes and by aliases', async () => {
    expect((await fixture.restrictionsOf(['free', 'by_pattern'])).fields).toEqual({
      mode: 'include',
      fields: ['room'],
    });
    const known = { known_indices: [{ name: 'papers', aliases: ['library'] }] };
    const fields = { mode: 'include', fields: ['title'] };
    expect(await fixture.restrictionsOf(['of_alias'], known)).toMatchObject({
      index: 'papers',
      fields,
    });
    expect(
      await fixture.restrictionsOf(['of_alias'], { ...known, index: 'library' })
    ).toMatchObject({
      index: 'papers',
      fields,
    });
  });
  it('includes entries for other actions', async () => {
    const { fields } = await fixture.restrictionsOf(['free', 'writer']);
    expect(fields).toEqual({ mode: 'exclude', fields: ['hidden'] });
  });
  it('keeps restrictions beside unrestricted entries', async () => {
    const { documents, fields, masking } = await fixture.restrictionsOf([
      'free',
      'law',
      'title',
      'hashed',
    ]);
    expect(documents.queries).toEqual([query('law')]);
    expect(fields).toEqual({ mode: 'include', fields: ['title'] });
    expect(masking).toEqual({ mode: 'some', fields: ['author'] });
  });
  it('combines includes, and lets excludes override them', async () => {
    expect((await fixture.restrictionsOf(['title', 'author'])).fields).toEqual({
      mode: 'include',
      fields: ['author', 'pages.*', 'title'],
    });
    expect((await fixture.restrictionsOf(['title', 'no_salary'])).fields).toEqual({
      mode: 'exclude',
      fields: ['dept', 'salary'],
    });
  });
  it('lists masks with hash, algorithm and expression', async () => {
    expect((await fixture.restrictionsOf(['hashed', 'masked'])).masking).toEqual({
      mode: 'some',
      fields: ['author', 'author::SHA-512', 'mail::/@.*/::@…'],
    });
  });
  it('reports queried fields that are hidden and cannot be searched', async () => {
    expect((await fixture.restrictionsOf(['law', 'no_salary'])).documents).toEqual({
      mode: 'some',
      queries: [query('law')],
      blind_fields: ['dept'],
    });
  });
  it('reports entries overridden by a later entry of the same role', async () => {
    const { documents, sources } = await fixture.restrictionsOf(['twice']);
    expect(documents.queries).toEqual([query('tax')]);
    expect(sources.map(({ displaced }: { displaced?: string[] }) => displaced)).toEqual([
      ['dls'],
      undefined,
    ]);
  });
  it('hides the index of the security configuration', async () => {
    const name = '.opendistro_security';
    await put(fixture.server, 'roles/all', role(entry({}, ['*'])));
    expect(await fixture.restrictionsOf(['all'], { index: name })).toMatchObject({
      index: name,
      documents: { mode: 'none' },
      fields: { mode: 'none' },
    });
  });
});

describe('merged restrictions as on a cluster 2.19 with dfm_empty_overrides_all', () => {
  let fixture: RestrictionFixture;
  beforeAll(async () => {
    fixture = await RestrictionFixture.start({ compatibility: '2.19', dfmEmptyOverridesAll: true });
  });
  afterAll(() => fixture.stop());

  it('lifts each kind of restriction that one entry does not set', async () => {
    expect(await fixture.restrictionsOf(['law', 'title'])).toMatchObject({
      documents: { mode: 'all', queries: [] },
      fields: { mode: 'all' },
      masking: { mode: 'none' },
    });
    const { documents, fields } = await fixture.restrictionsOf(['law', 'tax']);
    expect(documents.queries).toEqual([query('law'), query('tax')]);
    expect(fields.mode).toBe('all');
  });
  it('combines several entries of one role', async () => {
    const { documents, sources } = await fixture.restrictionsOf(['twice']);
    expect(documents.queries).toEqual([query('law'), query('tax')]);
    expect(JSON.stringify(sources)).not.toContain('displaced');
  });
});
