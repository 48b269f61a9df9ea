/**
 * What an engine lacks, put around it. What a backend does by itself, in one step with its changes,
 * stays its own.
 */
import type { Backend } from '../contract/backend';
import type { Engine, NewChange } from '../contract/engine';
import type { EngineLog } from '../contract/log';
import { auditing } from './change_audit';
import { withDelegationRule } from './delegation';
import { forgetting } from './forgetting';
import { decorated, decoratedBackend } from './decorated';
import { withHistory } from './history';
import { withLockoutQuestion } from './lockout_question';
import { recording } from './recording';
import { withTurns } from './turns';
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
    forgetting(backend.preferences),
    ...(history || !store ? [] : [(changes: readonly NewChange[]) => store.append(changes)]),
    ...(changeAudit || !trail ? [] : [auditing({ configuration, trail }, instanceId, now)]),
  ];
  // From the inside out; so a call meets them as in the embedded engine: version, lock-out
  // question, change, record.
  let whole: Engine = engine;
  if (keepers.length > 0) whole = recording(whole, { configuration, keepers, log });
  if (!lockoutQuestion) whole = withLockoutQuestion(whole, supplies);
  if (!entityVersions) whole = withVersions(whole, settings);
  whole = withDelegationRule(whole);
  if (!history && store) whole = withHistory(whole, { history: store, configuration }, () => whole);
  const features = { ...whole.features, changeAudit: changeAudit || trail !== undefined };
  whole = withTurns(decorated(whole, { features }));
  return decoratedBackend(backend, { features, engine: whole });
}
