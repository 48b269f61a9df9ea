/** The entries of a kind with their versions, as visible to the caller. */
import { IMPORT_LIMITS, type ImportKind } from '@sd/contracts';
import type { ScopedEngineClient } from '@sd/core/server';
import { enginePaths, expectSuccess, resultOf } from './engine_requests';

type Json = Readonly<Record<string, unknown>>;

export interface StoredEntry {
  readonly entity: Json;
  readonly version?: string;
}

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
    const path = enginePaths.audit;
    const { body, headers } = await expectSuccess(engine.request({ method: 'GET', path }));
    const entity = (body as { config: Json }).config;
    const { etag } = headers;
    return new Map([['config', { entity, ...(etag !== undefined && { version: etag }) }]]);
  }
  const stored = new Map<string, StoredEntry>();
  for (let page = 1; ; page++) {
    const found = await resultOf(
      engine.find({
        ...{ type: kind, page, perPage: IMPORT_LIMITS.readPage },
        isFresh: isFresh && page === 1,
      })
    );
    for (const { name, entity, version } of found.items) stored.set(name, { entity, version });
    if (found.items.length === 0 || stored.size >= found.total) return stored;
  }
}
