/** Tests of the DLS query editor: validation and preview. */
import { screen, waitFor, within } from '@testing-library/react';
import { allowConsole } from '../../../../../../../test/helpers/console_guard';
import { releaseFacts } from '@sd/contracts';
import { lastBody, type Routes } from '../../../mocks';
import { addTo, button, callsTo, combo, fill, formRoutes, openNewRole } from '../mocks';

jest.setTimeout(30_000);
// Suggestions are requested after a pause, possibly after the test has ended.
beforeEach(() => allowConsole(/not wrapped in act/));

const PREVIEW = '/api/v1/dls/preview';
const INDICES = '/api/v1/suggestions/indices';
const FIELDS = '/api/v1/suggestions/fields';
const dlsField = () => screen.findByLabelText<HTMLTextAreaElement>('Document level security');
const index = (more: object = {}) => ({
  index: 'sales-eu',
  documents_access: { mode: 'some', queries: ['{"term":{"unit":"a"}}'] },
  fields_access: { mode: 'all', fields: [] },
  masked_fields: [],
  visible: { value: 2, relation: 'eq' },
  total: { value: 10_000, relation: 'gte' },
  documents: [{ id: '7', source: { unit: 'a' } }],
  are_documents_left_out: false,
  is_partial: false,
  ...more,
});
const previewRoutes = (more: object): Routes => ({
  ...formRoutes,
  [`POST ${PREVIEW}`]: () => ({
    answered_by: 'cluster',
    is_valid: true,
    indices: [index()],
    is_cut: false,
    ...more,
  }),
});

