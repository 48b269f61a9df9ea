/**
 * Tries the authentication domains in their order. The first one that authenticates the caller ends
 * the search, as does a challenging one without credentials in the request.
 */
import type {
  AuthenticationResult,
  Principal,
  ProviderLogout,
  LoginInput,
  AuthenticationRequest,
} from '../../../api';
import { getDynamic } from '../../../model/security_config';
import { BASIC_CHALLENGE } from '../basic_credentials';
import type { Challenge, VerifiedIdentity } from './domain';
import type { UsedCertificate } from '../../../api';
import { getDomains, type Domain, type DomainListDeps } from './domain_list';

type Json = Readonly<Record<string, unknown>>;
type Error = Extract<AuthenticationResult, { ok: false }>;

/** The result of an authentication, with facts for the audit log. */
export interface ChainResult {
  readonly result: AuthenticationResult;
  /** The claimed user name that was not verified. */
  readonly userName?: string;
  /** Set if a header that only a trusted proxy may send came from another address. */
  readonly isForged?: boolean;
}

export interface DomainChainDeps extends Omit<DomainListDeps, 'instanceId'> {
  /**
   * Key of the domain fingerprints, the same after a restart. Available once the configuration is
   * loaded.
   */
  readonly instanceId: () => string;
  /** Verifies tokens issued by this engine; `undefined` if the request has none. */
  readonly ownToken: (request: AuthenticationRequest) => Promise<AuthenticationResult | undefined>;
  /** Verifies passwords of internal users. */
  readonly basic: (request: AuthenticationRequest) => Promise<AuthenticationResult>;
}

const PASSWORD_CHALLENGE: Challenge = { header: BASIC_CHALLENGE, body: 'Unauthorized' };
const VERSION = 'domain:';

export class DomainChain {
  private domains: readonly Domain[] = [];
  private configured: string | undefined;

  constructor(private readonly deps: DomainChainDeps) {}

  /**
   * Applies `authc` and `http` of the stored document. Keeps the current domains if neither
   * changed.
   */
  configure(document: Json | undefined): void {
    const { authc, http } = getDynamic(document);
    const text = JSON.stringify([authc, http]);
    if (text === this.configured) return;
    this.configured = text;
    this.domains = getDomains(document, {
      ...this.deps,
      instanceId: this.deps.instanceId(),
    });
  }

  get queryParameters(): readonly string[] {
    return [...new Set(this.authenticators.flatMap(({ queryParameters = [] }) => queryParameters))];
  }

  /** Certificates of all providers, and of the connections to them. */
  async certificates(): Promise<readonly UsedCertificate[]> {
    const found = await Promise.all(
      this.domains.map(async ({ name, authenticator }) =>
        ((await authenticator?.certificates?.()) ?? []).map(({ setting, file, endsAtMs }) => {
          const usedBy = `config.dynamic.authc.${name}`;
          return { file: file ?? `${usedBy}: ${setting}`, usedBy, endsAtMs };
        })
      )
    );
    return found.flat();
  }

  /** Whether internal users may log in with a password. */
  get takesPasswords(): boolean {
    return this.domains.some(({ authenticator }) => !authenticator);
  }

  /** Whether the domain that authenticated the principal still has the same configuration. */
  isCurrent({ credentialVersion, provided }: Principal): boolean {
    const domain = this.domains.find(({ name }) => name === provided?.domain);
    return (
      domain?.authenticator !== undefined && credentialVersion === VERSION + domain.fingerprint
    );
  }

