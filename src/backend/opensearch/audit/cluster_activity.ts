/**
 * What users did according to a cluster's audit indices, counted by the cluster with the caller's
 * credentials. Days that are over are counted once per caller; the first pass goes on in the
 * background while callers see how far it is.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { mapValues } from 'lodash';
import { DENIED, GRANTED, isWildcard } from '../../../contracts/api';
import { BACKEND_ERRORS, englishText } from '../../../contracts/errors';
import { ACTIVITY_LIMITS } from '../../../contracts/limits';
import { ActivityRecorder } from '../../activity/recorded_activity';
import type { RecordedActivity } from '../../activity/recorded_activity';
import type { ReadActivity } from '../../activity/engine_usage';
import type { AuditSettings, EngineResponse, EngineResult, RequestCaller } from '../../api';
import { absentFeature } from '../../api/features';
import { isJsonObject } from '../../model/entity_shape';
import { BoundedMap } from '../../model/bounded_map';
import { notFound } from '../../model/responses';
import { runInSlices } from '../../scheduling/cooperative_task';
import {
  assertReady,
  ClusterError,
  toKey,
  toResponse,
  withoutTenant,
  type ClusterClient,
} from '../client';
import { auditIndices } from './audit_query';

type Json = Readonly<Record<string, unknown>>;

const DAY_MS = 86_400_000;
/** Buckets between two yields to the event loop. */
const YIELD_AFTER = 2_000;
const UNEXPECTED = 'The cluster answers a search in another form.';
const { bucketsPerSearch, searchesPerDay, kept, freshMs, lateMs, waitMs, sliceMs, workMs } =
  ACTIVITY_LIMITS;
const FIELDS = {
  user: 'audit_request_effective_user',
  action: 'audit_request_privilege',
  resolved: 'audit_trace_resolved_indices',
  requested: 'audit_trace_indices',
  category: 'audit_category',
} as const;
type Field = keyof typeof FIELDS;
/** The fields that hold whole values: `keyword` subfields, unless a template says otherwise. */
type WholeFields = Readonly<Record<Field, string>>;
const KEYWORDS = mapValues(FIELDS, (name) => `${name}.keyword`);

interface CountedDay {
  readonly activity: RecordedActivity;
  /** When it was counted, in epoch milliseconds. */
  readonly atMs: number;
}

/** The days that were counted for a caller. */
interface Pass {
  readonly counted: Map<number, CountedDay>;
  running: Promise<unknown> | undefined;
  failure: unknown;
}

export class ClusterActivity {
  private readonly passes = new BoundedMap<string, Pass>(kept);
  private readonly source: ReturnType<typeof auditIndices>;

  /** @param now - epoch milliseconds */
  constructor(
    private readonly client: Pick<ClusterClient, 'asCaller'>,
    audit: AuditSettings,
    private readonly now: () => number
  ) {
    this.source = auditIndices(audit);
  }

  /** @throws {ClusterError} if the cluster gives no complete response */
  async read(caller: RequestCaller, days: number): Promise<EngineResult<ReadActivity>> {
    const { source } = this;
    if ('why' in source) return absentFeature('auditEvents', source.why);
    try {
      const search = new ActivitySearch(this.client, withoutTenant(caller), source.index);
      // What was counted must not outlive the permission to read it.
      await search.prepare();
      const key = toKey(withoutTenant(caller));
      const pass = this.passes.get(key) ?? {
        counted: new Map(),
        running: undefined,
        failure: undefined,
      };
      this.passes.set(key, pass);
      const now = this.now();
      const starts = lastDays(now, days);
      pass.running ??= this.count(pass, starts, search)
        .catch((error: unknown) => (pass.failure = error))
        .finally(() => (pass.running = undefined));
      await Promise.race([pass.running, setTimeout(waitMs, undefined, { ref: false })]);
      const { failure } = pass;
      pass.failure = undefined;
      if (failure !== undefined) throw failure;
      return { ok: true, result: await countRead(pass, starts) };
    } catch (error) {
      if (error instanceof Denial) return { ok: false, response: error.response };
      throw error;
    }
  }

  private async count(
    { counted }: Pass,
    starts: readonly number[],
    search: ActivitySearch
  ): Promise<void> {
    const oldest = this.now() - (ACTIVITY_LIMITS.days + 1) * DAY_MS;
    for (const fromMs of counted.keys()) if (fromMs < oldest) counted.delete(fromMs);
    // The newest day first: it tells the most.
    for (const fromMs of [...starts].reverse()) {
      const known = counted.get(fromMs);
      const atMs = this.now();
      const isOver = known !== undefined && known.atMs > fromMs + DAY_MS + lateMs;
      if (isOver || (known && atMs - known.atMs < freshMs)) continue;
      counted.set(fromMs, { activity: await search.day(fromMs), atMs });
    }
  }
}

