/** The changes of a request, compared with the entries that are there now. */
import {
  CodedError,
  compareEntry,
  ENTITIES,
  ENTRY_ERRORS,
  type ImportChange,
  type ImportKind,
  isEmptyValue,
  type RequestedChange,
  sentEntry,
} from '@sd/contracts';
import type { ScopedEngineClient } from '@sd/core/server';
import type { ChangeTools } from '@sd/plugins/security/server';
import { CHANGE_REQUEST_ERRORS } from '../../common/change_requests';
import type { StoredChange } from './change_request_store';

type Tools = Pick<ChangeTools, 'isSavableName' | 'read'>;

/**
 * The changes as they are stored, each with the entry that it replaces.
 * @throws {CodedError} if one contains a secret, changes nothing, or is about another version
 */
export async function requestedChanges(
  tools: Tools,
  engine: ScopedEngineClient,
  changes: readonly ImportChange[]
): Promise<readonly StoredChange[]> {
  const requested = new Map<string, StoredChange>();
  for (const change of changes)
    requested.set(toKey(change), await requestedChange(tools, engine, change));
  return [...requested.values()];
}

export const toKey = ({ kind, name }: Pick<StoredChange, 'kind' | 'name'>): string =>
  `${kind}/${name}`;

async function requestedChange(
  { isSavableName, read }: Tools,
  engine: ScopedEngineClient,
  { kind, name, action, version, entry = null }: ImportChange
): Promise<StoredChange> {
  const about = { kind: getNoun(kind), name };
  const isNamed =
    kind === 'guardrails' ||
    (kind === 'audit' ? name === 'config' : await isSavableName(engine, kind, name));
  if (!isNamed) throw new CodedError(ENTRY_ERRORS.invalidName);
  const after = action === 'delete' ? undefined : sentEntry(kind, entry);
  if (kind === 'internalusers' && after) checkUser(name, action, after);
  const found = await read(engine, kind, name);
  if (action === 'create' && found) throw new CodedError(ENTRY_ERRORS.alreadyExists, about);
  const isStale = version !== undefined && version !== found?.version;
  if (isStale || (action === 'update' && !found))
    throw new CodedError(ENTRY_ERRORS.staleVersion, about);
  const { before, ...compared } = compareEntry(kind, name, found?.entity, after);
  if (compared.action === 'same') throw new CodedError(CHANGE_REQUEST_ERRORS.unchanged, about);
  return {
    kind,
    name,
    action: compared.action,
    entry: after ?? null,
    ...(found?.version !== undefined && { version: found.version }),
    ...(before && { before }),
  };
}

/** @throws {CodedError} */
function checkUser(
  name: string,
  action: ImportChange['action'],
  { password, hash }: Readonly<Record<string, unknown>>
): void {
  if (!isEmptyValue(password) || !isEmptyValue(hash))
    throw new CodedError(CHANGE_REQUEST_ERRORS.secret, { name });
  if (action === 'create') throw new CodedError(CHANGE_REQUEST_ERRORS.newUser, { name });
}

/** Each change with its effect; of an open request, with the state of its entry. */
export async function withStates(
  tools: Tools,
  engine: ScopedEngineClient,
  changes: readonly StoredChange[],
  isOpen: boolean
): Promise<RequestedChange[]> {
  const described: RequestedChange[] = [];
  for (const change of changes) {
    const { kind, name, action, entry, before } = change;
    const { after } = compareEntry(kind, name, before, entry ?? undefined);
    described.push({
      kind,
      name,
      action,
      entry,
      ...(before && { before: { ...before } }),
      ...(after && { after: { ...after } }),
      state: isOpen ? await getState(tools, engine, change) : 'ready',
    });
  }
  return described;
}

async function getState(
  { read }: Tools,
  engine: ScopedEngineClient,
  { kind, name, entry, version }: StoredChange
): Promise<RequestedChange['state']> {
  const found = await read(engine, kind, name);
  const { action } = compareEntry(kind, name, found?.entity, entry ?? undefined);
  if (action === 'same') return 'done';
  return found?.version === version ? 'ready' : 'stale';
}

const getNoun = (kind: ImportKind): string =>
  kind === 'audit' ? kind : kind === 'guardrails' ? 'guardrail' : ENTITIES[kind].noun;
