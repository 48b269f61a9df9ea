/** Compares filters with a plain evaluation in JavaScript, on random hostile names and values. */
import * as fc from 'fast-check';
import { createTemporarySavedObjects, type TemporarySavedObjects } from './mocks';
import { tokenize } from '../../../backend/testing/stores';

let objects: TemporarySavedObjects;
beforeAll(() => {
  objects = createTemporarySavedObjects([
    { name: 'thing' },
    { name: 'other', titleField: 'b' },
    { name: 'never-written' },
  ]);
});
afterAll(() => objects.dispose());

type Value = string | number | boolean | null;
type Attribute = Value | Value[] | Record<string, unknown> | Array<Record<string, unknown>>;
interface Item {
  readonly type: string;
  readonly attributes: Record<string, Attribute>;
}

const NAMES = [
  'a',
  'b',
  'description',
  `q"q`,
  'back\\slash',
  `x' OR 1=1 --`,
  '$[0]',
  '__proto__',
  'st*r',
  'é',
  '?',
];
const name = fc.constantFrom(...NAMES);
const value = fc.oneof(
  fc.constantFrom(
    'alpha',
    'Älpha beta',
    'al-beta',
    'beta 7',
    'alphabet',
    'true',
    '7',
    "it's",
    '',
    '2024-05-06'
  ),
  fc.constantFrom(
    '2024-05-06T07:08:09.010Z',
    '2024-05-06T01:00:00+03:00',
    `'); DROP TABLE objects; --`
  ),
  fc.constantFrom(7, -1, 2.5, 2024, 0, 1e21, true, false, null)
);
const values = fc.oneof(value, fc.array(value, { maxLength: 3 }));
const nested = fc.dictionary(name, values, { maxKeys: 3, noNullPrototype: true });
const item = fc.record({
  type: fc.constantFrom('thing', 'other'),
  attributes: fc.dictionary(
    name,
    fc.oneof(values, values, nested, fc.array(nested, { maxLength: 2 })),
    { maxKeys: 5, noNullPrototype: true }
  ),
}) as fc.Arbitrary<Item>;

const DATES: ReadonlyArray<readonly [text: string, from: string, to: string]> = [
  ['2024', '2024-01-01T00:00:00.000Z', '2024-12-31T23:59:59.999Z'],
  ['2024-05', '2024-05-01T00:00:00.000Z', '2024-05-31T23:59:59.999Z'],
  ['2024-05-06', '2024-05-06T00:00:00.000Z', '2024-05-06T23:59:59.999Z'],
  ['"2024-05-06T07:08:09.010Z"', '2024-05-06T07:08:09.010Z', '2024-05-06T07:08:09.010Z'],
];
const OPERATORS = {
  '<': (left: number, right: number) => left < right,
  '<=': (left: number, right: number) => left <= right,
  '>': (left: number, right: number) => left > right,
  '>=': (left: number, right: number) => left >= right,
};

/**
 * The part of a filter after the field's name, and its expected result for the values of that
 * field.
 */
interface Test {
  readonly text: string;
  readonly holds: (found: readonly unknown[]) => boolean;
}

const tokensOf = (found: readonly unknown[]): string[][] =>
  found.some((it) => typeof it === 'string')
    ? found
        .filter((it) => typeof it === 'string' || typeof it === 'number')
        .map((it) => tokenize(String(it)))
    : [];
const hasPhrase = (found: readonly unknown[], phrase: readonly string[]) =>
  phrase.length > 0 &&
  tokensOf(found).some((tokens) => ` ${tokens.join(' ')} `.includes(` ${phrase.join(' ')} `));
const hasToken = (found: readonly unknown[], pattern: RegExp) =>
  tokensOf(found)
    .flat()
    .some((token) => pattern.test(token));
const dateOf = (it: unknown): number =>
  typeof it === 'string' && /^\d{4}-\d\d-\d\d/.test(it) ? Date.parse(it) : Number.NaN;

const test: fc.Arbitrary<Test> = fc.oneof(
  fc
    .constantFrom(
      'alpha',
      'al-beta',
      'BETA',
      'true',
      '7',
      '2.5',
      '-1',
      '1e21',
      `'; --`,
      'alpha zero'
    )
    .map((text) => ({
      text: `: ${text}`,
      holds: (found: readonly unknown[]) =>
        found.some((it) => typeof it === 'number' && it === Number(text)) ||
        found.some((it) => typeof it === 'boolean' && String(it) === text) ||
        text.split(' ').some((part) => hasPhrase(found, tokenize(part))),
    })),
  fc.constantFrom('alpha beta', 'beta alpha', '7', 'false').map((text) => ({
    text: `: "${text}"`,
    holds: (found: readonly unknown[]) =>
      found.some((it) => typeof it === 'number' && it === Number(text)) ||
      found.some((it) => typeof it === 'boolean' && String(it) === text) ||
      hasPhrase(found, tokenize(text)),
  })),
  fc
    .constantFrom<readonly [string, RegExp]>(
      ['al*', /^al/],
      ['*a', /a$/],
      ['*ph*', /ph/],
      ['a*a', /^a.*a$/],
      ['Ä*t', /^a.*t$/],
      ['*%*', /^$/]
    )
    .map(([text, pattern]) => ({
      text: `: ${text}`,
      // Wildcards without a letter match any text.
      holds: (found: readonly unknown[]) =>
        text === '*%*' ? found.some((it) => typeof it === 'string') : hasToken(found, pattern),
    })),
  fc
    .tuple(fc.constantFrom(...(['<', '<=', '>', '>='] as const)), fc.constantFrom(0, 2.5, 7))
    .map(([operator, limit]) => ({
      text: ` ${operator} ${limit}`,
      holds: (found: readonly unknown[]) =>
        found.some((it) => typeof it === 'number' && OPERATORS[operator](it, limit)),
    })),
  fc
    .tuple(fc.constantFrom(...(['<', '<=', '>', '>='] as const)), fc.constantFrom(...DATES))
    .map(([operator, [text, from, to]]) => ({
      text: ` ${operator} ${text}`,
      holds: (found: readonly unknown[]) =>
        found.some(
          (it) =>
            (typeof it === 'number' && text === '2024' && OPERATORS[operator](it, 2024)) ||
            OPERATORS[operator](
              dateOf(it),
              Date.parse(operator === '<' || operator === '>=' ? from : to)
            )
        ),
    })),
  fc.constantFrom(...DATES).map(([text, from, to]) => ({
    text: `: ${text}`,
    holds: (found: readonly unknown[]) =>
      found.some(
        (it) =>
          (text === '2024' && it === 2024) ||
          (dateOf(it) >= Date.parse(from) && dateOf(it) <= Date.parse(to))
      ) || hasPhrase(found, tokenize(text)),
  }))
);

