/**
 * Cookies that bind a sign-in over a provider to the browser that began it: what a provider sends
 * back counts only there. Several tabs may begin at the same time, so there are several; the oldest
 * gives way.
 */
import { SIGN_IN_LIMITS } from '@sd/core/common';
import type { SetCookie } from '@sd/core/server';
import { relayOf, type RoundName } from './sign_in_rounds';

type Cookies = Readonly<Record<string, string | undefined>>;

export interface RoundCookieSettings {
  /** Attributes of the session cookie; these have no other scope. */
  readonly attributes: Omit<SetCookie, 'name' | 'value'>;
  /** `extra_storage` of the way. */
  readonly prefix: string;
  readonly count: number;
}

export class RoundCookies {
  private readonly names: readonly string[];
  private last = 0;

  constructor(private readonly settings: RoundCookieSettings) {
    const { prefix, count } = settings;
    this.names = Array.from({ length: Math.max(1, count) }, (_, index) => `${prefix}${index + 1}`);
  }

  set(cookies: Cookies, { id }: RoundName): SetCookie {
    const free = this.names.find((name) => cookies[name] === undefined);
    const name = free ?? (this.names[this.last++ % this.names.length] as string);
    const maxAgeSeconds = SIGN_IN_LIMITS.roundMs / 1_000;
    return { ...this.settings.attributes, name, value: id, maxAgeSeconds };
  }

  /** The round that a provider answers, when this browser began it, and what removes its cookie. */
  find(
    cookies: Cookies,
    relay: string | undefined
  ): { readonly id: string; readonly clear: SetCookie } | undefined {
    for (const name of this.names) {
      const id = cookies[name];
      if (id !== undefined && id.length <= 64 && relayOf(id) === relay)
        return { id, clear: { ...this.settings.attributes, name, value: undefined } };
    }
    return undefined;
  }
}
