/** What is read with the server's own permissions is shown as far as a caller may read it. */
import type { ImportKind } from '@sd/contracts';
import type { ScopedEngineClient } from '@sd/core/server';
import { enginePaths, mapEngineErrors } from '../engine_requests';

/** @throws {EngineUnavailableError} */
export async function unreadableKinds(
  engine: ScopedEngineClient,
  kinds: readonly ImportKind[]
): Promise<ReadonlySet<ImportKind>> {
  const unreadable = new Set<ImportKind>();
  for (const kind of kinds) if (!(await isReadable(engine, kind))) unreadable.add(kind);
  return unreadable;
}

async function isReadable(engine: ScopedEngineClient, kind: ImportKind): Promise<boolean> {
  if (kind !== 'audit' && kind !== 'guardrails')
    return (await mapEngineErrors(engine.find({ type: kind, page: 1, perPage: 1 }))).ok;
  const call = engine.request({ method: 'GET', path: enginePaths[kind] });
  return (await mapEngineErrors(call)).statusCode < 400;
}
