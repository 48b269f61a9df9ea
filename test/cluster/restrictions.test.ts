/** The tables of docs/reference/restrictions.md, compared with the cluster. */
import { hashSync } from '@node-rs/bcrypt';
import { PREFIX } from '../../src/backend/model/paths';
import {
  ATTRIBUTE,
  indexNames,
  measuredPairs,
  type MeasuredPlace,
  type MeasuredRelease,
  patternsByKind,
  streamName,
} from '../../src/backend/testing/measured_restrictions';
import { adminClient, asAdmin, clientAs, closeClients, clusterNode } from '../helpers/cluster';

const MANY_LOGINS_MS = 300_000;
const PASSWORD = 'Vintage-Tractor-42';
const START = `t${process.pid}`;
/** Documents by the entry that shows them; the last ones are shown by none. */
const DOCUMENTS = ['1', '2', '2', '3', '3', '3', '3'];
const admin = adminClient();
const release: MeasuredRelease = clusterNode().version.startsWith('2.') ? '2.19' : '3.4';
const { index, alias } = indexNames(START);
const stream = streamName(START);

const PLACES = {
  'an index with an alias': { name: index, asked: [index, alias] },
  'a data stream': { name: stream, asked: [stream] },
} as const;

const entry = (patterns: readonly string[] | undefined, mark: string) => ({
  index_patterns: patterns,
  allowed_actions: ['read'],
  dls: JSON.stringify({ term: { shown_by: mark } }),
  fls: [`~hidden_by_${mark}`],
  masked_fields: [`masked_by_${mark}`],
});

/** Lets patterns of backing indices, which do not open the stream, be asked about. */
const OPEN = { index_patterns: [stream], allowed_actions: ['read'] };
const changes: Array<readonly [type: string, name: string]> = [];
async function create(type: string, entities: Readonly<Record<string, object>>): Promise<void> {
  const body = Object.entries(entities).map(([name, value]) => ({
    op: 'add',
    path: `/${name}`,
    value,
  }));
  changes.push(...Object.keys(entities).map((name) => [type, name] as const));
  const { statusCode, text } = await admin.asServer({
    method: 'PATCH',
    path: `${PREFIX}/api/${type}`,
    body,
  });
  if (statusCode >= 300) throw new Error(`${type}: ${statusCode} ${text}`);
}

beforeAll(async () => {
  const mappings = { properties: { shown_by: { type: 'keyword' } } };
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await asAdmin(admin, 'PUT', `/${index}`, { settings, mappings, aliases: { [alias]: {} } });
  await asAdmin(admin, 'PUT', `/_index_template/${stream}`, {
    index_patterns: [stream],
    data_stream: {},
    priority: 1_000,
    template: { settings, mappings },
  });
  for (const name of [index, stream])
    for (const mark of DOCUMENTS)
      await asAdmin(admin, 'POST', `/${name}/_doc?refresh=true`, {
        '@timestamp': '2026-01-01T00:00:00Z',
        shown_by: mark,
        hidden_by_1: 'x',
        hidden_by_2: 'x',
        masked_by_1: 'x',
        masked_by_2: 'x',
      });
});
afterAll(async () => {
  for (const type of ['internalusers', 'roles'])
    await admin.asServer({
      method: 'PATCH',
      path: `${PREFIX}/api/${type}`,
      body: changes
        .filter(([changed]) => changed === type)
        .map(([, name]) => ({ op: 'remove', path: `/${name}` })),
    });
  await asAdmin(admin, 'DELETE', `/${index}`, undefined, [404]);
  await asAdmin(admin, 'DELETE', `/_data_stream/${stream}`, undefined, [404]);
  await asAdmin(admin, 'DELETE', `/_index_template/${stream}`, undefined, [404]);
  await closeClients();
});

interface Hit {
  readonly _source: Readonly<Record<string, string>>;
}

