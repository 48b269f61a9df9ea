/**
 * Cookies that bind a login through a provider to the browser that started it. Several tabs can
 * start logins at the same time; the oldest cookie is replaced.
 */
import { LOGIN_LIMITS } from '@sd/core/common';
import type { SetCookie } from '@sd/core/server';
import { getRelay, type PendingLoginName } from './pending_logins';

type Cookies = Readonly<Record<string, string | undefined>>;

/** Enough for an id, a dot and a hash. */
const VALUE_LENGTH = 128;

export interface PendingLoginCookieSettings {
  /** Attributes of the session cookie, whose scope these cookies share. */
  readonly attributes: Omit<SetCookie, 'name' | 'value'>;
  /** `extra_storage` of the login method. */
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

  /** @param mark - identifies the provider's response instead of the relay */
  set(cookies: Cookies, { id }: PendingLoginName, mark?: string): SetCookie {
    const free = this.names.find((name) => cookies[name] === undefined);
    const name = free ?? (this.names[this.last++ % this.names.length] as string);
    const maxAgeSeconds = LOGIN_LIMITS.roundMs / 1_000;
    const value = mark === undefined ? id : `${id}.${getRelay(mark)}`;
    return { ...this.settings.attributes, name, value, maxAgeSeconds };
  }

  /**
   * Finds the pending login of a provider response, if this browser started it, with the cookie
   * that clears it.
   * @param relay - relay of the pending login, or `getRelay` its mark
   */
  find(
    cookies: Cookies,
    relay: string | undefined
  ): { readonly id: string; readonly clear: SetCookie } | undefined {
    for (const name of this.names) {
      const value = cookies[name];
      if (value === undefined || value.length > VALUE_LENGTH) continue;
      const [id = '', mark = getRelay(id)] = value.split('.');
      if (mark === relay)
        return { id, clear: { ...this.settings.attributes, name, value: undefined } };
    }
    return undefined;
  }
}
