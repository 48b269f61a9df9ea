/**
 * Keeps an open page true: administrators switch tenants off and on while people work, and another
 * tab of the same person may choose another one. The server then works in another tenant than the
 * page shows.
 */
import { i18n, type IToasts, statusOf } from '@sd/core/public';
import { tenantLabel } from '../services/tenant_labels';
import type { BrowserLocation } from '../services/page';
import type { LoggedInSession } from '../services/session_state';
import type { Tenancy } from '../services/tenancy';
import type { TenantMemory } from '../services/tenant_memory';

/** Between two looks, of pages that somebody can see. */
export const POLL_INTERVAL_MS = 5_000;
/** A password being changed leaves the tenant for a moment: only what lasts is told. */
export const RETRY_AFTER_MS = 1_000;

export interface FollowTenancyDeps {
  readonly tenancy: Pick<Tenancy, 'isConfigured' | 'refresh'>;
  readonly session: Pick<LoggedInSession, 'account' | 'refresh'>;
  readonly memory: Pick<TenantMemory, 'markSeen'>;
  readonly page: Pick<BrowserLocation, 'reload'>;
  readonly toasts: Pick<IToasts, 'addWarning'>;
}

/** @returns ends it */
export function followTenancy(deps: FollowTenancyDeps): () => void {
  const { tenancy, session } = deps;
  if (!tenancy.isConfigured) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let isLooking = false;
  /** Seen at the last look, where it was not the one of the page. */
  let other: string | null | undefined;

  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };

  function look(): void {
    clearTimeout(timer);
    if (isStopped || isLooking || document.visibilityState === 'hidden') return;
    isLooking = true;
    void compare().then((nextMs) => {
      isLooking = false;
      if (!isStopped) timer = setTimeout(look, nextMs);
    });
  }

  /** Never rejects. */
  async function compare(): Promise<number> {
    try {
      const tenant = await tenancy.refresh();
      if (tenant === (session.account?.user_requested_tenant ?? null)) {
        other = undefined;
        return POLL_INTERVAL_MS;
      }
      if (other !== tenant) {
        other = tenant;
        return RETRY_AFTER_MS;
      }
      other = undefined;
      const account = await session.refresh();
      await announce(deps, account.user_requested_tenant, account.user_name);
    } catch (error) {
      // Nobody waits for this answer, and the next look may get one; after the session none will.
      if (statusOf(error) === 401) stop();
    }
    return POLL_INTERVAL_MS;
  }

  document.addEventListener('visibilitychange', look);
  timer = setTimeout(look, POLL_INTERVAL_MS);
  return stop;
}

async function announce(
  { memory, page, toasts }: FollowTenancyDeps,
  tenant: string | null,
  userName: string
): Promise<void> {
  const { tenantChangedText } = await import('../apps/account/tenant_changed');
  if (tenant !== null) memory.markSeen(userName, tenant);
  toasts.addWarning({
    id: 'security.tenantChanged',
    title:
      tenant === null
        ? i18n.translate('security.tenantChanged.none', {
            defaultMessage: 'There is no tenant for you any more.',
          })
        : i18n.translate('security.tenantStartup.changedTitle', {
            defaultMessage: 'You are in the {tenant} tenant now.',
            values: { tenant: tenantLabel(tenant, userName) },
          }),
    text: tenantChangedText(() => page.reload()),
    // What the page shows stays wrong until somebody acts.
    toastLifeTimeMs: Number.MAX_SAFE_INTEGER,
  });
}
