/**
 * What an engine lacks, put around it. What a backend does by itself, in one step with its changes,
 * stays its own.
 */
import type { Backend } from '../api/backend';
import type { NewChange } from '../api/engine';
import type { EngineLog } from '../api/log';
import { auditing } from './change_audit';
import { withDelegationRule } from './delegation';
import { preferenceCleanup } from './preference_cleanup';
import { overrideEngine, overrideBackend } from './override_members';
import { withHistory } from './history';
import { withLockoutCheck } from './lockout_check';
import { withChangeRecorder } from './change_recorder';
import { withSerializedChanges } from './serialized_changes';
import { withVersions } from './versions';

/**
 * The backend with entity versions, the lock-out question, the history and the audit of changes,
 * each put around its engine only if `features` says that it is lacking. A backend that supplies
 * nothing for them stays as it is.
 * @param log - hears of changes that could not be recorded
 * @param now - epoch milliseconds
 */
export function completed(backend: Backend, log: EngineLog, now: () => number = Date.now): Backend {
  const { engine, supplies, instanceId } = backend;
  const { history, changeAudit, lockoutQuestion, entityVersions } = engine.features;
  if (!supplies || (history && changeAudit && lockoutQuestion && entityVersions)) return backend;
  const { configuration, settings, history: store, trail } = supplies;
  const keepers = [
    preferenceCleanup(backend.preferences),
    ...(history || !store ? [] : [(changes: readonly NewChange[]) => store.append(changes)]),
    ...(changeAudit || !trail ? [] : [auditing({ configuration, trail }, instanceId, now)]),
  ];
  // From the inside out; so a call meets them as in the embedded engine: version, lock-out
  // question, change, record.
  let whole = overrideEngine(engine);
  if (keepers.length > 0) whole = withChangeRecorder(whole, { configuration, keepers, log });
  if (!lockoutQuestion) whole = withLockoutCheck(whole, supplies);
  if (!entityVersions) whole = withVersions(whole, settings);
  whole = withDelegationRule(whole);
  if (!history && store) whole = withHistory(whole, { history: store, configuration }, () => whole);
  const features = { ...whole.features, changeAudit: changeAudit || trail !== undefined };
  whole = withSerializedChanges({ ...whole, features });
  return overrideBackend(backend, { features, engine: whole });
}
