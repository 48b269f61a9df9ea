/** The ways in of the embedded engine: who a request is from, told to the audit log. */
import type { AuthenticationResult, SignInRequest } from '../contract/sign_in';
import type { EngineCaller, EngineRequest, EngineResponse } from '../contract/engine';
import { bodyProblem, readBody } from '../model/payload';
import type { AuditLog } from './audit/audit_log';
import { illegalArgument, json } from './rest/answers/responses';
import type { AdminCertificates } from './authentication/admin_certificates';
import type { ApiKeyProof } from './authentication/api_keys/api_key_proof';
import { BASIC_CHALLENGE } from './authentication/basic_credentials';
import type { ChainResult, DomainChain } from './authentication/domains/domain_chain';
import type { FactorPolicy } from './authentication/factors/factor_policy';
import type { FactorRounds } from './authentication/factors/factor_rounds';

export interface EngineSignInDeps {
  readonly domains: DomainChain;
  readonly keyProof: ApiKeyProof;
  readonly administrators: AdminCertificates;
  readonly factorPolicy: FactorPolicy;
  readonly rounds: FactorRounds;
  readonly audit: AuditLog;
}

export class EngineSignIn {
  constructor(private readonly deps: EngineSignInDeps) {}

  /** What a call brings along, by itself: a password is not enough of who has a second factor. */
  async authenticate(credentials: SignInRequest): Promise<AuthenticationResult> {
    const { result, userName } = await this.prove(credentials);
    const needs = result.ok ? this.deps.factorPolicy.lacking(result.principal) : undefined;
    const whole: AuthenticationResult = needs ? { ok: false, reason: 'incomplete', needs } : result;
    this.deps.audit.authenticated(credentials, whole, userName);
    return whole;
  }

  /** The first round of a sign-in. */
  async provePassword(credentials: SignInRequest): Promise<AuthenticationResult> {
    const { result, userName } = await this.prove(credentials);
    // A sign-in of several rounds is told of when it ends.
    if (!result.ok || !this.deps.rounds.isFurther(result.principal))
      this.deps.audit.authenticated(credentials, result, userName);
    return result;
  }

  /**
   * `POST /api/authtoken` of somebody who has nothing else yet.
   * @returns undefined where nothing can be exchanged: the call is then answered as any other
   */
  async exchange(
    caller: EngineCaller,
    request: EngineRequest
  ): Promise<EngineResponse | undefined> {
    const { domains, audit } = this.deps;
    if (!domains.exchanges || caller.kind !== 'anonymous') return undefined;
    let body: unknown;
    try {
      body = readBody(request);
    } catch (error) {
      return illegalArgument(bodyProblem(error));
    }
    const { headers = {} } = request;
    const { remoteAddress = 'unknown' } = caller;
    const authorization = await domains.exchange(body, remoteAddress);
    if (authorization !== undefined) return json(200, { authorization });
    audit.authenticated({ headers, remoteAddress }, { ok: false, reason: 'invalid' });
    return undefined;
  }

  private async prove(
    credentials: SignInRequest
  ): Promise<Pick<ChainResult, 'result' | 'userName'>> {
    const { domains, keyProof, administrators, audit } = this.deps;
    const proven: ChainResult =
      keyProof.prove(credentials) ?? (await domains.authenticate(credentials));
    const { result, userName, isForged } = proven;
    if (isForged) audit.forged(credentials, userName);
    // Whoever is called like an administrator's certificate must not be taken for its holder.
    if (!result.ok || !administrators.includes(result.principal.userName)) return proven;
    return { ...proven, result: { ok: false, reason: 'invalid', challenge: BASIC_CHALLENGE } };
  }
}
