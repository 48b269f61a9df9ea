import type { ChangeCause, ImportRequest } from '@sd/contracts';
import type { CoreSetup, Identity, RouteRequest, PrivilegedBackend } from '@sd/core/server';
import type { ChangeTools } from './changes/change_tools';
import type { EngineCalls } from './engine_calls';
import type { RouteTools } from './route_tools';
import type { SessionValue } from './auth/session_value';

/** What pages of the Security app that another plugin registers in the browser load. */
export interface AddedAdminPage {
  /** The pattern that the browser part registers. */
  readonly path: string;
  /** Names of the script chunks, see `PagePreload`. */
  readonly imports: readonly string[];
}

/** What happened, for plugins that tell others about it. */
export type SecurityEvent =
  | {
      readonly kind: 'failed_login';
      /** Absent for credentials without a user name. */
      readonly userName: string | undefined;
      readonly remoteAddress: string;
    }
  /** The configuration matched the files of the folder, and does not any more. */
  | { readonly kind: 'drift'; readonly folder: string; readonly entries: number }
  /** It waits for approval, or was approved or rejected. */
  | { readonly kind: 'change_request'; readonly request: AnnouncedRequest };

/** A change request without the entries that it changes. */
export interface AnnouncedRequest {
  readonly id: string;
  readonly title: string;
  readonly reason?: string;
  readonly author: string;
  /** How many entries it changes. */
  readonly entries: number;
  readonly decided?: { readonly state: string; readonly by: string; readonly comment?: string };
}

/**
 * What led to an import that names a finding, for the history.
 * @returns `undefined` if there is no such finding, or it does not explain all changes
 */
export type CauseOfImport = (
  request: RouteRequest,
  asked: Pick<ImportRequest, 'changes' | 'finding'>
) => Promise<ChangeCause | undefined>;

/** `core.backend` of a plugin, which only plugins with that privilege have. */
type Holder = Pick<PrivilegedBackend, 'internal'> | undefined;

/** What plugins with the privilege "backend" do with sessions. */
export interface SessionTools {
  /**
   * Names the session of a request, for what a plugin keeps for it. It does not open the session.
   * @returns `undefined` for requests with credentials
   */
  keyOf(request: RouteRequest): string | undefined;
  /** What the plugin keeps in sessions. @param name - id of the plugin */
  valueOf<T>(name: string): SessionValue<T>;
  /** Ends all sessions of a user; the logs name the caller of the request. */
  endAllOf(userName: string, request: RouteRequest): Promise<void>;
}

/** Contract for other server plugins. */
export interface SecurityPluginSetup {
  readonly adminPages: {
    /** Announces the scripts of a page to administrators who open it. */
    register(page: AddedAdminPage): void;
  };
  /** Calls the listener with what happens from setup on. What it throws is logged. */
  onEvent(listener: (event: SecurityEvent) => void): void;
  /** Tells the listeners what happened in a plugin. Logins are announced by this plugin alone. */
  announce(event: Exclude<SecurityEvent, { readonly kind: 'failed_login' }>): void;
  /**
   * Without an explanation, an import that names a finding is refused.
   * @throws for plugins without the privilege "backend", and at the second call
   */
  explainImports(holder: Holder, causeOf: CauseOfImport): void;
  /**
   * Registers calls that work on the engine with the caller's permissions. Errors of the engine
   * become the same responses as in the calls of this plugin.
   * @param http - `core.http` of the plugin
   */
  engineCalls(http: Pick<CoreSetup['http'], 'createRouter'>): EngineCalls;
  /** What the engine fails with, as an error that such a call responds with. */
  mapEngineErrors<T>(pending: Promise<T>): Promise<T>;
  /** What routes that work on the engine share with those of this plugin. */
  readonly routeTools: RouteTools;
  /** @throws for plugins without the privilege "backend" */
  sessions(holder: Holder): SessionTools;
  /** Compares, plans and makes changes, as imports do. */
  readonly changes: ChangeTools;
  readonly clusters: {
    /**
     * Called when a connection has been removed, so that another cluster with its id inherits
     * nothing. A failure is logged.
     */
    onRemoved(forget: (id: string) => Promise<void>): void;
  };
  /** Saved object partition of a tenant; `userName` matters for the private tenant only. */
  tenantPartition(tenant: string, userName: string): string;
  /**
   * Whether a user may work in a tenant: their roles include it, and neither the configuration nor
   * the engine disables it.
   * @param tenant - wire name
   */
  mayUseTenant(tenant: string, user: Pick<Identity, 'userName' | 'tenants'>): Promise<boolean>;
  /**
   * Names of all tenants except the global one, independent of the caller, for tasks per tenant.
   * @returns `undefined` if the backend does not list them
   */
  tenantNames(): Promise<readonly string[] | undefined>;
}
export type SecurityPluginStart = Record<string, never>;
