import type { Observable } from 'rxjs';
import type { AccountInfo } from '../common';

/** Current tenant of the page. */
export interface CurrentTenant {
  /** Wire name: '' global, `__user__` private, otherwise the tenant's name. */
  readonly name: string;
  /** Displayed name: Global, Private or the tenant's name. */
  readonly label: string;
  readonly canWrite: boolean;
}

export type SecurityPluginSetup = Record<string, never>;

/** Contract for other plugins. */
export interface SecurityPluginStart {
  /** Replays the latest value; `undefined` if no user is logged in. */
  readonly account$: Observable<AccountInfo | undefined>;
  /** Replays the latest value; `undefined` if no user is logged in or multitenancy is off. */
  readonly currentTenant$: Observable<CurrentTenant | undefined>;
  /**
   * Whether the configuration offers a tenant, by its wire name; global and private can be
   * disabled.
   */
  isTenantOffered(tenant: string): boolean;
  /**
   * Adds the current tenant to a shared address, unless it names one. Never rejects: if the tenant
   * is unknown, the address stays unchanged.
   */
  addTenant(url: string): Promise<string>;
  /** Opens the dialog "Select your tenant"; a choice reloads the page. */
  openTenantSwitcher(): void;
  /** Whether the Security admin app is available. */
  readonly hasApiAccess$: Observable<boolean>;
}
