/**
 * Records changes for backends without a change history, from the configuration before and after
 * each write. A failure to record does not fail the request.
 */
import { isEqual } from 'lodash';
import type { Change } from '../api/change';
import type {
  ChangeOrigin,
  ConfigurationReader,
  EngineRequest,
  EngineResponse,
  NewChange,
  RequestCaller,
} from '../api/engine';
import type { EngineLog } from '../api/log';
import { requestTrace } from '../api/request_trace';
import { changeRecords } from '../changes/history/records';
import { revertedBy } from '../changes/history/revert_request';
import { type ChangeRequest, targetKey } from '../changes/requests/change_request';
import { changesBetween, isAsPredicted, readStates } from '../changes/requests/predicted_changes';
import { isJsonObject } from '../model/entity_shape';
import type { LateRecords } from './late_records';
import type { PendingChange } from './pending_change';
import { getName } from './user_name';

export type ChangeReceiver = (changes: readonly NewChange[]) => Promise<unknown>;

export interface RecordingDeps {
  readonly configuration: ConfigurationReader;
  /** Receivers of changes. */
  readonly receivers: readonly ChangeReceiver[];
  readonly log: EngineLog;
  /** Changes that cannot be recorded while the backend is away. */
  readonly late: LateRecords;
}

/** @param write - rejects if the response is lost; then the change may have been made or not */
export async function writeAndRecord(
  deps: RecordingDeps,
  pending: PendingChange,
  write: () => Promise<EngineResponse>
): Promise<EngineResponse> {
  const { configuration, receivers, log, late } = deps;
  const { caller, parsed } = pending;
  const { request, targets } = parsed;
  if (targets.length === 0 || receivers.length === 0) return write();
  const before = await pending.readBefore();
  const response = await write().catch((error: unknown) => ({ error }));
  const isLost = 'error' in response;
  if (!isLost && response.statusCode >= 300) return response;
  const noteFailure = (error: unknown): void =>
    log.error('A change of the configuration was made, but could not be recorded.', {
      targets: targets.slice(0, 10).map(targetKey),
      user: getName(caller),
      error: String(error),
    });
  const isCredentialChanged = credentialsIn(parsed);
  const origin = getOrigin(caller, request);
  const record = async (): Promise<void> => {
    const after = await readStates(targets, configuration);
    const changes = changesBetween(before, after, isCredentialChanged).filter(
      (one) => !isEqual(one.before, one.after) || (!isLost && isReported(one, request))
    );
    await deliver(changeRecords(changes, origin), receivers, noteFailure, late);
  };
  // Others may have changed the entries before the cluster is back.
  const recordLater = async (): Promise<void> => {
    if (await isAsPredicted(parsed, before, configuration)) await record();
    else if (!isLost) noteFailure('changed again before it could be recorded');
  };
  try {
    await record();
  } catch (error) {
    if (!late.add({ write: recordLater, failed: noteFailure }, error)) noteFailure(error);
  }
  if (isLost) throw response.error;
  return response;
}

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

/** Whether a change without visible effect is recorded, provided that the request was applied. */
const isReported = (change: Change, { method }: EngineRequest): boolean =>
  method === 'PUT' || ('isCredentialChanged' in change && change.isCredentialChanged === true);

/**
 * @returns whether the request changes a user's secret, judged by its body, because backends do not
 *   show secrets
 */
function credentialsIn({
  request: { method },
  body,
}: ChangeRequest): (target: { readonly type: string; readonly name: string }) => boolean {
  const sent = body?.value;
  const isSent = isJsonObject(sent) && ['password', 'hash'].some((key) => (sent[key] ?? '') !== '');
  const texts = Array.isArray(sent) ? sent.map((operation) => JSON.stringify(operation)) : [];
  return ({ type, name }) =>
    type === 'internalusers' &&
    (method === 'POST' ||
      isSent ||
      texts.some((text) => /password|hash/.test(text) && isAbout(text, name)));
}

/** A patch of a single entity does not contain its name. */
const isAbout = (operation: string, name: string): boolean =>
  /"path":"\/(password|hash)"/.test(operation) ||
  operation.includes(JSON.stringify(name).slice(1, -1));

export function getOrigin(caller: RequestCaller, request: EngineRequest): ChangeOrigin {
  const reverts = revertedBy(request);
  const { remoteAddress } = caller;
  return {
    userName: getName(caller),
    via: reverts === undefined ? 'rest' : 'revert',
    ...(remoteAddress !== undefined && { remoteAddress }),
    ...(reverts !== undefined && { reverts }),
    request: requestTrace.getStore(),
  };
}
