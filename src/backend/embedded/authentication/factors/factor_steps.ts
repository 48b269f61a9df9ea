/**
 * The login steps after the password: second factor, new password if one is due, and enrollment if
 * a factor is required. No session exists before the last step. A pending step is bound to one user
 * and to the password that was verified, and each challenge can be used once. Wrong codes count
 * like wrong passwords, and also per user from all addresses.
 */
import { FACTOR_LIMITS, LOGIN_LIMITS } from '../../../../contracts/limits';
import type {
  AuthenticationRequest,
  AuthenticationResult,
  LoginChallenge,
  LoginInput,
  LoginStep,
  Principal,
  RelyingParty,
} from '../../../api/engine';
import { FailureTracker } from '../failure_tracker';
import type { LoginGuard } from '../login_guard';
import type { UserDirectory, UserRecord } from '../user_directory';
import {
  beginEnrollment,
  completeEnrollment,
  type EnrollmentDeps,
  type EnrollmentSecrets,
} from './enrollment';
import type { RequiredStep, FactorPolicy } from './factor_policy';
import { verifyCode, verifyPasskey } from './factor_verification';
import { setNewPassword, type NewPasswordDeps } from './new_password';
import { loginChallenge, getPasskeys, type PasskeyChallenge } from './passkeys';
import { PendingSteps } from './pending_steps';

export interface FactorStepsDeps extends EnrollmentDeps, NewPasswordDeps {
  readonly users: UserDirectory;
  readonly policy: FactorPolicy;
  readonly guard: LoginGuard;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicNow: () => number;
  readonly audit: {
    authenticated(
      request: AuthenticationRequest,
      result: AuthenticationResult,
      claimed?: string
    ): void;
    secondFactor(
      by: { readonly userName?: string; readonly remoteAddress?: string },
      what: string
    ): void;
  };
}

/** The user of a pending login. */
interface User {
  readonly userName: string;
  /** Version of the verified password; if it changes meanwhile, the login starts over. */
  readonly credentialVersion: string;
  readonly hasVerifiedFactor: boolean;
  /** Wrong responses to the current challenge. */
  readonly tries: number;
}

interface WaitingStep {
  readonly user: User;
  readonly kind: RequiredStep | 'codes';
  readonly passkey?: PasskeyChallenge;
  readonly secrets?: EnrollmentSecrets;
}

const INVALID: LoginStep = { kind: 'concluded', result: { ok: false, reason: 'invalid' } };
const FIELDS = {
  factor: ['code'],
  enrol: ['code'],
  new_password: ['password'],
  codes: [],
} as const;

export class FactorSteps {
  private readonly steps: PendingSteps<WaitingStep>;
  /** Kept separately, because any client can start these and must not evict other pending steps. */
  private readonly passkeys: PendingSteps<PasskeyChallenge>;
  private readonly failures: FailureTracker;

  constructor(private readonly deps: FactorStepsDeps) {
    const { monotonicNow } = deps;
    this.steps = new PendingSteps(LOGIN_LIMITS.roundMs, monotonicNow);
    this.passkeys = new PendingSteps(LOGIN_LIMITS.roundMs, monotonicNow);
    this.failures = new FailureTracker(
      {
        allowedTries: FACTOR_LIMITS.failuresOfUser,
        windowMs: FACTOR_LIMITS.failuresMs,
        blockMs: FACTOR_LIMITS.blockMs,
        maxTracked: FACTOR_LIMITS.waiting,
        maxBlocked: FACTOR_LIMITS.waiting,
      },
      monotonicNow
    );
  }

  /** The step that follows the verified password, if there is one. */
  async after(principal: Principal, input: LoginInput): Promise<LoginStep | undefined> {
    const { userName, credentialVersion = '', provided } = principal;
    const record = provided ? undefined : this.deps.users.find(userName);
    if (!record || this.deps.policy.requiredStep(record, false) === undefined) return undefined;
    return this.next({ userName, credentialVersion, hasVerifiedFactor: false, tries: 0 }, input);
  }

