/**
 * A login test: a request that an administrator describes, against domains that are not saved yet.
 * No one is logged in and nothing is logged; failed passwords count as everywhere.
 */
import type { DomainDryRun, LoginDryRunResponse } from '../../../../contracts/api/login_dry_run';
import type { AuthenticationRequest, AuthenticationResult, Principal } from '../../../api/engine';
import { SILENT_LOG, type EngineLog } from '../../../api/log';
import { isJsonObject } from '../../../model/entity_shape';
import { enabledDomains } from '../../../model/authentication_domains';
import { getDynamic } from '../../../model/security_config';
import type { KnownCaller } from '../identity_service';
import { getPrincipal } from './domain_chain';
import { getDomains, type Domain, type DomainListDeps } from './domain_list';

type Json = Readonly<Record<string, unknown>>;
type Outcome = DomainDryRun['outcome'];
interface DomainResult {
  readonly outcome: Outcome;
  readonly principal?: Principal;
}

export interface LoginDryRunDeps extends Omit<DomainListDeps, 'instanceId' | 'log'> {
  readonly instanceId: () => string;
  /** Verifies passwords of internal users. */
  readonly basic: (request: AuthenticationRequest) => Promise<AuthenticationResult>;
  /** Resolves a principal, even if its domain is not in the stored configuration. */
  readonly identify: (
    principal: Principal,
    remoteAddress: string
  ) => Promise<KnownCaller | undefined>;
  /** Whether the name belongs to an administrator certificate. */
  readonly isReserved: (userName: string) => boolean;
}

type Error = Extract<AuthenticationResult, { ok: false }>;

const RESERVED = 'The name is that of an administrator by certificate.';
const OUTCOMES: Readonly<Record<Error['reason'], Outcome>> = {
  missing: 'nothing',
  invalid: 'refused',
  off: 'refused',
  blocked: 'blocked',
  unavailable: 'unavailable',
  // Second factors and password changes are requested after the domains.
  incomplete: 'proven',
};

export class LoginDryRun {
  constructor(private readonly deps: LoginDryRunDeps) {}

  /** @param document - the security configuration to evaluate */
  async run(document: Json, request: AuthenticationRequest): Promise<LoginDryRunResponse> {
    const reasons = new Map<string, string[]>();
    const usable = new Map(this.getDomains(document, reasons).map((one) => [one.name, one]));
    const domains: DomainDryRun[] = [];
    let found: LoginDryRunResponse['user'] = null;
    let isOver = false;
    for (const { name, type } of enabledDomains(document)) {
      const domain = usable.get(name);
      const result: DomainResult =
        domain && !isOver
          ? await this.evaluate(domain, request)
          : { outcome: domain ? 'not_asked' : 'unusable' };
      const { principal } = result;
      const isReserved = principal !== undefined && this.deps.isReserved(principal.userName);
      const outcome = isReserved ? 'refused' : result.outcome;
      const ends = outcome === 'nothing' && domain !== undefined && hasChallenge(domain);
      domains.push({
        name,
        type,
        outcome,
        ends,
        reasons: [...(reasons.get(name) ?? []), ...(isReserved ? [RESERVED] : [])],
      });
      if (principal && !isReserved) found = await this.user(principal, name, request);
      // An authenticated user ends the search, even if the name is then rejected.
      isOver ||= ends || principal !== undefined;
    }
    const { http } = getDynamic(document);
    const anonymous = isJsonObject(http) && http['anonymous_auth_enabled'] === true;
    return { domains, user: found, anonymous };
  }

  private getDomains(document: Json, reasons: Map<string, string[]>): readonly Domain[] {
    const { deps } = this;
    const log: EngineLog = {
      ...SILENT_LOG,
      warn: (message, { domain, ...meta } = {}) => {
        const more = Object.values(meta).map(String).join(': ');
        const known = reasons.get(String(domain)) ?? [];
        reasons.set(String(domain), [...known, more === '' ? message : `${message} (${more})`]);
      },
    };
    return getDomains(document, { ...deps, log, instanceId: deps.instanceId() });
  }

  private async evaluate(domain: Domain, request: AuthenticationRequest): Promise<DomainResult> {
    const { authenticator } = domain;
    if (!authenticator) {
      const result = await this.deps.basic(request);
      return result.ok
        ? { outcome: 'proven', principal: result.principal }
        : { outcome: OUTCOMES[result.reason] };
    }
    const outcome = await authenticator.authenticate(request);
    if (outcome.kind === 'proven')
      return { outcome: 'proven', principal: getPrincipal(domain, outcome.identity) };
    if (outcome.kind !== 'none') return { outcome: outcome.kind };
    // A domain that redirects users to a provider has to know its address.
    const isReady =
      !domain.isChallenging ||
      (await authenticator.challenge?.().then(
        () => true,
        () => false
      )) !== false;
    return { outcome: isReady ? 'nothing' : 'unavailable' };
  }

  private async user(
    principal: Principal,
    domain: string,
    { remoteAddress }: AuthenticationRequest
  ): Promise<LoginDryRunResponse['user']> {
    const known = await this.deps.identify(principal, remoteAddress);
    if (!known) return null;
    const { identity, subject } = known;
    const { expiresAtMs } = principal;
    return {
      name: identity.userName,
      domain,
      backend_roles: [...identity.backendRoles],
      attributes: Object.fromEntries(subject.attributes),
      roles: [...identity.roles],
      ...(expiresAtMs !== undefined && { expires_at: expiresAtMs }),
    };
  }
}

/** Whether the domain challenges requests without credentials for it. */
const hasChallenge = ({ isChallenging, authenticator }: Domain): boolean =>
  isChallenging && (authenticator === undefined || authenticator.challenge !== undefined);
