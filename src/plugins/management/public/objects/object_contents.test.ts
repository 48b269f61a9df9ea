import { readContents } from './object_contents';

const NONE = { sources: [], filterCount: 0, columns: [], fields: [] };
const object = (type: string, attributes: object, references: object[] = []) =>
  readContents({ type, id: '1', attributes, references } as never);
const pattern = (name: string) => ({ name, type: 'index-pattern', id: 'p' });

it('reads the panels of a dashboard from the top left, with their own titles', () => {
  const at = (x: number, y: number, more: object) => ({ gridData: { x, y }, ...more });
  const panelsJSON = JSON.stringify([
    at(0, 15, { panelRefName: 'panel_0', title: 'Own title' }),
    at(24, 0, { type: 'visualization', id: 'old' }),
    at(0, 0, { panelRefName: 'panel_1', embeddableConfig: { title: 'Embedded' } }),
    at(0, 30, { panelRefName: 'gone' }),
  ]);
  const references = [
    { name: 'panel_0', type: 'visualization', id: 'a' },
    { name: 'panel_1', type: 'search', id: 'b' },
  ];
  const times = { timeRestore: true, timeFrom: 'now-7d', timeTo: 'now' };
  const attributes = { description: 'All sales.', panelsJSON, ...times };
  expect(object('dashboard', attributes, references)).toEqual({
    ...NONE,
    description: 'All sales.',
    timeRange: ['now-7d', 'now'],
    panels: [
      { title: 'Embedded', object: { type: 'search', id: 'b' } },
      { object: { type: 'visualization', id: 'old' } },
      { title: 'Own title', object: { type: 'visualization', id: 'a' } },
      {},
    ],
  });
  expect(object('dashboard', { ...times, timeRestore: false }).timeRange).toBeUndefined();
});

it('reads the kind of a chart, its query, and its sources once each', () => {
  const searchSourceJSON = JSON.stringify({ query: { query: 'status: 5*' }, filter: [{}, {}] });
  const attributes = {
    visState: JSON.stringify({ type: 'pie' }),
    kibanaSavedObjectMeta: { searchSourceJSON },
  };
  const references = [pattern('index'), pattern('filter[0]'), { name: 'x', type: 'tag', id: 't' }];
  expect(object('visualization', attributes, references)).toEqual({
    ...NONE,
    chart: 'pie',
    query: 'status: 5*',
    filterCount: 2,
    sources: [{ type: 'index-pattern', id: 'p' }],
  });
});

it('reads the columns of a search and the fields of an index pattern', () => {
  expect(object('search', { columns: ['host', 7, 'status'] }).columns).toEqual(['host', 'status']);
  const fields = JSON.stringify([
    { name: 'status', type: 'number' },
    { name: 'host', type: 'string' },
    { name: 'untyped' },
  ]);
  expect(object('index-pattern', { fields, timeFieldName: '@timestamp' })).toEqual({
    ...NONE,
    timeField: '@timestamp',
    fields: [
      { name: 'host', type: 'string' },
      { name: 'status', type: 'number' },
    ],
  });
});

it.each([
  ['no attributes', {}],
  [
    'broken JSON',
    { panelsJSON: '[', visState: '{', kibanaSavedObjectMeta: { searchSourceJSON: 1 } },
  ],
  ['other values', { panelsJSON: '7', visState: '"pie"', kibanaSavedObjectMeta: 'x', columns: {} }],
])('leaves out what cannot be read: %s', (_what, attributes) => {
  expect(object('dashboard', attributes)).toEqual({ ...NONE, panels: [] });
});