/** What is applied of documents, fields and masks; one word if they agree. */
async function appliedTo(user: string, name: string): Promise<string> {
  const { statusCode, text } = await clientAs(user, PASSWORD).asServer({
    method: 'GET',
    path: `/${name}/_search`,
    query: { size: '20' },
  });
  if (statusCode !== 200) return `${statusCode} ${text.slice(0, 200)}`;
  const hits = (JSON.parse(text) as { hits: { hits: Hit[] } }).hits.hits.map((one) => one._source);
  const [hit = {}] = hits;
  const wordFor = (isApplied: (mark: string) => boolean): string => {
    const marks = ['1', '2'].filter(isApplied);
    return marks.length === 2 ? 'both' : (marks[0] ?? 'none');
  };
  const words = [
    wordFor((mark) => hits.some(({ shown_by: by }) => by === mark)),
    wordFor((mark) => hit[`hidden_by_${mark}`] === undefined),
    wordFor((mark) => hit[`masked_by_${mark}`] !== 'x'),
  ];
  return [...new Set(words)].join(' ');
}

/** Where the choice is undefined, it can differ between documents, fields and masks. */
const asMeasured = (found: string, applied: string): string =>
  applied === 'one' && /^[12]( [12])?$/.test(found) ? 'one' : found;
const keyed = (pairs: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(pairs);

describe.each(Object.keys(PLACES) as MeasuredPlace[])('restrictions of %s', (place) => {
  const { name, asked } = PLACES[place];
  const kinds = patternsByKind(place, START);
  const pairs = measuredPairs(release, place);
  const hash = hashSync(PASSWORD, 4).replace(/^\$2b/, '$2y');
  const user = (roles: readonly string[]) => ({
    hash,
    attributes: { [ATTRIBUTE]: name },
    opendistro_security_roles: roles,
  });
  const named = (at: number, more = '') => `${START}_${name.length}_${more}${at}`;

  it(
    'are those of the table for two entries of one role',
    async () => {
      const created = pairs.map(({ first, second }) => ({
        index_permissions: [entry(kinds[first], '1'), entry(kinds[second], '2'), OPEN],
      }));
      await create('roles', Object.fromEntries(created.map((role, at) => [named(at), role])));
      await create(
        'internalusers',
        Object.fromEntries(created.map((_role, at) => [named(at), user([named(at)])]))
      );
      for (const target of asked) {
        const found: Array<readonly [string, string]> = [];
        for (const [at, { first, second, applied }] of pairs.entries()) {
          const word = asMeasured(await appliedTo(named(at), target), applied);
          found.push([`${first}, ${second}`, word]);
        }
        expect(keyed(found)).toEqual(
          keyed(pairs.map(({ first, second, applied }) => [`${first}, ${second}`, applied]))
        );
      }
    },
    MANY_LOGINS_MS
  );

  it(
    'are those of both for entries of two roles, but for regular expressions on 2.19',
    async () => {
      const all = Object.keys(kinds);
      const roles = all.flatMap((kind, at) =>
        ['1', '2'].map(
          (mark) =>
            [
              named(at, `role${mark}_`),
              { index_permissions: [entry(kinds[kind], mark), OPEN] },
            ] as const
        )
      );
      await create('roles', Object.fromEntries(roles));
      await create(
        'internalusers',
        Object.fromEntries(
          pairs.map(({ first, second }, at) => [
            named(at, 'two_'),
            user([named(all.indexOf(first), 'role1_'), named(all.indexOf(second), 'role2_')]),
          ])
        )
      );
      const found: Array<readonly [string, string]> = [];
      const expected = (applied: string) => (release === '2.19' ? applied : 'both');
      for (const [at, { first, second, applied }] of pairs.entries()) {
        const word = asMeasured(await appliedTo(named(at, 'two_'), asked[0]), expected(applied));
        found.push([`${first}, ${second}`, word]);
      }
      expect(keyed(found)).toEqual(
        keyed(pairs.map(({ first, second, applied }) => [`${first}, ${second}`, expected(applied)]))
      );
    },
    MANY_LOGINS_MS
  );
});
