/** Warns before the session ends, without extending it, and follows a logout in another tab. */
import { type IBasePath, type IToasts, getErrorStatus, t } from '@sd/core/public';
import type { SessionState } from '../../common';
import { dropLogoutReason, storeLogoutReason, onLogoutElsewhere } from '../services/logout_reason';
import type { BrowserLocation } from '../services/page';
import type { SecurityClient } from '../services/security_client';

/**
 * Time of the warning before the end; for shorter sessions, a quarter of the initial remaining
 * time.
 */
export const WARN_MS = 120_000;
/** Polling interval while the warning is shown: other tabs may extend the session. */
export const POLL_INTERVAL_MS = 10_000;
/** The session may be ended elsewhere, and timers stop while a computer sleeps. */
const MAX_POLL_INTERVAL_MS = 600_000;
/** If logout is a link, this tab is notified before the session has ended. */
const FOLLOW_AFTER_MS: readonly number[] = [0, 1_000, 3_000, 10_000];
const TOAST = 'security.sessionEnding';

export interface SessionWatchDeps {
  readonly client: Pick<SecurityClient, 'sessionState'>;
  readonly toasts: Pick<IToasts, 'addWarning' | 'remove'>;
  readonly page: Pick<BrowserLocation, 'reload'>;
  readonly basePath: Pick<IBasePath, 'serverBasePath'>;
  /** Whether the 401 handler leaves the page. */
  readonly redirectsOn401: boolean;
}

/** @returns a function that stops watching */
export function watchSession(deps: SessionWatchDeps): () => void {
  const { client, toasts, page } = deps;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let warnMs: number | undefined;
  let hasWarned = false;
  let isStopped = false;

  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', pollIfVisible);
    stopListening();
  };

  async function poll(trigger: 'timer' | 'user' = 'timer'): Promise<void> {
    clearTimeout(timer);
    let nextMs = POLL_INTERVAL_MS;
    try {
      const state = await client.sessionState(trigger);
      if (isStopped) return;
      if (state.remaining_ms === null) return stop();
      nextMs = await updateWarning(state.remaining_ms, state);
    } catch (error) {
      // The 401 handler has left the page; other failures may be temporary.
      if (getErrorStatus(error) === 401) return stop();
    }
    if (!isStopped) timer = setTimeout(() => void poll(), nextMs);
  }

  async function updateWarning(remainingMs: number, state: SessionState): Promise<number> {
    warnMs ??= Math.min(WARN_MS, remainingMs / 4);
    if (remainingMs > warnMs) {
      toasts.remove(TOAST);
      hasWarned = false;
      return Math.min(remainingMs - warnMs, MAX_POLL_INTERVAL_MS);
    }
    // Shortly after the end, the response is a 401.
    const nextMs = Math.min(POLL_INTERVAL_MS, remainingMs + 500);
    // Do not show a dismissed warning again.
    if (hasWarned) return nextMs;
    hasWarned = true;
    const { sessionEndingText } = await import('../apps/account/session_ending');
    toasts.addWarning({
      id: TOAST,
      title: t('security.sessionEnding.title', 'Your session is about to end.'),
      text: sessionEndingText(
        new Date(Date.now() + remainingMs),
        state.is_extendable ? () => poll('user') : undefined
      ),
      toastLifeTimeMs: Number.MAX_SAFE_INTEGER,
    });
    return nextMs;
  }

  /** Leaves the page once the session that ended in another tab is rejected here, too. */
  async function follow(): Promise<void> {
    storeLogoutReason('signed_out', deps.basePath);
    for (const waitMs of FOLLOW_AFTER_MS) {
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      // An earlier poll may have stopped the monitor.
      if (isStopped) return;
      const isOver = await client.sessionState('timer').then(
        () => false,
        (error: unknown) => getErrorStatus(error) === 401
      );
      if (!isOver) continue;
      stop();
      if (!deps.redirectsOn401) page.reload();
      return;
    }
    // The logout was for another session, of a product on the same host.
    dropLogoutReason(deps.basePath);
  }

  const pollIfVisible = () => {
    if (document.visibilityState === 'visible') void poll();
  };
  const stopListening = onLogoutElsewhere(() => void follow());
  document.addEventListener('visibilitychange', pollIfVisible);
  void poll();
  return stop;
}
