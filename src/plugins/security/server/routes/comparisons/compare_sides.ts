/** Reads two sides and compares them entry by entry, in time slices. */
import { setImmediate } from 'node:timers/promises';
import {
  CodedError,
  BACKEND_ERRORS,
  COMPARISON_KINDS,
  COMPARISON_LIMITS,
  type ComparedEntry,
  type ComparisonKind,
  type ComparisonRequest,
  type ComparisonRow,
  type ComparisonSide,
  type ComparisonState,
  compareEntries,
  differingFields,
  redacted,
} from '@sd/contracts';
import type { ScopedEngineClient } from '@sd/core/server';
import { CLUSTER_ERRORS } from '../../../common';
import { EngineRequestError } from '../../engine_errors';
import { enginePaths, expectSuccess } from '../shared/engine_requests';
import { sentEntry } from '../shared/file_entries';
import { storedEntries } from '../shared/stored_entries';

type Json = Readonly<Record<string, unknown>>;
type Entities = ReadonlyMap<string, Json>;
/** Entities by kind; `undefined` for a kind that the side does not show to the caller. */
type SideContent = ReadonlyMap<ComparisonKind, Entities | undefined>;

export interface ComparedRow extends ComparisonRow {
  /** Without defaults and secrets; only of entries that differ. */
  readonly left?: Json;
  readonly right?: Json;
}

export interface ComparedSides {
  /** By kind, then by name. */
  readonly rows: readonly ComparedRow[];
  /** By `keyOf`. */
  readonly byKey: ReadonlyMap<string, ComparedRow>;
  readonly unreadable: readonly ComparisonKind[];
  /** Characters of the entries in rows, as JSON. */
  readonly size: number;
}

export const keyOf = (kind: ComparisonKind, name: string): string => `${kind}/${name}`;

/** The error of reading one side. */
export class SideError extends Error {
  constructor(
    readonly side: ComparisonSide,
    override readonly cause: unknown
  ) {
    super(String(cause));
  }
}

const SLICE_MS = 8;

/** @returns a function for each step of a long task, which lets other requests run in between */
export function timeSlices(): () => Promise<void> {
  let endsAtMs = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < endsAtMs) return;
    await setImmediate();
    endsAtMs = performance.now() + SLICE_MS;
  };
}

const MEBI = 2 ** 20;
const STATES = {
  create: 'only_right',
  delete: 'only_left',
  update: 'differs',
  same: 'equal',
} as const satisfies Record<ComparedEntry['action'], ComparisonState>;

/**
 * @param engineOf - the engine of a cluster with the caller's credentials
 * @throws {SideError}
 * @throws {CodedError} if the differences are too large to keep
 */
export async function compareSides(
  { left, right }: ComparisonRequest,
  engineOf: (id: string) => ScopedEngineClient
): Promise<ComparedSides> {
  const [one, other] = await Promise.all([
    contentOf('left', left, engineOf),
    contentOf('right', right, engineOf),
  ]);
  const rows: ComparedRow[] = [];
  const byKey = new Map<string, ComparedRow>();
  const unreadable: ComparisonKind[] = [];
  const { keptSize } = COMPARISON_LIMITS;
  let size = 0;
  const step = timeSlices();
  for (const kind of COMPARISON_KINDS) {
    if (!one.has(kind) || !other.has(kind)) continue;
    const [before, after] = [one.get(kind), other.get(kind)];
    if (!before || !after) {
      unreadable.push(kind);
      continue;
    }
    const compared: ComparedRow[] = [];
    for (const entry of compareEntries(kind, before, after)) {
      // Both sides have the same built-in entries, if their versions are the same.
      if (isBuiltIn(before.get(entry.name)) && isBuiltIn(after.get(entry.name))) continue;
      const row = rowOf(kind, entry);
      compared.push(row);
      byKey.set(keyOf(kind, entry.name), row);
      for (const shownEntry of [row.left, row.right])
        if (shownEntry) size += JSON.stringify(shownEntry).length;
      if (size > keptSize)
        throw new CodedError(CLUSTER_ERRORS.differencesTooLarge, { size: keptSize / MEBI });
      await step();
    }
    compared.sort((a, b) => (a.name < b.name ? -1 : 1));
    rows.push(...compared);
  }
  return { rows, byKey, unreadable, size };
}

