/** Adds missing features to an engine. Features that the backend has itself are not replaced. */
import type { AuditSink } from '../api/audit_sink';
import type { Backend, EngineSupplies } from '../api/backend';
import type { Engine, NewChange } from '../api/engine';
import type { EngineLog } from '../api/log';
import { auditing, sendingTo } from './change_audit';
import { withDelegationRule } from './delegation';
import { preferenceCleanup } from './preference_cleanup';
import { overrideEngine, overrideBackend } from './override_members';
import { withChangeSequence, withCheckedSequence } from './change_sequence';
import { withGuardrailCheck } from './guardrail_check';
import { withHistory } from './history';
import { withLockoutCheck } from './lockout_check';
import { LateRecords } from './late_records';
import { type RecordingDeps, withChangeRecorder } from './change_recorder';
import { withRename } from './rename';
import { type ChangeQueues, withSerializedChanges } from './serialized_changes';
import { withVersions } from './versions';

export { withChangeSequence } from './change_sequence';
export { ChangeQueues } from './serialized_changes';

interface CompletionOptions {
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** Gets the audit event of each change, whoever else audits it. */
  readonly auditSink?: AuditSink;
}

/**
 * Adds entity versions, the lockout check, renaming, the history and the audit of changes, and sets
 * of changes (one by one) to an engine, each only if `features` lacks it, and the check of
 * guardrails if `supplies` has one. A backend without `supplies` is returned unchanged.
 * @param log - for changes that could not be recorded
 */
export function completed(
  backend: Backend,
  log: EngineLog,
  { now = Date.now, auditSink }: CompletionOptions = {}
): Backend {
  const { engine, supplies, instanceId } = backend;
  const { history, changeAudit, lockoutQuestion, entityVersions, changeSets } = engine.features;
  const isWhole =
    history && changeAudit && lockoutQuestion && entityVersions && changeSets && !auditSink;
  if (!supplies || isWhole) return backend;
  const { configuration, history: store, trail } = supplies;
  const receivers = [
    preferenceCleanup(backend.preferences),
    ...(history || !store ? [] : [(changes: readonly NewChange[]) => store.append(changes)]),
    ...(changeAudit || !trail ? [] : [auditing({ configuration, trail }, instanceId, now)]),
    ...(auditSink ? [sendingTo(auditSink, configuration, instanceId, now)] : []),
  ];
  const whole = withChecks(engine, supplies, receivers, log);
  const features = { ...whole.features, changeAudit: changeAudit || trail !== undefined };
  const serialized = withSerializedChanges({ ...whole, features });
  return overrideBackend(backend, { features, engine: serialized });
}

/** Adds all checks, versions and the history of `supplies`, for one caller of a cluster. */
export function completedEngine(
  engine: Engine,
  supplies: EngineSupplies,
  log: EngineLog,
  queues: ChangeQueues
): Engine {
  const { history } = supplies;
  const receivers = history ? [(changes: readonly NewChange[]) => history.append(changes)] : [];
  return withSerializedChanges(withChecks(engine, supplies, receivers, log), queues);
}

/**
 * From the inside out. Requests pass the same order as in the embedded engine: version, guardrails,
 * lockout check, change, record.
 */
function withChecks(
  engine: Engine,
  supplies: EngineSupplies,
  receivers: RecordingDeps['receivers'],
  log: EngineLog
): Engine {
  const { configuration, settings, history: store, renaming, guardrails } = supplies;
  const { history, lockoutQuestion, entityVersions, rename, changeSets } = engine.features;
  const bare = overrideEngine(engine);
  const recording = { configuration, receivers, log, late: new LateRecords() };
  let whole = receivers.length > 0 ? withChangeRecorder(bare, recording) : bare;
  if (!rename && renaming)
    whole = withRename(bare, whole, { ...recording, settings, renaming, guardrails }, () => whole);
  if (!lockoutQuestion) whole = withLockoutCheck(whole, supplies);
  const outer = (inner: Engine): Engine =>
    withDelegationRule(entityVersions ? inner : withVersions(inner, settings));
  const checked = outer(whole);
  if (guardrails) {
    const check = { configuration, settings, guardrails };
    const guarded = outer(withGuardrailCheck(whole, check));
    whole = changeSets ? guarded : withCheckedSequence(guarded, checked, check);
  } else whole = changeSets ? checked : withChangeSequence(checked);
  if (!history && store) whole = withHistory(whole, { history: store, configuration }, () => whole);
  return whole;
}