  /** Starts a login by passkey alone; the browser lets the user choose one. */
  async beginPasskey(site: RelyingParty | undefined): Promise<LoginStep> {
    if (!site) return INVALID;
    const { challenge: request, options } = await loginChallenge(site);
    const state = `passkey:${this.passkeys.put(request)}`;
    return {
      kind: 'challenge',
      state,
      fields: ['passkey'],
      challenge: { kind: 'passkey', passkey: options },
    };
  }

  async complete(state: string, input: LoginInput): Promise<LoginStep> {
    const passkeyState = /^passkey:(.*)$/.exec(state)?.[1];
    if (passkeyState !== undefined)
      return this.completePasskey(this.passkeys.take(passkeyState), input);
    const step = this.steps.take(state);
    const record = step && this.toRecord(step.user);
    if (!step || !record) return INVALID;
    const { user, kind } = step;
    if (kind === 'factor') return this.completeFactor(step, input);
    // The user enrolled a factor meanwhile, so it is required first.
    if (record.hasFactor && !user.hasVerifiedFactor) return this.next(user, input);
    if (kind === 'new_password') return this.completePassword(user, record, input);
    if (kind === 'enrol') return this.completeEnrollment(step, input);
    return this.next(user, input);
  }

  /** The user, if they can still log in with the password that was verified. */
  private toRecord({ userName, credentialVersion }: User): UserRecord | undefined {
    const record = this.deps.users.find(userName);
    return record?.hash !== undefined && record.credentialVersion === credentialVersion
      ? record
      : undefined;
  }

  private async next(user: User, input: LoginInput): Promise<LoginStep> {
    const record = this.toRecord(user);
    if (!record) return INVALID;
    const required = this.deps.policy.requiredStep(record, user.hasVerifiedFactor);
    if (required === 'factor') return this.challengeFactor(user, input);
    if (required === 'new_password')
      return this.challenge({ user, kind: required }, { kind: 'new_password' });
    if (required === 'enrol') return this.challengeEnrollment(user, input);
    const { name: userName, credentialVersion } = record;
    const result = { ok: true, principal: { userName, credentialVersion } } as const;
    this.deps.guard.noteSuccess({ userName, remoteAddress: input.remoteAddress });
    this.deps.audit.authenticated({ headers: {}, remoteAddress: input.remoteAddress }, result);
    return { kind: 'concluded', result };
  }

  private challenge(step: WaitingStep, request: LoginChallenge, isFailure = false): LoginStep {
    return {
      kind: 'challenge',
      state: this.steps.put(step),
      fields: FIELDS[step.kind],
      challenge: { ...request, ...(step.user.tries > 0 && { isWrong: true }) },
      ...(isFailure && { isFailure }),
    };
  }

  private async challengeFactor(
    user: User,
    { site }: LoginInput,
    isFailure = false
  ): Promise<LoginStep> {
    const { store } = this.deps;
    const factors = store.of(user.userName);
    const hasPasskey = getPasskeys(factors, site).length > 0;
    const issued = site && hasPasskey ? await loginChallenge(site, factors) : undefined;
    const kinds = [
      ...(factors.some(({ kind }) => kind === 'totp') ? ['totp'] : []),
      ...(issued ? ['passkey'] : []),
      ...(store.codesLeft(user.userName) > 0 ? ['recovery_code'] : []),
    ];
    const step: WaitingStep = {
      user,
      kind: 'factor',
      ...(issued && { passkey: issued.challenge }),
    };
    const options = issued && { passkey: issued.options };
    return this.challenge(step, { kind: 'second_factor', factors: kinds, ...options }, isFailure);
  }

  private async completeFactor(
    { user, passkey }: WaitingStep,
    input: LoginInput
  ): Promise<LoginStep> {
    const { userName } = user;
    const { remoteAddress, fields } = input;
    const blocked = this.blocked(userName, remoteAddress);
    if (blocked) return blocked;
    const { code = '', passkey: response = '' } = fields;
    const what =
      response !== '' && passkey
        ? (await verifyPasskey(this.deps, passkey, response, userName))?.what
        : await verifyCode(this.deps, userName, code.slice(0, 64));
    // Concurrent guesses all start before the first one fails; none of them may succeed after the
    // block.
    const isLate = this.blocked(userName, remoteAddress);
    if (isLate) return isLate;
    if (what === undefined) return this.wrongFactor(user, input);
    this.failures.succeed(userName);
    this.deps.audit.secondFactor({ userName, remoteAddress }, `used: ${what}`);
    return this.next({ ...user, hasVerifiedFactor: true, tries: 0 }, input);
  }

