/**
 * Records changes for backends without a change history, from the configuration before and after
 * each request. A failure to record does not fail the request.
 */
import { isEqual } from 'lodash';
import { isSameEntry, type Entity, type ResourceType } from '../../contracts/entities';
import { revertedBy } from '../changes/history/revert_request';
import { actionOf } from '../changes/audit/action';
import { readBody } from '../model/payload';
import { entityChanges } from '../api/change';
import type {
  ChangeOrigin,
  ConfigurationReader,
  Engine,
  EngineRequest,
  HistoryType,
  NewChange,
  RequestCaller,
} from '../api/engine';
import { requestTrace } from '../api/request_trace';
import type { EngineLog } from '../api/log';
import { isJsonObject } from '../model/entity_shape';
import type { LateRecords } from './late_records';
import { proposalOf } from './proposed_changes';
import { keyOf, targetsOf, type Target } from './targets';
import { nameOf } from './user_name';

/** Name of the single documents in the history. */
const DOCUMENT_NAME = 'config';

type Body = Readonly<Record<string, unknown>>;

export interface TargetState {
  readonly type: HistoryType;
  readonly name: string;
  readonly body: Body;
}

export type ChangeReceiver = (changes: readonly NewChange[]) => Promise<unknown>;

export interface RecordingDeps {
  readonly configuration: ConfigurationReader;
  /** Receivers of changes. */
  readonly receivers: readonly ChangeReceiver[];
  readonly log: EngineLog;
  /** Changes that cannot be recorded while the backend is away. */
  readonly late: LateRecords;
}

export const withChangeRecorder = (
  engine: Engine,
  { configuration, receivers, log, late }: RecordingDeps
): Engine => ({
  ...engine,
  request: async (caller, request) => {
    const targets = targetsOf(request, nameOf(caller));
    if (targets.length === 0) return engine.request(caller, request);
    const before = await statesOf(targets, configuration);
    const response = await engine.request(caller, request).catch((error: unknown) => ({ error }));
    const isLost = 'error' in response;
    if (!isLost && response.statusCode >= 300) return response;
    const failed = (error: unknown): void =>
      log.error('A change of the configuration was made, but could not be recorded.', {
        targets: targets.slice(0, 10).map(keyOf),
        user: nameOf(caller),
        error: String(error),
      });
    const origin = originOf(caller, request);
    const record = async (): Promise<void> => {
      const after = await statesOf(targets, configuration);
      const reported = changesBetween(before, after, request, origin);
      // If the response was lost, the request may not have been applied: record only visible
      // changes.
      const changes = isLost ? reported.filter((one) => !isEqual(one.before, one.after)) : reported;
      await deliver(changes, receivers, failed, late);
    };
    // Others may have changed the entries before the cluster is back.
    const recordLater = async (): Promise<void> => {
      if (await isAsProposed(request, targets, before, configuration)) await record();
      else if (!isLost) failed('changed again before it could be recorded');
    };
    try {
      await record();
    } catch (error) {
      if (!late.add({ write: recordLater, failed }, error)) failed(error);
    }
    if (isLost) throw response.error;
    return response;
  },
});

/** Failures of receivers are independent of each other. */
export async function deliver(
  changes: readonly NewChange[],
  receivers: readonly ChangeReceiver[],
  failed: (error: unknown) => void,
  late: LateRecords
): Promise<void> {
  if (changes.length === 0) return;
  const attempts = receivers.map(async (receive) => {
    const write = async (): Promise<void> => void (await receive(changes));
    try {
      await write();
    } catch (error) {
      if (!late.add({ write, failed }, error)) failed(error);
    }
  });
  await Promise.all(attempts);
}

/** Whether the entries are what a request would have made of them. */
async function isAsProposed(
  request: EngineRequest,
  targets: readonly Target[],
  before: ReadonlyMap<string, TargetState>,
  configuration: ConfigurationReader
): Promise<boolean> {
  const entity = async (type: ResourceType, name: string) =>
    before.get(`${type}/${name}`)?.body as Entity | undefined;
  const reader = { ...configuration, entity } as ConfigurationReader;
  const proposed = entityChanges((await proposalOf(request, targets, reader)) ?? []);
  if (proposed.length === 0) return false;
  for (const { type, name, after } of proposed) {
    const now = await configuration.entity(type, name);
    if (!(now && after ? isSameEntry(type, now, after) : now === after)) return false;
  }
  return true;
}

/** The current state of each target that exists, by type and name. */
export async function statesOf(
  targets: readonly Target[],
  configuration: ConfigurationReader
): Promise<ReadonlyMap<string, TargetState>> {
  const found = new Map<string, TargetState>();
  const add = (type: HistoryType, name: string, body: object | undefined): void => {
    if (body) found.set(`${type}/${name}`, { type, name, body: { ...body } });
  };
  for (const target of targets) {
    if (target.kind === 'document')
      add(target.id, DOCUMENT_NAME, await configuration.document(target.id));
    else if (target.kind === 'entity')
      add(target.type, target.name, await configuration.entity(target.type, target.name));
    else
      for (const [name, entity] of await configuration.entities(target.type))
        add(target.type, name, entity);
  }
  return found;
}

export function changesBetween(
  before: ReadonlyMap<string, TargetState>,
  after: ReadonlyMap<string, TargetState>,
  request: EngineRequest,
  origin: ChangeOrigin
): readonly NewChange[] {
  const secrets = secretsIn(request);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, now] = [before.get(key), after.get(key)];
    const { type, name } = (now ?? old) as TargetState;
    const isCredentialChanged = type === 'internalusers' && (!now || secrets(name));
    if (isEqual(old?.body, now?.body) && !isCredentialChanged && request.method !== 'PUT')
      return [];
    const bodies = { before: old?.body, after: now?.body };
    const isHidden = ((bodies.after ?? bodies.before) as Partial<Entity>).hidden ?? false;
    const action = actionOf(bodies);
    return [{ origin, type, name, action, isHidden, isCredentialChanged, ...bodies }];
  });
}

/**
 * @returns whether the request changes a user's secret, judged by its body, because backends do not
 *   show secrets
 */
function secretsIn(request: EngineRequest): (userName: string) => boolean {
  if (request.method === 'POST') return () => true;
  let body: unknown;
  try {
    body = readBody(request);
  } catch {
    return () => false;
  }
  if (Array.isArray(body)) {
    const texts = body.map((operation) => JSON.stringify(operation));
    return (name) => texts.some((text) => /password|hash/.test(text) && isAbout(text, name));
  }
  const isSent = isJsonObject(body) && ['password', 'hash'].some((key) => (body[key] ?? '') !== '');
  return () => isSent;
}

/** A patch of a single entity does not contain its name. */
const isAbout = (operation: string, name: string): boolean =>
  /"path":"\/(password|hash)"/.test(operation) ||
  operation.includes(JSON.stringify(name).slice(1, -1));

export function originOf(caller: RequestCaller, request: EngineRequest): ChangeOrigin {
  const reverts = revertedBy(request);
  const { remoteAddress } = caller;
  return {
    userName: nameOf(caller),
    via: reverts === undefined ? 'rest' : 'revert',
    ...(remoteAddress !== undefined && { remoteAddress }),
    ...(reverts !== undefined && { reverts }),
    request: requestTrace.getStore(),
  };
}
