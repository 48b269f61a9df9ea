/** Entries with their versions, as visible to the caller. */
import { IMPORT_LIMITS, type ImportKind } from '@sd/contracts';
import type { EngineResponse, ScopedEngineClient } from '@sd/core/server';
import { enginePaths, expectSuccess, mapEngineErrors, toResult } from '../engine_requests';

type Json = Readonly<Record<string, unknown>>;

export interface StoredEntry {
  readonly entity: Json;
  readonly version?: string;
}

/** Paths of kinds whose entries are one document. */
const DOCUMENT_PATHS: Readonly<Partial<Record<ImportKind, string>>> = {
  audit: enginePaths.audit,
  guardrails: enginePaths.guardrails,
};

/**
 * One entry, always fresh; `undefined` if there is none of this name.
 * @throws {EngineRequestError | EngineUnavailableError}
 */
export async function storedEntry(
  engine: ScopedEngineClient,
  kind: ImportKind,
  name: string
): Promise<StoredEntry | undefined> {
  const path = DOCUMENT_PATHS[kind] ?? enginePaths.entity(kind, name);
  const response = await mapEngineErrors(engine.request({ method: 'GET', path }));
  if (response.statusCode === 404) return undefined;
  const { body, headers } = await expectSuccess(Promise.resolve(response));
  const entities = body as Readonly<Record<string, Json>>;
  const entity = Object.hasOwn(entities, name) ? entities[name] : undefined;
  return entity && toStored(entity, headers);
}

const toStored = (entity: Json, { etag }: EngineResponse['headers']): StoredEntry => ({
  entity,
  ...(etag !== undefined && { version: etag }),
});

/**
 * @param isFresh - bypasses what the server has cached of a cluster
 * @throws {EngineRequestError | EngineUnavailableError}
 */
export async function storedEntries(
  engine: ScopedEngineClient,
  kind: ImportKind,
  isFresh = true
): Promise<ReadonlyMap<string, StoredEntry>> {
  if (kind === 'audit') {
    const config = await storedEntry(engine, kind, 'config');
    return new Map(config && [['config', config]]);
  }
  if (kind === 'guardrails') {
    const call = engine.request({ method: 'GET', path: enginePaths.guardrails });
    const { body, headers } = await expectSuccess(call);
    const promises = Object.entries(body as Readonly<Record<string, Json>>);
    return new Map(promises.map(([name, promise]) => [name, toStored(promise, headers)]));
  }
  const stored = new Map<string, StoredEntry>();
  for (let page = 1; ; page++) {
    const found = await toResult(
      engine.find({
        type: kind,
        page,
        perPage: IMPORT_LIMITS.readPage,
        isFresh: isFresh && page === 1,
      })
    );
    for (const { name, entity, version } of found.items) stored.set(name, { entity, version });
    if (found.items.length === 0 || stored.size >= found.total) return stored;
  }
}