/** Also of an entry that is missing. */
const isBuiltIn = (entity: Json | undefined): boolean => !entity || entity['static'] === true;

function rowOf(kind: ComparisonKind, entry: ComparedEntry): ComparedRow {
  const { name, action, before, after } = entry;
  const row = { kind, name, state: STATES[action] };
  if (action === 'same') return row;
  return {
    ...row,
    ...(action === 'update' && { fields: differingFields(entry) }),
    ...(before && { left: shown(kind, before) }),
    ...(after && { right: shown(kind, after) }),
  };
}

const shown = (kind: ComparisonKind, entry: Json): Json =>
  kind === 'config' ? (redacted(entry) as Json) : entry;

async function contentOf(
  side: ComparisonSide,
  { cluster, files }: ComparisonRequest['left'],
  engineOf: (id: string) => ScopedEngineClient
): Promise<SideContent> {
  try {
    if ((cluster === undefined) === (files === undefined))
      throw new CodedError(CLUSTER_ERRORS.comparisonSide);
    const content =
      cluster === undefined ? fileContent(files ?? {}) : await clusterContent(engineOf(cluster));
    const count = [...content.values()].reduce((sum, one) => sum + (one?.size ?? 0), 0);
    if (count > COMPARISON_LIMITS.entries)
      throw new CodedError(CLUSTER_ERRORS.comparisonTooLarge, {
        count: COMPARISON_LIMITS.entries,
      });
    return content;
  } catch (error) {
    throw new SideError(side, error);
  }
}

const fileContent = (files: NonNullable<ComparisonRequest['left']['files']>): SideContent =>
  new Map(
    Object.entries(files).map(([kind, entries = {}]) => [
      kind as ComparisonKind,
      new Map(
        Object.entries(entries)
          .filter(([, entry]) => entry?.['static'] !== true)
          .map(([name, entry]) => [name, sentEntry(kind, entry)])
      ),
    ])
  );

async function clusterContent(engine: ScopedEngineClient): Promise<SideContent> {
  const content = new Map<ComparisonKind, Entities | undefined>();
  // One fresh read renews all that the server has cached of a cluster.
  let isFresh = true;
  for (const kind of COMPARISON_KINDS)
    if (kind === 'config') content.set(kind, await settingsOf(() => authenticationOf(engine)));
    else if (kind === 'audit')
      content.set(kind, await settingsOf(() => entitiesOf(engine, kind, false)));
    else {
      content.set(kind, await entitiesOf(engine, kind, isFresh));
      isFresh = false;
    }
  return content;
}

const entitiesOf = async (
  engine: ScopedEngineClient,
  kind: Parameters<typeof storedEntries>[1],
  isFresh: boolean
): Promise<Entities> => {
  const stored = await storedEntries(engine, kind, isFresh);
  return new Map([...stored].map(([name, { entity }]) => [name, entity]));
};

async function authenticationOf(engine: ScopedEngineClient): Promise<Entities> {
  const path = enginePaths.securityConfig;
  const { body } = await expectSuccess(engine.request({ method: 'GET', path }));
  const { dynamic = {} } = (body as { config?: { dynamic?: Json } }).config ?? {};
  return new Map([['config', dynamic]]);
}

/** `undefined` if the cluster does not show them to this caller. */
async function settingsOf(read: () => Promise<Entities>): Promise<Entities | undefined> {
  try {
    return await read();
  } catch (error) {
    const isCredentials = (one: EngineRequestError) =>
      one.attributes?.['code'] === BACKEND_ERRORS.clusterCredentials.code;
    if (error instanceof EngineRequestError && !isCredentials(error)) return undefined;
    throw error;
  }
}
