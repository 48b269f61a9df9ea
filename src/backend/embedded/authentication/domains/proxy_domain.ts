/**
 * The authenticators `proxy` and `extended-proxy`: a trusted proxy tells in headers who somebody
 * is. Source: docs/reference/engine.md#authentication.
 */
import { RE2JS } from 're2js';
import { compilePattern, patternProblem, type Matcher } from '../../../access/patterns/pattern';
import { INTERNAL_PROXIES, REMOTE_IP_HEADER } from '../../../model/security_config';
import type { AuthenticationRequest } from '../../../api/engine';
import { within } from './claims';
import { DomainSettingsError, NONE, REFUSED, type DomainOutcome, type DomainAuthenticator } from './domain';
import type { DomainSettings } from './domain_settings';

/** `http.xff`: whose headers are believed. */
export class TrustedProxies {
  private readonly matches: Matcher;
  private readonly header: string;

  /** @throws {DomainSettingsError} */
  constructor(settings: DomainSettings) {
    const pattern = `/${settings.text('internalProxies') ?? INTERNAL_PROXIES}/`;
    const problem = patternProblem(pattern);
    if (problem !== undefined)
      throw new DomainSettingsError(`http.xff.internalProxies: ${problem}`);
    this.matches = settings.flag('enabled', false) ? compilePattern(pattern) : () => false;
    this.header = (settings.text('remoteIpHeader') ?? REMOTE_IP_HEADER).toLowerCase();
  }

  /** The connection comes from one of them. */
  includes({ peerAddress }: AuthenticationRequest): boolean {
    return peerAddress !== undefined && this.matches(peerAddress);
  }

  /** It says for whom it speaks. */
  speaksFor({ headers }: AuthenticationRequest): boolean {
    return (headers[this.header] ?? '') !== '';
  }
}

export class ProxyDomain implements DomainAuthenticator {
  readonly headers: readonly string[];
  readonly queryParameters: readonly string[] = [];
  private readonly userHeader: string;
  private readonly rolesHeader: string | undefined;
  private readonly separator: RE2JS;
  private readonly prefix: string | undefined;

  /**
   * @param isExtended - with attributes in headers that begin with `attr_header_prefix`
   * @throws {DomainSettingsError}
   */
  constructor(
    settings: DomainSettings,
    private readonly proxies: TrustedProxies,
    isExtended: boolean
  ) {
    this.userHeader = settings.required('user_header').toLowerCase();
    this.rolesHeader = settings.text('roles_header')?.toLowerCase();
    this.prefix = isExtended ? settings.text('attr_header_prefix')?.toLowerCase() : undefined;
    this.separator = expression(settings.text('roles_separator') ?? ',');
    this.headers = [this.userHeader];
  }

  async prove(request: AuthenticationRequest): Promise<DomainOutcome> {
    const { headers } = request;
    const userName = headers[this.userHeader]?.trim() ?? '';
    if (userName === '') return NONE;
    if (!this.proxies.includes(request)) return { kind: 'refused', userName, isForged: true };
    if (!this.proxies.speaksFor(request)) return { kind: 'refused', userName };
    const roles = this.rolesHeader === undefined ? '' : (headers[this.rolesHeader] ?? '');
    const backendRoles = this.separator
      .split(roles)
      .map((role) => role.trim())
      .filter((role) => role !== '');
    const proof = within({
      userName,
      backendRoles,
      attributes: this.attributesIn(headers, userName),
    });
    return proof ? { kind: 'proven', proof } : REFUSED;
  }

  private attributesIn(
    headers: AuthenticationRequest['headers'],
    userName: string
  ): Record<string, string> {
    const { prefix } = this;
    if (prefix === undefined) return {};
    const sent = Object.entries(headers).filter(([name]) => name.startsWith(prefix));
    return {
      'attr.proxy.username': userName,
      ...Object.fromEntries(
        sent.map(([name, value]) => [`attr.proxy.${name.slice(prefix.length)}`, value ?? ''])
      ),
    };
  }
}

function expression(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch {
    throw new DomainSettingsError('roles_separator is no regular expression');
  }
}
