/** Explained restrictions, compared with what was measured (docs/reference/restrictions.md). */
import type { ExplainedRestrictions } from '../../../contracts/api';
import { cleanUp, clientOf, INTERNAL, startEngine } from '../../testing/embedded';
import {
  ATTRIBUTE,
  backingIndex,
  indexNames,
  measuredPairs,
  type MeasuredPlace,
  type MeasuredRelease,
  patternsByKind,
  streamName,
} from '../../testing/measured_restrictions';
import type { EmbeddedEngine } from '../../embedded';
import { SEARCH } from './mocks';

const START = 't';
const { index, alias } = indexNames(START);
const PLACES = {
  'an index with an alias': { asked: index, known: { name: index, aliases: [alias] } },
  'a data stream': {
    asked: streamName(START),
    known: { name: backingIndex(START), data_stream: streamName(START) },
  },
} as const;

const query = (mark: string): string => `{"term":{"shown_by":"${mark}"}}`;
const entry = (patterns: readonly string[] = [], mark: string) => ({
  index_patterns: patterns,
  allowed_actions: ['read'],
  dls: query(mark),
  fls: [`~hidden_by_${mark}`],
  masked_fields: [`masked_by_${mark}`],
});

const appliedIn = (found: ExplainedRestrictions | undefined): string => {
  if (found?.undefined_choice) return 'one';
  const wordFor = (isApplied: (mark: string) => boolean | undefined): string => {
    const marks = ['1', '2'].filter(isApplied);
    return marks.length === 2 ? 'both' : (marks[0] ?? 'none');
  };
  const words = [
    wordFor((mark) => found?.documents.queries.includes(query(mark))),
    wordFor((mark) => found?.fields.fields.includes(`hidden_by_${mark}`)),
    wordFor((mark) => found?.masking.fields.includes(`masked_by_${mark}`)),
  ];
  return [...new Set(words)].join(' ');
};

afterAll(cleanUp);

describe.each<MeasuredRelease>(['3.4', '2.19'])('an engine that follows %s', (release) => {
  let engine: EmbeddedEngine;
  beforeAll(async () => {
    ({ engine } = await startEngine({ settings: { compatibility: release } }));
    const call = clientOf(engine, INTERNAL);
    // Opens the stream, for patterns of its backing indices.
    const open = { index_patterns: [streamName(START)], allowed_actions: ['read'] };
    for (const [at, place] of (Object.keys(PLACES) as MeasuredPlace[]).entries()) {
      const kinds = patternsByKind(place, START);
      const roles = [
        ...measuredPairs(release, place).map(
          ({ first, second }) =>
            [`${first}, ${second}`, [entry(kinds[first], '1'), entry(kinds[second], '2')]] as const
        ),
        ...Object.entries(kinds).flatMap(([kind, patterns]) =>
          ['1', '2'].map((mark) => [`${kind} ${mark}`, [entry(patterns, mark)]] as const)
        ),
      ];
      const { statusCode } = await call(
        'PATCH',
        '/api/roles',
        roles.map(([name, entries]) => ({
          op: 'add',
          path: `/${at} ${name}`,
          value: { index_permissions: [...entries, open] },
        }))
      );
      expect(statusCode).toBe(200);
    }
  });

  describe.each(Object.keys(PLACES) as MeasuredPlace[])('and a user of %s', (place) => {
    const at = Object.keys(PLACES).indexOf(place);
    const pairs = measuredPairs(release, place);
    const applied = async (...roles: string[]): Promise<string> => {
      const { asked, known } = PLACES[place];
      const subject = {
        name: 'jane',
        security_roles: roles.map((role) => `${at} ${role}`),
        attributes: { [`attr.internal.${ATTRIBUTE}`]: asked },
      };
      const request = { subject, action: SEARCH, index: [asked], known_indices: [known] };
      const response = await engine.explain!(INTERNAL, request);
      if (!response.ok || !('restrictions' in response.result)) throw new Error('no explanation');
      return appliedIn(response.result.restrictions[0]);
    };

    it('has a measured result for each pair of entries', () => {
      expect(pairs).toHaveLength(Object.keys(patternsByKind(place, START)).length ** 2);
    });

    it.each(pairs)('$first before $second in one role: $applied', async (pair) => {
      expect(await applied(`${pair.first}, ${pair.second}`)).toBe(pair.applied);
    });

    it.each(pairs)('$first and $second in two roles', async ({ first, second, ...one }) => {
      const expected = release === '2.19' ? one.applied : 'both';
      expect(await applied(`${first} 1`, `${second} 2`)).toBe(expected);
    });
  });
});