interface Filter {
  readonly text: string;
  readonly accepts: (item: Item) => boolean;
}

function valuesAt(attributes: unknown, path: readonly string[]): unknown[] {
  return path.reduce<unknown[]>(
    (parents, key) =>
      parents.flatMap((parent) => {
        if (parent === null || typeof parent !== 'object' || Array.isArray(parent)) return [];
        const found = Object.hasOwn(parent, key) ? (parent as Record<string, unknown>)[key] : [];
        return Array.isArray(found) ? (found as unknown[]) : [found];
      }),
    [attributes]
  );
}

/** An object has a value if one of its properties has one; in a list, values count directly. */
function isThere({ attributes }: Item, path: readonly string[]): boolean {
  const key = path.at(-1) as string;
  return valuesAt(attributes, path.slice(0, -1)).some((parent) => {
    if (parent === null || typeof parent !== 'object' || !Object.hasOwn(parent, key)) return false;
    const found = (parent as Record<string, unknown>)[key];
    return (found !== null && typeof found === 'object' ? Object.values(found) : [found]).some(
      (it) => it !== null
    );
  });
}

const leaf: fc.Arbitrary<Filter> = fc
  .tuple(
    fc.constantFrom('thing', 'other', 'never-written'),
    fc.array(name, { minLength: 1, maxLength: 2 }),
    fc.option(test)
  )
  .map(([type, path, tested]) => {
    const field = `"${type}.attributes.${path.join('.').replaceAll(/["\\]/g, '\\$&')}"`;
    return {
      text: `${field}${tested ? tested.text : ': *'}`,
      accepts: (it: Item) =>
        it.type === type &&
        (tested ? tested.holds(valuesAt(it.attributes, path)) : isThere(it, path)),
    };
  });

const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('filter').map((inner) => ({
      text: `not (${inner.text})`,
      accepts: (it: Item) => !inner.accepts(it),
    })),
    fc.tuple(tie('filter'), tie('filter')).map(([left, right]) => ({
      text: `(${left.text}) AND (${right.text})`,
      accepts: (it: Item) => left.accepts(it) && right.accepts(it),
    })),
    fc.tuple(tie('filter'), tie('filter')).map(([left, right]) => ({
      text: `(${left.text}) or (${right.text})`,
      accepts: (it: Item) => left.accepts(it) || right.accepts(it),
    }))
  ),
}));

describe('find with a filter', () => {
  let run = 0;

  it('matches a plain evaluation for any names and values (property)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { minLength: 1, maxLength: 6 }),
        fc.array(filter, { minLength: 1, maxLength: 4 }),
        async (items, filters) => {
          const client = objects.clientFor({ partition: `run ${run++}` });
          await client.bulkCreate(items.map((it, index) => ({ ...it, id: String(index) })));
          for (const { text, accepts } of filters) {
            const { total, saved_objects: found } = await client.find({
              type: ['thing', 'other', 'never-written'],
              filter: text,
              sortField: 'id',
            });
            const expected = items.flatMap((it, index) => (accepts(it) ? [String(index)] : []));
            expect({ text, ids: found.map(({ id }) => id) }).toEqual({ text, ids: expected });
            expect(total).toBe(expected.length);
          }
        }
      ),
      { numRuns: 300 }
    );
  });

  it('responds to any text with a page or with 400 (property)', async () => {
    const client = objects.clientFor({ partition: 'run 0' });
    const part = fc.constantFrom(
      'thing.attributes.a',
      'other.references',
      'thing.updated_at',
      'other.id',
      ': ',
      ' > ',
      ' and ',
      'not ',
      '(',
      ')',
      '{ ',
      ' }',
      'id: 1',
      '"',
      "'",
      '\\',
      '*',
      '\\u0022',
      '--',
      ';',
      '2024',
      'é',
      ' or '
    );
    const text = fc.oneof(
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }).map((it) => `thing.attributes.a: ${it}`),
      fc.string({ unit: 'binary' }).map((it) => `thing.attributes.${it}: *`)
    );
    await fc.assert(
      fc.asyncProperty(text, async (filterText) => {
        const response = client.find({ type: ['thing', 'other'], filter: filterText });
        const status = await response.then(
          () => 200,
          (error: unknown) => (error as { statusCode?: number }).statusCode ?? error
        );
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 500 }
    );
  }, 30_000);
});
