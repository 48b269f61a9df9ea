import type { Backend } from '../api/backend';
import { pick } from 'lodash';
import { CALLER_GROUPS, CALLER_METHODS, type CallerMethod, type Engine } from '../api/engine';

/**
 * Copies the members of an engine to own properties, bound to the engine, and replaces some of
 * them. Further layers spread the result, so that a call of a member that no layer replaces stays a
 * single call.
 */
export function overrideEngine(engine: Engine, members: Partial<Engine> = {}): Engine {
  const { features, release, identityMaxAgeMs } = engine;
  const bind = (name: CallerMethod | 'identify' | 'decide') => [name, engine[name].bind(engine)];
  return {
    features,
    ...(release && { release }),
    identityMaxAgeMs,
    ...Object.fromEntries(METHODS.map(bind)),
    ...pick(engine, Object.keys(CALLER_GROUPS)),
    ...members,
  } as Engine;
}

const METHODS = [
  ...(Object.keys(CALLER_METHODS) as CallerMethod[]),
  'identify' as const,
  'decide' as const,
];

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