  async authenticate(request: AuthenticationRequest): Promise<ChainResult> {
    const own = await this.deps.ownToken(request);
    if (own?.ok) return { result: own };
    let error: Error | undefined = own;
    let facts: Omit<ChainResult, 'result'> = {};
    for (const domain of this.domains) {
      const { authenticator } = domain;
      if (!authenticator) {
        const result = await this.deps.basic(request);
        if (result.ok) return { ...facts, result };
        if (result.reason !== 'missing') error = worse(error, result);
        if (result.reason === 'missing' && domain.isChallenging) break;
        continue;
      }
      const outcome = await authenticator.authenticate(request);
      if (outcome.kind === 'proven')
        return {
          ...facts,
          result: { ok: true, principal: getPrincipal(domain, outcome.identity) },
        };
      if (outcome.kind === 'none' && domain.isChallenging && authenticator.challenge) break;
      if (outcome.kind === 'unavailable')
        error = worse(error, { ok: false, reason: 'unavailable' });
      if (outcome.kind !== 'refused') continue;
      error = worse(error, { ok: false, reason: 'invalid' });
      const { userName, isForged } = outcome;
      facts = {
        ...facts,
        ...(userName !== undefined && { userName }),
        ...(isForged && { isForged }),
      };
    }
    return {
      ...facts,
      result: await this.challengeCaller(error ?? { ok: false, reason: 'missing' }),
    };
  }

  /** The challenge of the first domain that has one. */
  async challenge(): Promise<Challenge | undefined> {
    for (const { isChallenging, authenticator } of this.domains) {
      if (!isChallenging) continue;
      if (!authenticator) return PASSWORD_CHALLENGE;
      const challenge = await authenticator.challenge?.().catch(() => undefined);
      if (challenge) return challenge;
    }
    return undefined;
  }

  /** Whether a domain exchanges provider responses for tokens. */
  get exchanges(): boolean {
    return this.authenticators.some(({ exchange }) => exchange);
  }

  /**
   * @returns the value of `authorization` for a provider's response, or `undefined` if no domain
   *   accepts it
   */
  async exchange(body: unknown, remoteAddress: string): Promise<string | undefined> {
    for (const { exchange } of this.authenticators) {
      const authorization = await exchange?.(body, remoteAddress);
      if (authorization !== undefined) return authorization;
    }
    return undefined;
  }

  /**
   * The URL where the browser ends the provider's session; `undefined` if the provider is
   * unreachable.
   */
  async logoutLocation(principal: Principal): Promise<string | undefined> {
    const domain = this.domains.find(({ name }) => name === principal.provided?.domain);
    return domain?.authenticator?.logoutLocation?.(principal).catch(() => undefined);
  }

  /** @returns `undefined` if no domain recognizes the message as a logout notice */
  async loggedOut(
    type: string,
    { fields, remoteAddress }: Pick<LoginInput, 'fields' | 'remoteAddress'>
  ): Promise<ProviderLogout | undefined> {
    for (const { type: known, authenticator } of this.domains) {
      if (known !== type) continue;
      const ended = await authenticator?.loggedOut?.(fields, remoteAddress);
      if (ended) return ended;
    }
    return undefined;
  }

  /** Service provider metadata of the first domain of this type that has any. */
  async description(type: string): Promise<string | undefined> {
    const domain = this.domains.find((one) => one.type === type && one.authenticator?.description);
    return domain?.authenticator?.description?.();
  }

  private async challengeCaller(error: Error): Promise<AuthenticationResult> {
    if (error.reason === 'blocked' || error.reason === 'unavailable') return error;
    const challenge = await this.challenge();
    return challenge ? { ...error, challenge: challenge.header } : error;
  }

  private get authenticators() {
    return this.domains
      .map(({ authenticator }) => authenticator)
      .filter((authenticator) => authenticator !== undefined);
  }
}

/**
 * Which error to return when several domains fail: the one with the most useful information, such
 * as when to retry, has the highest weight.
 */
const WEIGHT: Readonly<Record<Error['reason'], number>> = {
  missing: 0,
  off: 1,
  invalid: 1,
  unavailable: 2,
  blocked: 3,
  incomplete: 4,
};
const worse = (known: Error | undefined, found: Error): Error =>
  known && WEIGHT[known.reason] >= WEIGHT[found.reason] ? known : found;

export const getPrincipal = (
  { name, type, fingerprint }: Domain,
  { userName, expiresAtMs, ...claims }: VerifiedIdentity
): Principal => ({
  userName,
  credentialVersion: VERSION + fingerprint,
  ...(expiresAtMs !== undefined && { expiresAtMs }),
  provided: { domain: name, type, ...claims },
});