describe('DLS query editor', () => {
  it.each([
    ['{\n  "term": {"a": 1,}\n}', 'line 2, column 19: expected a name in double quotes here.'],
    ['{"term" {"a":1}}', 'line 1, column 9: expected a colon here.'],
    ['{"term":{"a":1}', 'line 1, column 16: expected a closing brace here.'],
    ['{"term":{"a":"${user.name}"} "b":1}', 'line 1, column 30: expected a comma here.'],
    ['{"term":{"a":1}} // why', 'line 1, column 18: JSON does not allow comments.'],
    ['{"term":{"a":"b}}', 'line 1, column 14: missing closing quotation mark.'],
  ])('locates the syntax error in %s', async (text, message) => {
    await openNewRole(formRoutes);
    fill(await dlsField(), text);
    expect(screen.getByText(`This is not valid JSON, ${message}`)).toBeInTheDocument();
  });

  it.each([
    ['{"tern":{"a":1}}', 'OpenSearch has no “tern” query.', '"tern"'],
    [
      '{"bool":{"musst":[{"match_all":{}}]}}',
      '“bool” has no “musst”. It takes must, filter, should, must_not.',
      '"musst"',
    ],
    [
      '{"bool":{"must":[{"nested":{"path":"p","query":{"terms_sett":{}}}}]}}',
      'OpenSearch has no “terms_sett” query.',
      '"terms_sett"',
    ],
    ['{"bool":{"must":"a"}}', '“must” takes queries (JSON objects).', '"a"'],
    [
      '{"query":{"term":{"a":1}}}',
      'Leave out the outer “query”: a filter is the query itself.',
      '"query"',
    ],
  ])('warns about %s and selects the position', async (text, message, selection) => {
    const { user } = await openNewRole(formRoutes);
    const field = await dlsField();
    fill(field, text);
    expect(screen.getByText(message)).toBeInTheDocument();
    await user.click(button('Go to the error'));
    expect(field).toHaveFocus();
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe(selection);
  });

  it('warns about a variable that no login sets', async () => {
    await openNewRole(formRoutes);
    fill(await dlsField(), '{"term":{"a":"${username}"}}');
    expect(screen.getByText('No login sets ${username}.')).toBeInTheDocument();
  });

  it('accepts valid queries with placeholders and queries nested too deeply to parse', async () => {
    await openNewRole(formRoutes);
    const field = await dlsField();
    fill(field, '{"terms":{"unit":[${user.roles}]}}');
    expect(screen.getByText('Valid “terms” query')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Go to the error' })).toBeNull();
    fill(field, '['.repeat(50_000));
    expect(screen.getByText(/This is not valid JSON/)).toBeInTheDocument();
  });
});

it('counts the characters of a query for a cluster from 3.8, before it is sent', async () => {
  const capabilities = { securityRelease: releaseFacts('3.8.0') };
  const { user, core } = await openNewRole(formRoutes, { capabilities });
  fill(await dlsField(), `{"term":{"unit":"${'a'.repeat(250)}"}}`);
  await user.click(button('Create'));
  expect(
    await screen.findByRole('link', { name: /^270 of 256 characters\. This cluster/ })
  ).toBeInTheDocument();
  expect(callsTo(core.http.post, '/api/v1/configuration/roles')).toEqual([]);
});

describe('DLS preview', () => {
  // Loads the chunk in advance, because the first import exceeds the test's waiting time.
  beforeAll(() => import('./dls_preview'));

  // @feature role-form/8
  it('counts and shows documents of the unsaved row, and again on demand', async () => {
    const { user, core } = await openNewRole(previewRoutes({ not_considered: ['release'] }));
    fill(await dlsField(), '{"term":{"unit":"a"}}');
    await user.click(button('Preview documents'));
    expect(await screen.findByText('Enter an index or index pattern first.')).toBeInTheDocument();
    addTo(combo('Index'), 'sales-*');
    addTo(combo('Fields'), 'margin');
    expect(callsTo(core.http.post, PREVIEW)).toHaveLength(0);
    await user.click(button('Refresh preview'));
    const preview = await screen.findByRole('region', { name: 'Preview' });
    expect(within(preview).getByText(/2 of at least 10,000 documents/)).toBeInTheDocument();
    expect(preview).toHaveTextContent('"_id": "7"');
    expect(preview).toHaveTextContent('The cluster can decide differently');
    expect(lastBody(core.http, PREVIEW)).toEqual({
      index: ['sales-*'],
      query: '{"term":{"unit":"a"}}',
      fls: ['~margin'],
      masked_fields: [],
    });
  });

  it("shows the cluster's error and is disabled for invalid queries", async () => {
    const problem = 'unknown query [tern]';
    const { user } = await openNewRole(previewRoutes({ is_valid: false, problem, indices: [] }));
    addTo(await screen.findByRole('combobox', { name: 'Index' }), 'sales-*');
    fill(await dlsField(), '{"tern":');
    expect(button('Preview documents')).toBeDisabled();
    fill(await dlsField(), '{"tern":{}}');
    await user.click(button('Preview documents'));
    expect(await screen.findByText("The cluster can't parse this query.")).toBeInTheDocument();
    expect(screen.getByText(problem)).toBeInTheDocument();
  });
});

describe('suggested index and field names', () => {
  const names: Routes = {
    [`GET ${INDICES}`]: ({ query }) =>
      (query as { search: string }).search === 'none-*'
        ? { names: [], is_cut: false }
        : {
            names: ['a', 'b', 'c', 'd'].map((name) => ({
              name: `logs-${name}`,
              kind: name === 'a' ? 'alias' : 'index',
              source: 'cluster',
            })),
            is_cut: false,
          },
    [`GET ${FIELDS}`]: () => ({
      fields: [{ name: 'margin', types: ['double', 'long'], source: 'cluster' }],
      is_cut: false,
    }),
  };

  // @feature role-form/10
  it('come from matching indices and their mappings', async () => {
    const { user, core } = await openNewRole({ ...formRoutes, ...names });
    const box = await screen.findByRole('combobox', { name: 'Index' });
    expect(callsTo(core.http.get, FIELDS)).toHaveLength(0);
    addTo(box, 'none-*');
    expect(await screen.findByText('No index you can see matches.')).toBeInTheDocument();
    addTo(box, 'logs-*');
    expect(
      await screen.findByText('Matches 4 indices: logs-a, logs-b, logs-c and 1 more')
    ).toBeInTheDocument();
    await user.click(box);
    await waitFor(() =>
      expect(screen.getByRole('option', { name: 'logs-a' })).toHaveAccessibleDescription('Alias')
    );
    await user.keyboard('{Escape}');
    await user.click(combo('Fields'));
    const field = await screen.findByRole('option', { name: 'margin' });
    expect(field).toHaveAccessibleDescription('double, long');
    expect(callsTo(core.http.get, FIELDS)[0]).toMatchObject({
      query: { index: 'none-*,logs-*', search: '' },
    });
  });

  it.each([
    [
      '-secret-*',
      "“-secret-*” excludes nothing: patterns have no exceptions, and index names don't begin with “-”.",
    ],
    ['Logs-*', '“Logs-*” matches no index, because index names are in lower case.'],
    [
      'logs-[0-9]+',
      '“logs-[0-9]+” looks like a regular expression. Put it between slashes, or use * and ?.',
    ],
    ['${user}-*', 'No login sets ${user}.'],
  ])('have a warning beside the pattern %s, which can never work', async (pattern, text) => {
    await openNewRole({ ...formRoutes, ...names });
    addTo(await screen.findByRole('combobox', { name: 'Index' }), pattern);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('come from roles and audit events without indices, and the page says so', async () => {
    const suggestion = (name: string, source: string) => ({ name, kind: 'index', source });
    const { user } = await openNewRole(
      {
        ...formRoutes,
        [`GET ${INDICES}`]: () => ({
          names: [suggestion('sales', 'role'), suggestion('audit', 'audit_event')],
          is_cut: false,
        }),
      },
      { features: { indices: false } }
    );
    expect(await screen.findByText(/from existing roles and audit events/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Preview documents' })).toBeNull();
    addTo(combo('Index'), 'logs-*');
    await user.click(combo('Index'));
    expect(await screen.findByRole('option', { name: 'sales' })).toHaveAccessibleDescription(
      'Used in a role'
    );
    expect(screen.getByRole('option', { name: 'audit' })).toHaveAccessibleDescription(
      'Used in an audit event'
    );
    expect(screen.queryByText(/Matches/)).toBeNull();
  });
});
