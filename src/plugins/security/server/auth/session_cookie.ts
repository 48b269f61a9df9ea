/**
 * The session cookie: name and attributes in one place, so that setting and clearing always agree.
 */
import type { SetCookie } from '@sd/core/server';
import type { SecurityConfig } from '../config';
import type { Session } from '../sessions/session_service';

/**
 * HttpOnly and the path are the http service's own rule. Ends with the browser; the store knows the
 * real expiry.
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
   * From the `cookie` header itself, for entry points that get no parsed cookies. The first one of
   * the name counts.
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
      // Otherwise as the request came in: over TLS, spoken by this server or by a trusted proxy, it
      // is Secure.
      ...(secure !== undefined && { secure }),
      ...(isSameSite === false ? {} : { sameSite: isSameSite }),
      ...(domain === null ? {} : { domain }),
    };
  }
}
