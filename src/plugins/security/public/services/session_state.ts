/**
 * The logged-in user and their API access, loaded once per page and shared by app registration, the
 * account menu and other plugins.
 */
import type { DisabledEndpoints } from '@sd/contracts';
import { BehaviorSubject, combineLatest, map, type Observable, ReplaySubject } from 'rxjs';
import { type AccountInfo, engineTenantName, GLOBAL_TENANT } from '../../common';
import { tenantLabel } from './tenant_labels';
import type { CurrentTenant } from '../types';
import { logFailure } from './log_failure';
import type { SecurityClient } from './security_client';
import type { Tenancy, TenancyRules } from './tenancy';

export class LoggedInSession {
  private readonly accountSubject = new ReplaySubject<AccountInfo | undefined>(1);
  private readonly hasApiAccessSubject = new BehaviorSubject(false);
  private latest: AccountInfo | undefined;
  private disabled: DisabledEndpoints = {};
  // Stable instances, because components subscribe by identity.
  /** Replays the latest value; `undefined` if no user is logged in. */
  readonly account$: Observable<AccountInfo | undefined> = this.accountSubject.asObservable();
  readonly hasApiAccess$: Observable<boolean> = this.hasApiAccessSubject.asObservable();
  readonly currentTenant$: Observable<CurrentTenant | undefined>;

  constructor(
    private readonly client: Pick<SecurityClient, 'account' | 'restApiInfo'>,
    private readonly tenancy: Pick<Tenancy, 'refresh' | 'rules$'>
  ) {
    this.currentTenant$ = combineLatest([this.accountSubject, tenancy.rules$]).pipe(
      map(([account, rules]) => getCurrentTenant(account, rules))
    );
  }

  get account(): AccountInfo | undefined {
    return this.latest;
  }

  get hasApiAccess(): boolean {
    return this.hasApiAccessSubject.value;
  }

  /** What of the API is closed to a user with access to it. */
  get disabledEndpoints(): DisabledEndpoints {
    return this.disabled;
  }

  /**
   * Sends all requests in parallel. Never rejects: a failure is logged and counts as no user or no
   * access.
   */
  async load(): Promise<void> {
    const [account, info] = await Promise.all([
      this.client.account().catch((error: unknown) => {
        logFailure('Account information could not be loaded.', error);
        return undefined;
      }),
      this.client.restApiInfo().catch((error: unknown) => {
        logFailure('Permission information could not be loaded.', error);
        return undefined;
      }),
      this.tenancy.refresh().catch((error: unknown) => {
        logFailure('The rules of tenants could not be loaded.', error);
      }),
    ]);
    this.disabled = info?.disabled_endpoints ?? {};
    this.hasApiAccessSubject.next(info?.has_api_access === true);
    this.update(account);
  }

  /** For anonymous pages: nothing is requested. */
  markAnonymous(): void {
    this.update(undefined);
  }

  /**
   * Reloads the account, for dialogs opened long after the page.
   * @throws what the request throws
   */
  async refresh(signal?: AbortSignal): Promise<AccountInfo> {
    const [account] = await Promise.all([
      this.client.account(signal),
      this.tenancy.refresh(signal),
    ]);
    this.update(account);
    return account;
  }

  /** Updates the tenant after a switch without a page load. */
  adoptTenant(tenant: string): void {
    if (this.latest) this.update({ ...this.latest, user_requested_tenant: tenant });
  }

  stop(): void {
    this.accountSubject.complete();
    this.hasApiAccessSubject.complete();
  }

  private update(account: AccountInfo | undefined): void {
    this.latest = account;
    this.accountSubject.next(account);
  }
}

function getCurrentTenant(
  account: AccountInfo | undefined,
  { isEnabled }: TenancyRules
): CurrentTenant | undefined {
  if (!account || !isEnabled) return undefined;
  const name = account.user_requested_tenant ?? GLOBAL_TENANT;
  return {
    name,
    label: tenantLabel(name, account.user_name),
    canWrite: account.tenants[engineTenantName(name, account.user_name)] === true,
  };
}