/** Starts of the last days, in UTC, the oldest first; epoch milliseconds. */
const lastDays = (nowMs: number, days: number): readonly number[] => {
  const today = nowMs - (nowMs % DAY_MS);
  return Array.from({ length: days }, (_, at) => today - (days - 1 - at) * DAY_MS);
};

async function countRead(
  { counted, running }: Pass,
  starts: readonly number[]
): Promise<ReadActivity> {
  const days = starts.flatMap((from) => {
    const day = counted.get(from);
    return day ? [{ from, activity: day.activity }] : [];
  });
  const whole = new ActivityRecorder();
  for (const { activity } of days)
    await runInSlices(whole.merge(activity), { sliceMs, limitMs: workMs });
  return {
    activity: whole.result(),
    days: days.map(({ from, activity }) => ({ from, events: activity.events })),
    ...((running !== undefined || days.length < starts.length) && {
      progress: { done: days.length, total: starts.length },
    }),
  };
}

/** The cluster denied the caller access, or has no such index. */
class Denial extends Error {
  constructor(readonly response: EngineResponse) {
    super(`status ${response.statusCode}`);
  }
}

interface Bucket {
  readonly key: Readonly<Record<'category' | 'user' | 'action', string>> & {
    readonly index?: string;
  };
  readonly doc_count: number;
  readonly last: { readonly value: number | null };
}

interface Buckets {
  readonly buckets: readonly Bucket[];
  readonly after_key?: Json;
}

/** By index that was resolved or requested, or of requests without indices. */
type Composite = 'resolved' | 'requested' | 'unplaced';

interface Counted {
  readonly aggregations: Partial<Record<Composite, Buckets>> & {
    readonly granted?: {
      readonly doc_count: number;
      readonly first: { readonly value: number | null };
      readonly last: { readonly value: number | null };
    };
  };
}

/** Indices that hold texts in the same way. */
interface Form {
  readonly index: string;
  readonly fields: WholeFields;
}

/** Characters of the names of indices in one address. */
const NAMES_LENGTH = 2_000;

class ActivitySearch {
  private forms: readonly Form[] = [];

  constructor(
    private readonly client: Pick<ClusterClient, 'asCaller'>,
    private readonly caller: RequestCaller,
    private readonly index: string
  ) {}

  /**
   * Reads how texts are stored, which needs the permission to read.
   * @throws {Denial}
   */
  async prepare(): Promise<void> {
    const { index } = this;
    const names = [FIELDS.category, KEYWORDS.category];
    const body = await this.send(index, 'GET', '_field_caps', { fields: names.join(',') });
    const known = body['fields'];
    if (!isJsonObject(known)) throw new ClusterError('malformed', UNEXPECTED);
    const whole = known[FIELDS.category];
    if (!isJsonObject(whole))
      throw new Denial(notFound(englishText(BACKEND_ERRORS.noAuditIndex, { index })));
    const hasSubfield = KEYWORDS.category in known;
    const keyword = whole['keyword'];
    const listed = isJsonObject(keyword) ? keyword['indices'] : undefined;
    const others = isJsonObject(keyword)
      ? splitIntoChunks(Array.isArray(listed) ? listed : [index])
      : [];
    this.forms = [
      ...(hasSubfield ? [{ index, fields: KEYWORDS }] : []),
      ...others.map((one) => ({ index: one, fields: FIELDS })),
    ];
  }

  /** @param fromMs - start of the day, in epoch milliseconds */
  async day(fromMs: number): Promise<RecordedActivity> {
    const recorder = new ActivityRecorder();
    for (const form of this.forms) await this.count(form, fromMs, recorder);
    return recorder.result();
  }

