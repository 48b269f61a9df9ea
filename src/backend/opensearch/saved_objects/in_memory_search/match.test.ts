/** The in-memory search finds the same objects as the embedded backend. */
import * as fc from 'fast-check';
import type {
  ObjectContent,
  SearchNode,
  StoreFilter,
  StoreFilterTest,
  StoreQuery,
} from '../../../api/saved_objects';
import { openSavedObjects, type OpenedObjects } from '../../../testing/stores';
import { makeScoring } from './scoring';
import { byRank, rank } from './object_order';
import { temporaryFolder } from '../../../../../test/helpers/temporary_folder';

const TYPES = ['note', 'other'].map((name) => ({ name, titleField: 'title' }));
let folder: string;
let opened: OpenedObjects;

beforeAll(async () => {
  folder = temporaryFolder();
  opened = openSavedObjects(folder);
});
afterAll(() => {
  opened.database.close();
});

const word = fc.constantFrom(
  'sales',
  'Säles',
  'sal',
  'sale_report',
  '2024-05-06',
  '売上',
  '{"a":1}',
  ''
);
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const date = fc.constantFrom(
  '2024-05-06',
  '2024-05-06T07:00:00Z',
  '2024-05-06 10:00+02:00',
  '2024-05-06 ',
  '2024-05-06  T10:00 z ',
  '2024-13-99'
);
const scalar = fc.oneof(
  text,
  date,
  fc.integer({ min: -2, max: 3 }),
  fc.boolean(),
  fc.constant(null)
);
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('x', 'y'), scalar, { maxKeys: 2 }),
  fc.array(fc.dictionary(fc.constantFrom('x', 'y'), scalar, { maxKeys: 2 }), { maxLength: 2 })
);
const content: fc.Arbitrary<ObjectContent> = fc.record({
  attributes: fc.dictionary(fc.constantFrom('title', 'a', 'b'), value, { maxKeys: 3 }),
  references: fc.array(
    fc.record({
      type: fc.constantFrom('t', 'u'),
      id: fc.constantFrom('1', '12', '2'),
      name: fc.constantFrom('n', 'm'),
    }),
    { maxLength: 2 }
  ),
});

const literal = fc.record({
  pieces: fc.oneof(
    fc.tuple(text),
    fc.tuple(fc.constantFrom('', 'sa', '1', 'n'), fc.constantFrom('', 'es', 'les', '2')),
    fc.constant(['', 'al', ''])
  ),
  isQuoted: fc.boolean(),
});
const dates = { from: '2024-05-06T00:00:00.000Z', to: '2024-05-06T23:59:59.999Z' };
const test: fc.Arbitrary<StoreFilterTest> = fc.oneof(
  fc.constant<StoreFilterTest>({ kind: 'exists' }),
  fc.record(
    {
      kind: fc.constant('equals' as const),
      literal,
      number: fc.constantFrom(1, 2),
      truth: fc.constantFrom('true' as const, 'false' as const),
      dates: fc.constant(dates),
    },
    { requiredKeys: ['kind', 'literal'] }
  ),
  fc.record(
    {
      kind: fc.constant('range' as const),
      operator: fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const),
      number: fc.constantFrom(0, 1),
      dates: fc.constant(dates),
    },
    { requiredKeys: ['kind', 'operator'] }
  )
);
const type = fc.constantFrom('note', 'other');
const reference = fc.record({
  kind: fc.constant('field' as const),
  type,
  field: fc.record({ reference: fc.constantFrom('type' as const, 'id' as const, 'name' as const) }),
  test,
});
const field = fc.record({
  kind: fc.constant('field' as const),
  type,
  field: fc.oneof(
    fc.record({ attribute: fc.constantFrom(['title'], ['a'], ['b'], ['a', 'x'], ['b', 'y']) }),
    fc.record({ root: fc.constantFrom('id' as const, 'type' as const) })
  ),
  test,
});
const { filter } = fc.letrec<{ filter: StoreFilter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    field,
    reference,
    fc.record({
      kind: fc.constant('reference' as const),
      type,
      node: fc.oneof(
        reference,
        fc.record({
          kind: fc.constantFrom('and' as const, 'or' as const),
          nodes: fc.array(reference, { maxLength: 2 }),
        })
      ),
    }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      nodes: fc.array(tie('filter'), { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), node: tie('filter') })
  ),
}));
const { search } = fc.letrec<{ search: SearchNode }>((tie) => ({
  search: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('text' as const), text, isPrefix: fc.boolean() }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      nodes: fc.array(tie('search'), { minLength: 1, maxLength: 3 }),
    }),
    tie('search').map((node): SearchNode => ({ kind: 'and', nodes: [{ kind: 'not', node }] }))
  ),
}));
const query: fc.Arbitrary<StoreQuery> = fc.record(
  {
    types: fc.constant(TYPES),
    filter,
    search,
    searchFields: fc.constantFrom(['title'], ['a'], ['title^3', 'b.x'], ['*']),
    sort: fc.record({ by: fc.constantFrom('id' as const), isDescending: fc.boolean() }),
    offset: fc.constant(0),
    limit: fc.constant(100),
  },
  { requiredKeys: ['types', 'offset', 'limit', 'sort'] }
);

