import type { Observable } from 'rxjs';
import type { AccountInfo } from '../common';

/** The tenant the page works in. */
export interface CurrentTenant {
  /** Wire name: '' global, `__user__` private, else the tenant's name. */
  readonly name: string;
  /** For people: Global, Private or the tenant's name. */
  readonly label: string;
  readonly canWrite: boolean;
}

export type SecurityPluginSetup = Record<string, never>;

/** What other plugins may use. */
export interface SecurityPluginStart {
  /** Replays; `undefined` when nobody is signed in. */
  readonly account$: Observable<AccountInfo | undefined>;
  /** Replays; `undefined` when nobody is signed in or multi-tenancy is off. */
  readonly currentTenant$: Observable<CurrentTenant | undefined>;
  /**
   * Whether the configuration has a tenant, by its wire name; global and private ones can be
   * switched off.
   */
  isTenantOffered(tenant: string): boolean;
  /**
   * Adds the current tenant to an address that is shared, unless it names one. Never rejects: if
   * the tenant is unknown, the address stays as it is.
   */
  addTenant(url: string): Promise<string>;
  /** Opens the dialog "Select your tenant"; choosing reloads the page. */
  openTenantSwitcher(): void;
  /** Whether the Security admin app is there. */
  readonly hasApiAccess$: Observable<boolean>;
}
