/**
 * The enabled domains of the security configuration in their order, as far as this engine can use
 * them. One that it cannot use proves nobody, and a line in the log says why. Source:
 * docs/reference/engine.md#dynamic-configuration and #authentication.
 */
import { createHmac } from 'node:crypto';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import type { EngineLog } from '../../../api/log';
import {
  enabledDomains,
  forwardingOf,
  isOfPasswords,
  verificationDependsOn,
  type StoredDomain,
} from '../../../model/authentication_domains';
import { CertificateDomain } from './certificate_domain';
import { DomainSettingsError, type DomainAuthenticator, type DomainAuthenticatorDeps } from './domain';
import { DomainSettings } from './domain_settings';
import { ProxyDomain, TrustedProxies } from './proxy_domain';
import { SamlDomain } from './saml_domain';
import { jwtDomain, openidDomain } from './token_domain';

type Json = Readonly<Record<string, unknown>>;

export interface Domain {
  readonly name: string;
  /** As the authenticator is called. */
  readonly type: string;
  readonly isChallenging: boolean;
  /** The same as long as nothing that proves somebody changes; tells nothing of secrets. */
  readonly fingerprint: string;
  /** Absent for passwords of internal users. */
  readonly prover?: DomainAuthenticator;
}

export interface DomainListDeps extends Omit<DomainAuthenticatorDeps, 'complain'> {
  readonly log: EngineLog;
  /** For fingerprints; the same at every start. */
  readonly instanceId: string;
}

/** 128 bits and more. */
const FINGERPRINT_LENGTH = 22;

type Maker = (settings: DomainSettings, deps: DomainAuthenticatorDeps, proxies: TrustedProxies) => DomainAuthenticator;

const MAKERS: Readonly<Record<string, Maker>> = {
  jwt: jwtDomain,
  openid: openidDomain,
  proxy: (settings, _deps, proxies) => new ProxyDomain(settings, proxies, false),
  'extended-proxy': (settings, _deps, proxies) => new ProxyDomain(settings, proxies, true),
  saml: (settings, deps) => new SamlDomain(settings, deps),
  clientcert: (settings) => new CertificateDomain(settings),
};

/** @param document - the stored security configuration */
export function domainsOf(document: Json | undefined, deps: DomainListDeps): readonly Domain[] {
  const enabled = enabledDomains(document);
  for (const { name } of enabled.slice(DOMAIN_LIMITS.domains))
    deps.log.warn('An authentication domain is passed over: there are too many.', {
      domain: name,
      limit: DOMAIN_LIMITS.domains,
    });
  return enabled.slice(0, DOMAIN_LIMITS.domains).flatMap((stored) => {
    try {
      return [domainOf(document, stored, deps)];
    } catch (error) {
      if (!(error instanceof DomainSettingsError)) throw error;
      deps.log.warn('An authentication domain cannot be used and proves nobody.', {
        domain: stored.name,
        reason: error.message,
      });
      return [];
    }
  });
}

/** @throws {DomainSettingsError} */
function domainOf(document: Json | undefined, stored: StoredDomain, deps: DomainListDeps): Domain {
  const { name, type, backend, isChallenging, config } = stored;
  const fingerprint = createHmac('sha256', deps.instanceId)
    .update(verificationDependsOn(document, stored))
    .digest('base64url')
    .slice(0, FINGERPRINT_LENGTH);
  const known = { name, type, isChallenging, fingerprint };
  if (isOfPasswords(stored)) return known;
  const make = Object.hasOwn(MAKERS, type) ? MAKERS[type] : undefined;
  if (type === 'basic' || (make && backend !== 'noop'))
    throw new DomainSettingsError(`${type} is not proven by a backend of type ${backend}`);
  if (!make) throw new DomainSettingsError(`authenticators of type ${type} are not known`);
  const complain = complaints(name, deps);
  const proxies = new TrustedProxies(new DomainSettings(forwardingOf(document)));
  return { ...known, prover: make(new DomainSettings(config), { ...deps, complain }, proxies) };
}

/** Anybody can have a wrong token refused, as often as he likes; the log says it once a minute. */
function complaints(domain: string, { log, now }: DomainListDeps): DomainAuthenticatorDeps['complain'] {
  const last = new Map<string, number>();
  return (message, meta) => {
    const isRecent = (last.get(message) ?? -Infinity) + DOMAIN_LIMITS.complaintMs > now();
    if (isRecent) return;
    last.set(message, now());
    log.warn(message, { domain, ...meta });
  };
}