it('finds the same objects as the embedded backend, in the same order (property)', async () => {
  let round = 0;
  const property = fc.asyncProperty(
    fc.array(fc.tuple(type, content), { minLength: 1, maxLength: 5 }),
    query,
    async (contents, storeQuery) => {
      const store = opened.openStore({ kind: 'server' }, `tenant:${round++}`);
      const outcomes = await store.write(
        contents.map(([name, one], index) => ({
          kind: 'create',
          overwrite: false,
          titleField: 'title',
          type: name,
          id: `${index}`,
          ...one,
        }))
      );
      const objects = outcomes.map((outcome) => {
        if (!outcome.ok) throw outcome.error;
        return outcome.object;
      });
      const page = await store.find(storeQuery);
      const expected = await Promise.all(page.hits.map(async (hit) => (await hit.readHead())?.id));
      const score = makeScoring(storeQuery);
      const found = objects
        .filter((object) => score(object) > 0)
        .map((object, at) => rank(object, at, score(object), 'title', storeQuery))
        .sort(byRank(storeQuery));
      expect(found.map(({ key }) => key.id)).toEqual(expected);
    }
  );
  await fc.assert(property, { numRuns: 400 });
});

it.each<[NonNullable<StoreQuery['sort']>['by'], unknown[]]>([
  ['title', ['École', 'apple', 'Zebra', '']],
  [{ attribute: 'a' }, [3, 1, 'b', undefined, 'a']],
])('sorts by %j as the embedded backend does', async (by, values) => {
  const store = opened.openStore({ kind: 'server' }, `tenant:${JSON.stringify(by)}`);
  const name = typeof by === 'object' ? by.attribute : by;
  const outcomes = await store.write(
    values.map((one, index) => ({
      kind: 'create',
      overwrite: false,
      titleField: 'title',
      type: 'note',
      id: `${index}`,
      attributes: one === undefined ? {} : { [name]: one },
      references: [],
    }))
  );
  const storeQuery: StoreQuery = {
    types: TYPES,
    sort: { by, isDescending: true },
    offset: 0,
    limit: 9,
  };
  const { hits } = await store.find(storeQuery);
  const expected = await Promise.all(hits.map(async (hit) => (await hit.readHead())?.id));
  const found = outcomes
    .map((outcome, at) => outcome.ok && rank(outcome.object, at, 1, 'title', storeQuery))
    .filter((one) => one !== false)
    .sort(byRank(storeQuery));
  expect(found.map(({ key }) => key.id)).toEqual(expected);
});
