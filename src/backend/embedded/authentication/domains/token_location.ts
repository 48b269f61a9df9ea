/** Finds the token in a request. */
import type { AuthenticationRequest } from '../../../api/engine';
import type { DomainSettings } from './domain_settings';

export class TokenLocation {
  private readonly header: string;
  private readonly parameter: string | undefined;

  constructor(settings: DomainSettings) {
    this.header = (settings.text('jwt_header') ?? 'authorization').toLowerCase();
    this.parameter = settings.text('jwt_url_parameter');
  }

  get queryParameters(): readonly string[] {
    return this.parameter === undefined ? [] : [this.parameter];
  }

  /**
   * The header takes precedence over the parameter, with or without `Bearer`; other schemes are
   * ignored.
   */
  read({ headers, query }: AuthenticationRequest): string | undefined {
    const [, scheme = '', token] = /^(?:(\S+) +)?(\S+) *$/.exec(headers[this.header] ?? '') ?? [];
    if (token !== undefined && /^(?:bearer)?$/i.test(scheme)) return token;
    const value = this.parameter === undefined ? undefined : query?.[this.parameter];
    return typeof value === 'string' && value !== '' ? value : undefined;
  }
}
