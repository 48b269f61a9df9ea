/** Authentication by the embedded engine, recorded in the audit log. */
import type {
  AuthenticationResult,
  AuthenticationRequest,
  LoginInput,
  LoginStep,
} from '../api/login';
import type { EngineCaller, EngineRequest, EngineResponse } from '../api/engine';
import { bodyProblem, readBody } from '../model/payload';
import type { AuditLog } from './audit/audit_log';
import { illegalArgument, json } from '../model/responses';
import type { AdminCertificates } from './authentication/admin_certificates';
import type { ApiKeyVerifier } from './authentication/api_keys/api_key_verification';
import { BASIC_CHALLENGE } from './authentication/basic_credentials';
import type { ChainResult, DomainChain } from './authentication/domains/domain_chain';
import type { FactorPolicy } from './authentication/factors/factor_policy';
import type { FactorSteps } from './authentication/factors/factor_steps';

export interface EngineLoginDeps {
  readonly domains: DomainChain;
  readonly apiKeyVerifier: ApiKeyVerifier;
  readonly administrators: AdminCertificates;
  readonly factorPolicy: FactorPolicy;
  readonly factorSteps: FactorSteps;
  readonly audit: AuditLog;
}

export class EngineLogin {
  constructor(private readonly deps: EngineLoginDeps) {}

  /**
   * Authenticates a request by its credentials alone. A password does not suffice for a user with a
   * second factor.
   */
  async authenticate(credentials: AuthenticationRequest): Promise<AuthenticationResult> {
    const { result, userName } = await this.verify(credentials);
    const needs = result.ok ? this.deps.factorPolicy.missingStep(result.principal) : undefined;
    const whole: AuthenticationResult = needs ? { ok: false, reason: 'incomplete', needs } : result;
    this.deps.audit.authenticated(credentials, whole, userName);
    return whole;
  }

  /** The first step of a login with the fields `username` and `password`. */
  async begin(input: LoginInput): Promise<LoginStep> {
    const { username: userName = '', password = '' } = input.fields;
    const { remoteAddress } = input;
    const credentials = { headers: {}, remoteAddress, password: { userName, password } };
    const { result } = await this.verify(credentials);
    if (input.checksOnly && result.ok) return { kind: 'concluded', result };
    // A login with several steps is recorded when it ends.
    const further = result.ok && (await this.deps.factorSteps.after(result.principal, input));
    if (further) return further;
    this.deps.audit.authenticated(credentials, result, userName);
    return { kind: 'concluded', result };
  }

  /**
   * `POST /api/authtoken` of a caller without other credentials.
   * @returns `undefined` if there is nothing to exchange; the request is then handled as usual
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

  private async verify(
    credentials: AuthenticationRequest
  ): Promise<Pick<ChainResult, 'result' | 'userName'>> {
    const { domains, apiKeyVerifier, administrators, audit } = this.deps;
    const verified: ChainResult =
      apiKeyVerifier.verify(credentials) ?? (await domains.authenticate(credentials));
    const { result, userName, isForged } = verified;
    if (isForged) audit.noteForged(credentials, userName);
    // A user with the name of an administrator certificate must not be taken for its holder.
    if (!result.ok || !administrators.includes(result.principal.userName)) return verified;
    return { ...verified, result: { ok: false, reason: 'invalid', challenge: BASIC_CHALLENGE } };
  }
}
