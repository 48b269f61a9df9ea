/**
 * Cookies that bind a sign-in over a provider to the browser that began it: what a provider sends
 * back counts only there. Several tabs may begin at the same time, so there are several; the oldest
 * gives way.
 */
import { LOGIN_LIMITS } from '@sd/core/common';
import type { SetCookie } from '@sd/core/server';
import { relayOf, type PendingLoginName } from './pending_logins';

type Cookies = Readonly<Record<string, string | undefined>>;

/** An id, a dot and a hash fit. */
const VALUE_LENGTH = 128;

export interface PendingLoginCookieSettings {
  /** Attributes of the session cookie; these have no other scope. */
  readonly attributes: Omit<SetCookie, 'name' | 'value'>;
  /** `extra_storage` of the way. */
  readonly prefix: string;
  readonly count: number;
}

export class PendingLoginCookies {
  private readonly names: readonly string[];
  private last = 0;

  constructor(private readonly settings: PendingLoginCookieSettings) {
    const { prefix, count } = settings;
    this.names = Array.from({ length: Math.max(1, count) }, (_, index) => `${prefix}${index + 1}`);
  }

  /** @param mark - what the provider's answer is known by, instead of the relay */
  set(cookies: Cookies, { id }: PendingLoginName, mark?: string): SetCookie {
    const free = this.names.find((name) => cookies[name] === undefined);
    const name = free ?? (this.names[this.last++ % this.names.length] as string);
    const maxAgeSeconds = LOGIN_LIMITS.roundMs / 1_000;
    const value = mark === undefined ? id : `${id}.${relayOf(mark)}`;
    return { ...this.settings.attributes, name, value, maxAgeSeconds };
  }

  /**
   * The round that a provider answers, when this browser began it, and what removes its cookie.
   * @param relay - of the round, or `relayOf` its mark
   */
  find(
    cookies: Cookies,
    relay: string | undefined
  ): { readonly id: string; readonly clear: SetCookie } | undefined {
    for (const name of this.names) {
      const value = cookies[name];
      if (value === undefined || value.length > VALUE_LENGTH) continue;
      const [id = '', mark = relayOf(id)] = value.split('.');
      if (mark === relay)
        return { id, clear: { ...this.settings.attributes, name, value: undefined } };
    }
    return undefined;
  }
}
