/**
 * Says that the session is about to end while there is time to do something about it, and follows a
 * sign-out in another tab. The looks are no use of the session: they do not make it last.
 */
import { i18n, type IBasePath, type IToasts, statusOf } from '@sd/core/public';
import type { SessionState } from '../../common';
import { dropLogoutReason, storeLogoutReason, onLogoutElsewhere } from '../services/logout_reason';
import type { BrowserLocation } from '../services/page';
import type { SecurityClient } from '../services/security_client';

/** Before the end; of a shorter session, a quarter of what is left at first. */
export const WARN_MS = 120_000;
/** While it is said: other tabs may have extended the session. */
export const POLL_INTERVAL_MS = 10_000;
/** Somebody may have ended it, and clocks stand still in computers that sleep. */
const LOOK_AT_LEAST_EVERY_MS = 600_000;
/** Where the way out is a link, this tab hears of it before the session has ended. */
const FOLLOW_AFTER_MS: readonly number[] = [0, 1_000, 3_000, 10_000];
const TOAST = 'security.sessionEnding';

export interface SessionWatchDeps {
  readonly client: Pick<SecurityClient, 'sessionState'>;
  readonly toasts: Pick<IToasts, 'addWarning' | 'remove'>;
  readonly page: Pick<BrowserLocation, 'reload'>;
  readonly basePath: Pick<IBasePath, 'serverBasePath'>;
  /** Otherwise whoever sees the 401 leaves the page. */
  readonly leavesByItself: boolean;
}

/** @returns ends it */
export function watchSession(deps: SessionWatchDeps): () => void {
  const { client, toasts, page } = deps;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let warnMs: number | undefined;
  let isTold = false;
  let isStopped = false;

  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', lookIfSeen);
    stopListening();
  };

  async function look(asked: 'by_page' | 'by_person' = 'by_page'): Promise<void> {
    clearTimeout(timer);
    let nextMs = POLL_INTERVAL_MS;
    try {
      const state = await client.sessionState(asked);
      if (isStopped) return;
      if (state.remaining_ms === null) return stop();
      nextMs = await judge(state.remaining_ms, state);
    } catch (error) {
      // The interceptor of 401 has sent the page away; any other failure may pass.
      if (statusOf(error) === 401) return stop();
    }
    if (!isStopped) timer = setTimeout(() => void look(), nextMs);
  }

  async function judge(remainingMs: number, state: SessionState): Promise<number> {
    warnMs ??= Math.min(WARN_MS, remainingMs / 4);
    if (remainingMs > warnMs) {
      toasts.remove(TOAST);
      isTold = false;
      return Math.min(remainingMs - warnMs, LOOK_AT_LEAST_EVERY_MS);
    }
    // A moment after the end, the answer is 401.
    const nextMs = Math.min(POLL_INTERVAL_MS, remainingMs + 500);
    // Whoever has closed the warning has read it.
    if (isTold) return nextMs;
    isTold = true;
    const { sessionEndingText } = await import('../apps/account/session_ending');
    toasts.addWarning({
      id: TOAST,
      title: i18n.translate('security.sessionEnding.title', {
        defaultMessage: 'Your session is about to end.',
      }),
      text: sessionEndingText(
        new Date(Date.now() + remainingMs),
        state.is_extendable ? () => look('by_person') : undefined
      ),
      toastLifeTimeMs: Number.MAX_SAFE_INTEGER,
    });
    return nextMs;
  }

  /** What another tab has ended is refused to this one as well. */
  async function follow(): Promise<void> {
    storeLogoutReason('signed_out', deps.basePath);
    for (const waitMs of FOLLOW_AFTER_MS) {
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      // The answer to a look that came before.
      if (isStopped) return;
      const isOver = await client.sessionState('by_page').then(
        () => false,
        (error: unknown) => statusOf(error) === 401
      );
      if (!isOver) continue;
      stop();
      if (!deps.leavesByItself) page.reload();
      return;
    }
    // It was another session, of a product on the same host.
    dropLogoutReason(deps.basePath);
  }

  const lookIfSeen = () => {
    if (document.visibilityState === 'visible') void look();
  };
  const stopListening = onLogoutElsewhere(() => void follow());
  document.addEventListener('visibilitychange', lookIfSeen);
  void look();
  return stop;
}
