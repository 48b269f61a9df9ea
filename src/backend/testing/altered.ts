/** Backends that differ from a real one in something, for tests of what stands on them. */
import { absentFeature } from '../contract/features';
import type { Backend, Engine, FeatureName, SignIn } from '../contract';

/** The same backend with other parts. */
export function backendWith(backend: Backend, parts: Partial<Backend>): Backend {
  const { kind, features, status$, isWritable$, instanceId, engine, signIn, internal } = backend;
  const { savedObjects, sessions } = backend;
  const state = { kind, features, status$, isWritable$, instanceId };
  const own = { ...state, engine, signIn, internal, savedObjects, sessions };
  return { ...own, stop: () => backend.stop(), ...parts };
}

/** The same engine with other members. */
export function engineWith(engine: Engine, members: Partial<Engine>): Engine {
  return {
    features: engine.features,
    identityMaxAgeMs: engine.identityMaxAgeMs,
    identify: (caller) => engine.identify(caller),
    request: (caller, request) => engine.request(caller, request),
    find: (caller, query) => engine.find(caller, query),
    auditEvents: (caller, query) => engine.auditEvents(caller, query),
    history: engine.history,
    decide: (question) => engine.decide(question),
    explain: (caller, question) => engine.explain(caller, question),
    effectivePermissions: (caller, userName) => engine.effectivePermissions(caller, userName),
    ...members,
  };
}

/** The same backend, proving who somebody is by other members. */
export function signingInBy(backend: Backend, members: Partial<SignIn>): Backend {
  const { signIn } = backend;
  return backendWith(backend, {
    signIn: {
      methods: signIn.methods,
      headers: signIn.headers,
      authenticate: (request) => signIn.authenticate(request),
      begin: (method, input) => signIn.begin(method, input),
      complete: (method, state, input) => signIn.complete(method, state, input),
      refresh: (principal) => signIn.refresh(principal),
      signOut: (principal) => signIn.signOut(principal),
      ...members,
    },
  });
}

/** Members whose feature is lacking answer as the contract says. */
export const withoutFeatures =
  (...names: readonly FeatureName[]) =>
  (backend: Backend): Backend => {
    const lacking = Object.fromEntries(names.map((name) => [name, false]));
    const features = { ...backend.features, ...lacking };
    const members = names.map((name) => ABSENT[name] ?? {});
    const engine = engineWith(backend.engine, Object.assign({ features }, ...members));
    return backendWith(backend, { features, engine });
  };

const noHistory = async () => absentFeature('history');

const ABSENT: Partial<Record<FeatureName, Partial<Engine>>> = {
  find: { find: async () => absentFeature('find') },
  auditEvents: { auditEvents: async () => absentFeature('auditEvents') },
  history: {
    history: {
      list: noHistory,
      get: noHistory,
      revert: async () => absentFeature('history').response,
    },
  },
  decide: { decide: async () => absentFeature('decide') },
  explain: { explain: async () => absentFeature('explain') },
  effectivePermissions: {
    effectivePermissions: async () => absentFeature('effectivePermissions'),
  },
};

/** A backend that nobody reaches while `isDown`. */
export function unreachableWhile(isDown: () => boolean, backend: Backend): Backend {
  const reached =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (isDown()) throw new Error('connect ECONNREFUSED');
      return call(...args);
    };
  const { engine, signIn, internal } = backend;
  const signedIn = signingInBy(backend, {
    authenticate: reached((request) => signIn.authenticate(request)),
    begin: reached((method, input) => signIn.begin(method, input)),
    signOut: reached((principal) => signIn.signOut(principal)),
  });
  return backendWith(signedIn, {
    engine: engineWith(engine, {
      identify: reached((caller) => engine.identify(caller)),
      request: reached((caller, request) => engine.request(caller, request)),
      find: reached((caller, query) => engine.find(caller, query)),
    }),
    internal: {
      tenancySettings: reached(() => internal.tenancySettings()),
      tenantNames: reached(() => internal.tenantNames()),
    },
  });
}
