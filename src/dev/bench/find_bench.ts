/**
 * Times a page of 100 among 100 000 saved objects with search and sort, at the client that the
 * `_find` route calls. The budget is 15 ms at p95. Run with `node
 * src/dev/bench/run.js`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedData } from '../../backend/embedded';
import type { SavedObjectsStore } from '../../backend/api';
import { SavedObjectsClient } from '../../core/server/saved_objects/client';
import { KeyedMutex } from '../../core/server/saved_objects/keyed_mutex';
import { SavedObjectsTypeRegistry } from '../../core/server/saved_objects/type_registry';
import type { SavedObjectsFindOptions } from '../../core/server/saved_objects/types';

const OBJECT_COUNT = 100_000;
const BATCH = 5_000;
const ROUNDS = 40;
const TYPES = ['dashboard', 'visualization', 'search', 'index-pattern'];

export interface FindTiming {
  readonly name: string;
  readonly total: number;
  readonly medianMs: number;
  readonly p95Ms: number;
}

const QUERIES: ReadonlyArray<readonly [string, Partial<SavedObjectsFindOptions>]> = [
  ['rare word, by title', { search: 'w777', sortField: 'display_title' }],
  ['one in ten, by title', { search: 'sales', sortField: 'display_title' }],
  [
    'prefix of a third, in titles, by change',
    { search: 'w1*', searchFields: ['title'], sortField: 'updated_at', sortOrder: 'desc' },
  ],
  ['every object, by title', { search: 'report', sortField: 'display_title' }],
  ['every object, page 400, by title', { search: 'rep*', sortField: 'display_title', page: 400 }],
  [
    'field description, by title',
    { search: 'w2*', searchFields: ['description'], sortField: 'display_title' },
  ],
  [
    'two words, AND, by type',
    { search: 'sales w77*', defaultSearchOperator: 'AND', sortField: 'type' },
  ],
  ['two words, OR, best first', { search: 'w778 w4321' }],
  ['no search, by title', { sortField: 'display_title' }],
  ['no search, page 900, by change', { sortField: 'updated_at', page: 900 }],
];

/** @param onProgress - told what goes on, one line at a time */
export async function benchmarkFind(onProgress: (line: string) => void): Promise<FindTiming[]> {
  const dir = mkdtempSync(join(tmpdir(), 'sd-find-bench-'));
  const types = new SavedObjectsTypeRegistry();
  TYPES.forEach((name) => types.register({ name }));
  const silent = { info() {}, warn() {}, error() {}, debug() {} };
  const data = new EmbeddedData({ dataDir: dir, log: silent });
  const store = data.savedObjects({ kind: 'server' }, '');
  const scope = { partition: '', canRead: true, canWrite: true };
  const client = new SavedObjectsClient({
    store,
    updates: new KeyedMutex(),
    types,
    scope,
    includedHiddenTypes: 'all',
    caller: 'bench',
  });
  try {
    await fill(client, onProgress);
    const timings: FindTiming[] = [];
    for (const [name, options] of QUERIES) {
      timings.push(await time(name, client, store, options));
    }
    return timings;
  } finally {
    data.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function fill(client: SavedObjectsClient, onProgress: (line: string) => void): Promise<void> {
  const startedAtMs = Date.now();
  const random = createRandom(42);
  const word = () => `w${Math.floor(random() * random() * 5_000)}`;
  for (let from = 0; from < OBJECT_COUNT; from += BATCH) {
    await client.bulkCreate(
      Array.from({ length: BATCH }, (_, index) => ({
        type: TYPES[Math.floor(random() * TYPES.length)] as string,
        id: `object-${from + index}`,
        attributes: {
          title: `${word()} ${word()} report ${index % 10 === 0 ? 'sales' : from + index}`,
          description: Array.from({ length: 12 }, word).join(' '),
          panelsJSON: JSON.stringify([
            { panelIndex: index, gridData: { x: 0, y: 0, w: 24, h: 15 } },
          ]),
        },
        references: [{ name: 'index', type: 'index-pattern', id: `object-${index}` }],
      }))
    );
  }
  onProgress(`${OBJECT_COUNT} objects written in ${Date.now() - startedAtMs} ms`);
}

async function time(
  name: string,
  client: SavedObjectsClient,
  store: SavedObjectsStore,
  options: Partial<SavedObjectsFindOptions>
): Promise<FindTiming> {
  const elapsedMs: number[] = [];
  let total = 0;
  for (let round = 0; round < ROUNDS; round++) {
    // A write makes the store forget totals: every round costs what a first search costs.
    await store.write([]);
    const startedAt = process.hrtime.bigint();
    total = (await client.find({ type: TYPES, perPage: 100, ...options })).total;
    elapsedMs.push(Number(process.hrtime.bigint() - startedAt) / 1e6);
  }
  elapsedMs.sort((a, b) => a - b);
  const at = (share: number) =>
    elapsedMs[Math.min(ROUNDS - 1, Math.floor(ROUNDS * share))] as number;
  return { name, total, medianMs: at(0.5), p95Ms: at(0.95) };
}

/** Mulberry32: the same objects on every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
