/**
 * Builds the enabled authentication domains of the security configuration, in their order. A domain
 * with unusable settings is skipped, and the log says why.
 */
import { createHmac } from 'node:crypto';
import { RE2JS } from 're2js';
import { attributeValues } from '../../../api';
import { compilePattern, type Matcher, patternProblem } from '../../../access/patterns/pattern';
import type { AuthenticationRequest } from '../../../api/engine';
import { within } from './claims';
import {
  type DomainAuthenticator,
  type DomainAuthenticatorDeps,
  type DomainOutcome,
  DomainSettingsError,
  NONE,
  REFUSED,
} from './domain';
import { DomainSettings } from './domain_settings';
import { INTERNAL_PROXIES, REMOTE_IP_HEADER } from '../../../model/security_config';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import type { EngineLog } from '../../../api/log';
import {
  enabledDomains,
  getForwarding,
  isOfPasswords,
  type StoredDomain,
  verificationDependsOn,
} from '../../../model/authentication_domains';
import { SamlDomain } from './saml_domain';
import { jwtDomain, openidDomain } from './token_domain';

/**
 * The authenticator `clientcert`: accepts client certificates issued by an authority this server
 * trusts.
 */
class CertificateDomain implements DomainAuthenticator {
  /** None: the certificate belongs to the connection. */
  private readonly userAttribute: string | undefined;
  private readonly rolesAttribute: string | undefined;
  private readonly skipped: readonly Matcher[];

  constructor(settings: DomainSettings) {
    this.userAttribute = settings.text('username_attribute');
    this.rolesAttribute = settings.text('roles_attribute');
    this.skipped = settings.list('skip_users').map(compilePattern);
  }

  async authenticate({ tls }: AuthenticationRequest): Promise<DomainOutcome> {
    const subject = tls?.peer?.[0].subject;
    if (subject === undefined || this.skipped.some((matches) => matches(subject))) return NONE;
    const listValues = (attribute: string | undefined) =>
      attribute === undefined ? [] : attributeValues(subject, attribute);
    const identity = within({
      userName: listValues(this.userAttribute)[0] ?? subject,
      backendRoles: listValues(this.rolesAttribute),
      attributes: {},
    });
    return identity ? { kind: 'proven', identity } : REFUSED;
  }
}

/** `http.xff`: the proxies whose headers are trusted. */
class TrustedProxies {
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

  /** Whether the connection comes from a trusted proxy. */
  includes({ peerAddress }: AuthenticationRequest): boolean {
    return peerAddress !== undefined && this.matches(peerAddress);
  }

  /** Whether the request has the proxy's header with the client address. */
  hasClientAddress({ headers }: AuthenticationRequest): boolean {
    return (headers[this.header] ?? '') !== '';
  }
}

class ProxyDomain implements DomainAuthenticator {
  private readonly userHeader: string;
  private readonly rolesHeader: string | undefined;
  private readonly separator: RE2JS;
  private readonly prefix: string | undefined;

  /**
   * @param isExtended - whether headers with the prefix `attr_header_prefix` become attributes
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
  }

  async authenticate(request: AuthenticationRequest): Promise<DomainOutcome> {
    const { headers } = request;
    const userName = headers[this.userHeader]?.trim() ?? '';
    if (userName === '') return NONE;
    if (!this.proxies.includes(request)) return { kind: 'refused', userName, isForged: true };
    if (!this.proxies.hasClientAddress(request)) return { kind: 'refused', userName };
    const roles = this.rolesHeader === undefined ? '' : (headers[this.rolesHeader] ?? '');
    const backendRoles = this.separator
      .split(roles)
      .map((role) => role.trim())
      .filter((role) => role !== '');
    const identity = within({
      userName,
      backendRoles,
      attributes: this.attributesIn(headers, userName),
    });
    return identity ? { kind: 'proven', identity } : REFUSED;
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

type Json = Readonly<Record<string, unknown>>;

export interface Domain {
  readonly name: string;
  /** The type of the authenticator. */
  readonly type: string;
  readonly isChallenging: boolean;
  /** Stays the same until a setting changes that authentication depends on. Reveals no secrets. */
  readonly fingerprint: string;
  /** Absent for passwords of internal users. */
  readonly authenticator?: DomainAuthenticator;
}

export interface DomainListDeps extends Omit<DomainAuthenticatorDeps, 'warn'> {
  readonly log: EngineLog;
  /** Key of the fingerprints, the same after a restart. */
  readonly instanceId: string;
}

/** Characters of base64url, at least 128 bits. */
const FINGERPRINT_LENGTH = 22;

type AuthenticatorFactory = (
  settings: DomainSettings,
  deps: DomainAuthenticatorDeps,
  proxies: TrustedProxies
) => DomainAuthenticator;

const FACTORIES: Readonly<Record<string, AuthenticatorFactory>> = {
  jwt: jwtDomain,
  openid: openidDomain,
  proxy: (settings, _deps, proxies) => new ProxyDomain(settings, proxies, false),
  'extended-proxy': (settings, _deps, proxies) => new ProxyDomain(settings, proxies, true),
  saml: (settings, deps) => new SamlDomain(settings, deps),
  clientcert: (settings) => new CertificateDomain(settings),
};

/** @param document - the stored security configuration */
export function getDomains(document: Json | undefined, deps: DomainListDeps): readonly Domain[] {
  const enabled = enabledDomains(document);
  for (const { name } of enabled.slice(DOMAIN_LIMITS.domains))
    deps.log.warn('An authentication domain is skipped: there are too many.', {
      domain: name,
      limit: DOMAIN_LIMITS.domains,
    });
  return enabled.slice(0, DOMAIN_LIMITS.domains).flatMap((stored) => {
    try {
      return [getDomain(document, stored, deps)];
    } catch (error) {
      if (!(error instanceof DomainSettingsError)) throw error;
      deps.log.warn('An authentication domain cannot be used and is skipped.', {
        domain: stored.name,
        reason: error.message,
      });
      return [];
    }
  });
}

/** @throws {DomainSettingsError} */
function getDomain(document: Json | undefined, stored: StoredDomain, deps: DomainListDeps): Domain {
  const { name, type, backend, isChallenging, config } = stored;
  const fingerprint = createHmac('sha256', deps.instanceId)
    .update(verificationDependsOn(document, stored))
    .digest('base64url')
    .slice(0, FINGERPRINT_LENGTH);
  const base = { name, type, isChallenging, fingerprint };
  if (isOfPasswords(stored)) return base;
  const create = Object.hasOwn(FACTORIES, type) ? FACTORIES[type] : undefined;
  if (type === 'basic' || (create && backend !== 'noop'))
    throw new DomainSettingsError(`${type} is not proven by a backend of type ${backend}`);
  if (!create) throw new DomainSettingsError(`authenticators of type ${type} are not known`);
  const warn = limitedWarnings(name, deps);
  const proxies = new TrustedProxies(new DomainSettings(getForwarding(document)));
  return {
    ...base,
    authenticator: create(new DomainSettings(config), { ...deps, warn }, proxies),
  };
}

/** Limits each warning to one a minute, because clients can send any number of wrong tokens. */
function limitedWarnings(
  domain: string,
  { log, now }: DomainListDeps
): DomainAuthenticatorDeps['warn'] {
  const last = new Map<string, number>();
  return (message, meta) => {
    const isRecent = (last.get(message) ?? -Infinity) + DOMAIN_LIMITS.complaintMs > now();
    if (isRecent) return;
    last.set(message, now());
    log.warn(message, { domain, ...meta });
  };
}
