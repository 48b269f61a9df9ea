/** Session cookie: one definition of name and attributes for setting and clearing. */
import type { SetCookie } from '@sd/core/server';
import type { SecurityConfig } from '../config';
import type { Session } from '../sessions/session_service';

/**
 * The HTTP service adds HttpOnly and the path. The cookie ends with the browser; the store knows
 * the real expiry.
 */
export class SessionCookie {
  readonly name: string;

  constructor(private readonly config: SecurityConfig['cookie']) {
    this.name = config.name;
  }

  set(session: Session): SetCookie {
    return { ...this.attributes(), value: session.id };
  }

  clear(): SetCookie {
    return { ...this.attributes(), value: undefined };
  }

  /**
   * Reads the raw `cookie` header, for entry points without parsed cookies. The first cookie of the
   * name counts.
   */
  readFrom(header: string | undefined): string | undefined {
    return header
      ?.split(';')
      .map((pair) => pair.trim())
      .find((pair) => pair.startsWith(`${this.name}=`))
      ?.slice(this.name.length + 1);
  }

  attributes(): Omit<SetCookie, 'value'> {
    const { isSameSite, domain, secure } = this.config;
    return {
      name: this.name,
      // By default, the cookie is Secure if the request arrived over TLS at this server or a
      // trusted proxy.
      ...(secure !== undefined && { secure }),
      ...(isSameSite === false ? {} : { sameSite: isSameSite }),
      ...(domain === null ? {} : { domain }),
    };
  }
}
