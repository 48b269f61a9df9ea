/** The backend as the server holds it, and the two views of it that plugins get. */
import type { Backend, PageCaller, RequestCaller } from '../../../backend/api';
import type { RouteRequest } from '../http/types';
import {
  openConfiguredBackend,
  type BackendDeps,
  type BackendOpener,
  type FirstCredentials,
} from './open_backend';
import { scopedClient } from './scoped_client';
import type { EngineServiceSetup, PrivilegedBackend } from './types';

export interface BackendServiceSetup {
  readonly backend: Backend;
  /** For every plugin. */
  readonly engine: EngineServiceSetup;
  /** For the plugins of the product that sign people in. */
  readonly privileged: PrivilegedBackend;
  readonly firstCredentials?: FirstCredentials;
}

export class BackendService {
  private backend: Backend | undefined;

  constructor(private readonly open: BackendOpener = openConfiguredBackend) {}

  /** @throws {StartError} when the configured backend cannot be had */
  async setup(deps: BackendDeps): Promise<BackendServiceSetup> {
    const { backend, firstCredentials } = await this.open(deps);
    this.backend = backend;
    return { backend, ...viewsOf(backend), firstCredentials };
  }

  async stop(): Promise<void> {
    await this.backend?.stop();
  }
}

/** What plugins see of a backend. Neither view leads back to it. */
export function viewsOf({
  kind,
  features,
  status$,
  engine,
  login,
  sessions,
  preferences,
  internal,
}: Backend): Pick<BackendServiceSetup, 'engine' | 'privileged'> {
  return {
    engine: {
      kind,
      features,
      status$,
      asScoped: (request) => scopedClient(engine, callerOf(request)),
    },
    privileged: {
      login,
      sessions,
      preferencesOf: (userName) => preferences.get(userName),
      internal,
      identify: (caller) => engine.identify(proven(caller)),
      asCaller: (caller) => scopedClient(engine, proven(caller)),
    },
  };
}

/** The signed-in user with the tenant in force, else anonymous. */
const callerOf = ({ auth, remoteAddress }: RouteRequest): PageCaller =>
  auth ? ofPage(auth.caller) : { kind: 'anonymous', remoteAddress };

/** Types do not bind plugins from outside: whatever claims to be anybody else is nobody. */
const ofPage = (caller: PageCaller): PageCaller =>
  caller.kind === 'user' ? caller : { kind: 'anonymous', remoteAddress: caller.remoteAddress };

/** Certificates are for entry points alone: browsers send them by themselves. */
const proven = (caller: RequestCaller): RequestCaller =>
  caller.kind === 'anonymous' || caller.kind === 'user' || caller.kind === 'certificate'
    ? caller
    : { kind: 'anonymous', remoteAddress: undefined };