  private async count(form: Form, fromMs: number, recorder: ActivityRecorder): Promise<void> {
    const { category, user, action, resolved, requested } = form.fields;
    const range = { gte: fromMs, lt: fromMs + DAY_MS, format: 'epoch_millis' };
    const filter: readonly Json[] = [
      { range: { '@timestamp': range } },
      { terms: { [category]: [GRANTED, DENIED] } },
      ...[user, action].map(isThere),
    ];
    const parts: ReadonlyArray<readonly [bool: Json, names: readonly Composite[]]> = [
      [{ filter: [...filter, isThere(resolved)] }, ['resolved', 'requested']],
      [{ filter: [...filter, isThere(requested)], must_not: isThere(resolved) }, ['requested']],
      [{ filter, must_not: [resolved, requested].map(isThere) }, ['unplaced']],
    ];
    for (const [bool, names] of parts) {
      const { buckets, granted, isCut } = await this.pages(form, bool, names);
      // A name that was requested is mostly among the resolved ones, and must not count twice.
      const counts = new Map<string, Bucket>();
      for (const [at, bucket] of buckets.entries()) {
        const key = JSON.stringify(bucket.key);
        const known = counts.get(key);
        if (!known || known.doc_count < bucket.doc_count) counts.set(key, bucket);
        if (at % YIELD_AFTER === 0) await setImmediate();
      }
      for (const { key, doc_count: count, last } of counts.values()) {
        const { category: kind, ...use } = key;
        // Wildcards were resolved; a wildcard alone would count as a request without indices.
        if (use.index !== undefined && isWildcard(use.index)) continue;
        recorder.add(kind === GRANTED, { ...use, count, lastMs: last.value ?? fromMs });
      }
      for (const { key, doc_count: count, of } of buckets)
        if (key.category === GRANTED && key.index !== undefined && of === names[0])
          recorder.countWrites({ ...key, count, lastMs: fromMs });
      const { doc_count: count = 0, first, last } = granted ?? {};
      if (count > 0) recorder.countEvents(count, first?.value ?? fromMs, last?.value ?? fromMs);
      if (isCut) recorder.leftOut();
    }
  }

  /** All buckets of the aggregations, page by page. */
  private async pages(form: Form, bool: Json, names: readonly Composite[]) {
    const buckets: Array<Bucket & { readonly of: Composite }> = [];
    let granted: Counted['aggregations']['granted'];
    let open = new Map<Composite, Json | undefined>(names.map((name) => [name, undefined]));
    for (let search = 0; open.size > 0; search++) {
      if (search === searchesPerDay) return { buckets, granted, isCut: true };
      const aggs = [...open].map(([name, after]) => [name, getComposite(form, name, after)]);
      const { aggregations } = (await this.send(
        form.index,
        'POST',
        '_search',
        { allow_partial_search_results: 'false' },
        {
          size: 0,
          track_total_hits: false,
          query: { bool },
          aggs: {
            ...Object.fromEntries(aggs),
            ...(search === 0 && { granted: grantedFilter(form.fields) }),
          },
        }
      )) as unknown as Counted;
      if (!isJsonObject(aggregations)) throw new ClusterError('malformed', UNEXPECTED);
      granted ??= aggregations.granted;
      const next: typeof open = new Map();
      for (const name of open.keys()) {
        const page = aggregations[name];
        for (const bucket of page?.buckets ?? []) buckets.push({ ...bucket, of: name });
        if (page?.after_key && page.buckets.length === bucketsPerSearch)
          next.set(name, page.after_key);
      }
      open = next;
    }
    return { buckets, granted, isCut: false };
  }

  /** @throws {Denial} */
  private async send(
    index: string,
    method: 'GET' | 'POST',
    endpoint: string,
    query: Readonly<Record<string, string>>,
    body?: Json
  ): Promise<Json> {
    const names = index.split(',').map(encodeURIComponent).join(',');
    const response = await this.client.asCaller(this.caller, {
      method,
      path: `/${names}/${endpoint}`,
      query: {
        ignore_unavailable: 'true',
        allow_no_indices: 'true',
        expand_wildcards: 'open',
        ...query,
      },
      ...(body && { body }),
      isRepeatable: true,
      right: 'GET AUDIT',
    });
    assertReady(response);
    if (response.statusCode !== 200) throw new Denial(toResponse(response, {}));
    if (!isJsonObject(response.json)) throw new ClusterError('malformed', UNEXPECTED);
    return response.json;
  }
}

const isThere = (field: string): Json => ({ exists: { field } });

function getComposite({ fields }: Form, name: Composite, after: Json | undefined): Json {
  const { category, user, action } = fields;
  const by = { category, user, action, ...(name !== 'unplaced' && { index: fields[name] }) };
  return {
    composite: {
      size: bucketsPerSearch,
      sources: Object.entries(by).map(([key, field]) => ({ [key]: { terms: { field } } })),
      ...(after && { after }),
    },
    aggs: { last: { max: { field: '@timestamp' } } },
  };
}

const grantedFilter = ({ category }: WholeFields): Json => ({
  filter: { term: { [category]: GRANTED } },
  aggs: { first: { min: { field: '@timestamp' } }, last: { max: { field: '@timestamp' } } },
});

/** Names of indices, joined, within the length of an address. */
function splitIntoChunks(names: readonly unknown[]): readonly string[] {
  const chunks: string[] = [];
  for (const name of names.map(String)) {
    const last = chunks.at(-1);
    if (last !== undefined && last.length + name.length < NAMES_LENGTH)
      chunks[chunks.length - 1] = `${last},${name}`;
    else chunks.push(name);
  }
  return chunks;
}
