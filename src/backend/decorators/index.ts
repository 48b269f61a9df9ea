/** Adds missing features to the engine of a cluster. */
import type { AuditSink } from '../api/audit_sink';
import type { Backend, EngineSupplies } from '../api/backend';
import type { Engine, NewChange } from '../api/engine';
import type { EngineLog } from '../api/log';
import { auditing, sendingTo } from './change_audit';
import { ChangePipeline } from './change_pipeline';
import { ChangeQueues } from './change_queues';
import type { ChangeReceiver } from './change_recorder';
import { withHistory } from './history';
import { LateRecords } from './late_records';
import { overrideBackend, overrideEngine } from './override_members';
import { preferenceCleanup } from './preference_cleanup';

export { ChangeQueues } from './change_queues';

interface CompletionOptions {
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** Gets the audit event of each change, whoever else audits it. */
  readonly auditSink?: AuditSink;
}

/**
 * Adds entity versions, the lockout check, renaming, sets of changes (one by one), the history, and
 * as far as the backend lacks and `supplies` have them, the audit of changes and the check of
 * guardrails. A backend without `supplies` is returned unchanged.
 * @param log - for changes that could not be recorded
 */
export function complete(
  backend: Backend,
  log: EngineLog,
  { now = Date.now, auditSink }: CompletionOptions = {}
): Backend {
  const { engine, supplies, instanceId } = backend;
  if (!supplies) return backend;
  const { changeAudit } = engine.features;
  const { configuration, trail } = supplies;
  const receivers = [
    preferenceCleanup(backend.preferences),
    ...historyReceivers(supplies),
    ...(changeAudit || !trail ? [] : [auditing({ configuration, trail }, instanceId, now)]),
    ...(auditSink ? [sendingTo(auditSink, configuration, instanceId, now)] : []),
  ];
  const whole = withPipeline(engine, supplies, { receivers, log, queues: new ChangeQueues() });
  const features = { ...whole.features, changeAudit: changeAudit || trail !== undefined };
  return overrideBackend(backend, { features, engine: { ...whole, features } });
}

/**
 * The same for one caller of a cluster.
 * @param queues - shared by engines that change the same configuration
 */
export function completedEngine(
  engine: Engine,
  supplies: EngineSupplies,
  log: EngineLog,
  queues: ChangeQueues
): Engine {
  return withPipeline(engine, supplies, { receivers: historyReceivers(supplies), log, queues });
}

const historyReceivers = ({ history }: EngineSupplies): readonly ChangeReceiver[] =>
  history ? [(changes: readonly NewChange[]) => history.append(changes)] : [];

interface PipelineParts {
  readonly receivers: readonly ChangeReceiver[];
  readonly log: EngineLog;
  readonly queues: ChangeQueues;
}

function withPipeline(engine: Engine, supplies: EngineSupplies, parts: PipelineParts): Engine {
  const { configuration, history } = supplies;
  const late = new LateRecords();
  const deps = { ...parts, supplies, configuration, late };
  const whole = new ChangePipeline(overrideEngine(engine), deps).completedEngine();
  return history ? withHistory(whole, { history, configuration }) : whole;
}
