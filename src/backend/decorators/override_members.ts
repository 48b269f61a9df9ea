import type { Backend } from '../api/backend';
import type { Engine } from '../api/engine';

/**
 * Copies the members of an engine to own properties, bound to the engine, and replaces some of
 * them. Further layers spread the result, so that a call of a member that no layer replaces stays a
 * single call.
 */
export const overrideEngine = (engine: Engine, members: Partial<Engine> = {}): Engine => ({
  features: engine.features,
  ...(engine.release && { release: engine.release }),
  identityMaxAgeMs: engine.identityMaxAgeMs,
  identify: engine.identify.bind(engine),
  request: engine.request.bind(engine),
  changeTogether: engine.changeTogether.bind(engine),
  find: engine.find.bind(engine),
  auditEvents: engine.auditEvents.bind(engine),
  history: engine.history,
  factors: engine.factors,
  apiKeys: engine.apiKeys,
  indices: engine.indices,
  decide: engine.decide.bind(engine),
  explain: engine.explain.bind(engine),
  matrix: engine.matrix.bind(engine),
  impact: engine.impact.bind(engine),
  findings: engine.findings.bind(engine),
  roleUsage: engine.roleUsage.bind(engine),
  userUsage: engine.userUsage.bind(engine),
  replay: engine.replay.bind(engine),
  effectivePermissions: engine.effectivePermissions.bind(engine),
  ...members,
});

/** A copy of a backend with some members replaced. */
export function overrideBackend(backend: Backend, parts: Partial<Backend>): Backend {
  const { kind, features, status$, isWritable$, instanceId, engine, login, internal } = backend;
  const { savedObjects, sessions, preferences, documents, connectionKey, supplies } = backend;
  const state = { kind, features, status$, isWritable$, instanceId, supplies };
  const own = {
    ...state,
    engine,
    login,
    internal,
    savedObjects,
    sessions,
    preferences,
    documents,
    connectionKey,
  };
  const figures = () => backend.figures?.() ?? {};
  const observeCalls = backend.observeCalls?.bind(backend);
  return { ...own, figures, observeCalls, stop: () => backend.stop(), ...parts };
}