  private async wrongFactor(user: User, input: LoginInput): Promise<LoginStep> {
    const { userName } = user;
    const { remoteAddress } = input;
    this.failures.fail(userName);
    this.deps.guard.failed({ userName, remoteAddress });
    const request = { headers: {}, remoteAddress };
    this.deps.audit.authenticated(request, { ok: false, reason: 'invalid' }, userName);
    const tries = user.tries + 1;
    if (tries >= FACTOR_LIMITS.triesOfRound) return INVALID;
    return (
      this.blocked(userName, remoteAddress) ?? this.challengeFactor({ ...user, tries }, input, true)
    );
  }

  private blocked(userName: string, remoteAddress: string): LoginStep | undefined {
    const guarded = this.deps.guard.blockedForMs({ userName, remoteAddress });
    const ms = Math.max(guarded, this.failures.blockedForMs(userName));
    if (ms === 0) return undefined;
    const retryAfterSeconds = Math.ceil(ms / 1_000);
    return { kind: 'concluded', result: { ok: false, reason: 'blocked', retryAfterSeconds } };
  }

  private async completePassword(
    user: User,
    record: UserRecord,
    input: LoginInput
  ): Promise<LoginStep> {
    const { password = '' } = input.fields;
    const problem = await setNewPassword(this.deps, record, password, input.remoteAddress);
    if (problem !== undefined) {
      const again = { ...user, tries: user.tries + 1 };
      return this.challenge(
        { user: again, kind: 'new_password' },
        { kind: 'new_password', problem }
      );
    }
    const credentialVersion = this.deps.users.find(user.userName)?.credentialVersion ?? '';
    return this.next({ ...user, credentialVersion, tries: 0 }, input);
  }

  private async challengeEnrollment(user: User, { site }: LoginInput): Promise<LoginStep> {
    const both = await beginEnrollment(this.deps, user.userName, ['totp', 'passkey'], site);
    const { totp, passkey, ...secrets } = both;
    return this.challenge({ user, kind: 'enrol', secrets }, { kind: 'enrol', totp, passkey });
  }

  private async completeEnrollment(
    { user, secrets }: WaitingStep,
    input: LoginInput
  ): Promise<LoginStep> {
    const { userName } = user;
    const { code, passkey, name } = input.fields;
    const proof = { name: name ?? '', code, passkey };
    // Only the first factor can be added here: the password alone must not suffice to add another
    // one.
    const isFirst = () => this.deps.store.of(userName).length === 0;
    const added =
      secrets && (await completeEnrollment(this.deps, userName, secrets, proof, isFirst));
    if (!added) return this.challengeEnrollment({ ...user, tries: user.tries + 1 }, input);
    const { remoteAddress } = input;
    this.deps.audit.secondFactor({ userName, remoteAddress }, `enrolled: ${added.what}`);
    const enrolledUser = { ...user, hasVerifiedFactor: true, tries: 0 };
    return this.challenge(
      { user: enrolledUser, kind: 'codes' },
      {
        kind: 'recovery_codes',
        codes: [...added.recoveryCodes],
      }
    );
  }

  private async completePasskey(
    query: PasskeyChallenge | undefined,
    input: LoginInput
  ): Promise<LoginStep> {
    const { remoteAddress, fields } = input;
    const verified = query && (await verifyPasskey(this.deps, query, fields['passkey'] ?? ''));
    const record = verified && this.deps.users.find(verified.userName);
    if (!verified || record?.hash === undefined) {
      const request = { headers: {}, remoteAddress };
      this.deps.audit.authenticated(request, { ok: false, reason: 'invalid' }, verified?.userName);
      return INVALID;
    }
    const { userName, what } = verified;
    const { credentialVersion } = record;
    this.deps.audit.secondFactor({ userName, remoteAddress }, `used without password: ${what}`);
    return this.next({ userName, credentialVersion, hasVerifiedFactor: true, tries: 0 }, input);
  }
}
