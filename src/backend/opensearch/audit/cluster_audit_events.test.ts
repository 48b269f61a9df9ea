import { clusterResponse } from '../../../../test/helpers/cluster_response';
import { AUDIT_LIMITS } from '../../../contracts/limits';
import { ClusterError, type ClusterResponse, type ClusterCall } from '../client';
import { ClusterAuditEvents } from './cluster_audit_events';

const JANE = {
  kind: 'user',
  principal: { userName: 'jane', headers: { authorization: 'Basic x' } },
  tenant: 'sales',
} as never;

/**
 * Simulates an index with events of the given size; returns those that the body of a search asks
 * for.
 */
function indexOf(bytes: number, events = 1_000) {
  const calls: ClusterCall[] = [];
  const asCaller = async (_caller: unknown, call: ClusterCall): Promise<ClusterResponse> => {
    calls.push(call);
    const { size, from = 0, search_after: after, track_total_hits } = call.body as SearchBody;
    const first = after ? events - after[1] : from;
    const count = Math.max(0, Math.min(size, events - first));
    if (count * bytes > (call.maxBytes ?? 0)) throw new ClusterError('too_large', 'too large');
    const hits = Array.from({ length: count }, (_, at) => ({
      _id: String(first + at),
      _source: { text: 'x'.repeat(bytes) },
      sort: [events - first - at, events - 1 - first - at],
    }));
    const total = track_total_hits ? { value: events, relation: 'eq' } : undefined;
    const text = JSON.stringify({ _shards: { total: 1 }, hits: { total, hits } });
    return clusterResponse(200, text);
  };
  return { asCaller, calls };
}

interface SearchBody {
  readonly size: number;
  readonly track_total_hits: number | false;
  readonly from?: number;
  readonly search_after?: readonly [number, number];
}

const auditOf = (asCaller: never, now = () => 0) =>
  new ClusterAuditEvents({ asCaller, ownCaller: undefined }, { type: 'internal_opensearch' }, now);

it('reads large events in small batches, and rejects a page beyond the size limit', async () => {
  const { asCaller, calls } = indexOf(AUDIT_LIMITS.pageBytes / 8);
  const audit = auditOf(asCaller as never);
  const page = await audit.find(JANE, { perPage: 6, search: 'XX' });
  expect(page.ok && page.result.events.map(({ _id }) => _id)).toEqual([
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
  ]);
  expect(calls.length).toBeGreaterThan(1);
  const refused = await audit.find(JANE, { perPage: 50 });
  expect(refused).toMatchObject({
    response: {
      statusCode: 400,
      body: { message: expect.stringContaining(String(AUDIT_LIMITS.pageBytes)) },
    },
  });
});

it('loses none of several events with the same time and number, as different shards have them', async () => {
  const [moments, shards] = [4, 3];
  const all = Array.from({ length: moments * shards }, (_, at) => {
    const moment = moments - Math.floor(at / shards);
    return { _id: String(at), _source: {}, sort: [moment, moment] };
  });
  const asCaller = async (_caller: unknown, { body }: ClusterCall): Promise<ClusterResponse> => {
    const { size, search_after: after } = body as SearchBody;
    const rest = all.filter(({ sort: [at = 0, number = 0] }) =>
      after === undefined ? true : at < after[0] || (at === after[0] && number < after[1])
    );
    const hits = { hits: rest.slice(0, size) };
    const text = JSON.stringify({ _shards: { total: shards }, hits });
    return clusterResponse(200, text);
  };
  for (const perPage of [1, 2, 5])
    for (const search of [undefined, '{}']) {
      const audit = auditOf(asCaller as never);
      const ids: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = await audit.find(JANE, { perPage, cursor, search });
        if (!page.ok) throw new Error(JSON.stringify(page));
        ids.push(...page.result.events.map(({ _id }) => _id));
        cursor = page.result.nextCursor;
      } while (cursor !== undefined && ids.length <= all.length);
      expect(ids).toEqual(all.map(({ _id }) => _id));
    }
});

it('ends a search at the time limit, with a cursor to continue', async () => {
  const { asCaller } = indexOf(10, 100_000);
  let nowMs = 0;
  const audit = auditOf(asCaller as never, () => (nowMs += AUDIT_LIMITS.searchMs / 4));
  const page = await audit.find(JANE, { search: 'nowhere' });
  expect(page).toMatchObject({
    result: { events: [], nextCursor: expect.stringMatching(/^\d+\.\d+$/) },
  });
});

it('reaches the newest 10,000 events by page number', async () => {
  const { asCaller } = indexOf(10, 20_000);
  const audit = auditOf(asCaller as never);
  const last = await audit.find(JANE, { perPage: 300, page: 34 });
  expect(last.ok && last.result.events.map(({ _id }) => Number(_id))).toEqual(
    Array.from({ length: 300 }, (_, at) => 9_900 + at)
  );
  const beyond = await audit.find(JANE, { perPage: 300, page: 35 });
  expect(beyond).toMatchObject({ result: { events: [], total: 20_000 } });
});

it('throws if the cluster gives no complete response, and returns its 403', async () => {
  const answering = (statusCode: number, text: string) =>
    auditOf((async () => clusterResponse(statusCode, text)) as never);
  for (const [status, text] of [
    [429, 'busy'],
    [503, 'shards'],
    [200, '{"hits":'],
    [200, '{}'],
  ] as const)
    await expect(answering(status, text).find(JANE, {})).rejects.toBeInstanceOf(ClusterError);
  expect(await answering(403, 'no').find(JANE, {})).toMatchObject({
    response: { statusCode: 403, body: 'no' },
  });
});

it('lets the cluster count time spans, once and not for text searches', async () => {
  const bodies: Array<{ readonly aggs?: unknown }> = [];
  const asCaller = async ({}, { body }: { body: { readonly aggs?: unknown } }) => {
    bodies.push(body);
    const buckets = [
      { from: 1_000, to: 1_500, doc_count: 3 },
      { from: 1_500, to: 2_000, doc_count: 0 },
    ];
    const response = {
      _shards: { total: 1 },
      hits: { total: { value: 3, relation: 'eq' }, hits: [] },
      ...(body.aggs !== undefined && { aggregations: { spans: { buckets } } }),
    };
    return clusterResponse(200, response);
  };
  const audit = auditOf(asCaller as never);
  const query = { fromMs: 1_000, toMs: 1_999, spans: 2 };
  expect(await audit.find(JANE, query)).toMatchObject({
    result: {
      spans: [
        { fromMs: 1_000, count: 3 },
        { fromMs: 1_500, count: 0 },
      ],
    },
  });
  expect(bodies[0]?.aggs).toEqual({
    spans: {
      date_range: {
        field: '@timestamp',
        format: 'epoch_millis',
        ranges: [
          { from: 1_000, to: 1_500 },
          { from: 1_500, to: 2_000 },
        ],
      },
    },
  });
  await audit.find(JANE, { ...query, search: 'word' });
  expect(bodies[1]?.aggs).toBeUndefined();
});
