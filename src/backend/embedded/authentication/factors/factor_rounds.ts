/**
 * The rounds of a sign-in after the password: the second factor, then a new password where one is
 * due, then enrolment where a factor is required. No session exists before the last of them; what
 * waits is bound to one user and to the password that was shown, and each question is answered
 * once. Wrong codes count as wrong passwords do, and besides for the user from wherever.
 */
import { FACTOR_LIMITS, SIGN_IN_LIMITS } from '../../../../contracts/limits';
import type {
  AuthenticationResult,
  Principal,
  SignInInput,
  SignInQuestion,
  SignInRequest,
  SignInSite,
  SignInStep,
} from '../../../contract/engine';
import { FailureTracker } from '../failure_tracker';
import type { SignInGuard } from '../sign_in_guard';
import type { UserDirectory, UserRecord } from '../user_directory';
import { beginEnrolment, enrolled, type EnrolmentDeps, type Offer } from './enrolment';
import type { Duty, FactorPolicy } from './factor_policy';
import { shownCode, shownPasskey } from './factor_proof';
import { setNewPassword, type NewPasswordDeps } from './new_password';
import { askToUse, passkeysOf, type PasskeyQuestion } from './passkeys';
import { Waiting } from './waiting';

export interface FactorRoundsDeps extends EnrolmentDeps, NewPasswordDeps {
  readonly users: UserDirectory;
  readonly policy: FactorPolicy;
  readonly guard: SignInGuard;
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonicNow: () => number;
  readonly audit: {
    authenticated(request: SignInRequest, result: AuthenticationResult, claimed?: string): void;
    secondFactor(
      by: { readonly userName?: string; readonly remoteAddress?: string },
      what: string
    ): void;
  };
}

/** Somebody between two rounds. */
interface Person {
  readonly userName: string;
  /** Of the password that was shown; when it changes elsewhere, the sign-in begins anew. */
  readonly credentialVersion: string;
  readonly hasShownFactor: boolean;
  /** Wrong answers to the present question. */
  readonly tries: number;
}

interface WaitingRound {
  readonly person: Person;
  readonly duty: Duty | 'codes';
  readonly passkey?: PasskeyQuestion;
  readonly offer?: Offer;
}

const INVALID: SignInStep = { kind: 'concluded', result: { ok: false, reason: 'invalid' } };
const FIELDS = {
  factor: ['code'],
  enrol: ['code'],
  new_password: ['password'],
  codes: [],
} as const;

export class FactorRounds {
  private readonly rounds: Waiting<WaitingRound>;
  /** Apart: everybody may begin these, and must not push others out. */
  private readonly passkeys: Waiting<PasskeyQuestion>;
  private readonly failures: FailureTracker;

  constructor(private readonly deps: FactorRoundsDeps) {
    const { monotonicNow } = deps;
    this.rounds = new Waiting(SIGN_IN_LIMITS.roundMs, monotonicNow);
    this.passkeys = new Waiting(SIGN_IN_LIMITS.roundMs, monotonicNow);
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

  /** Whether rounds follow when somebody has shown his password. */
  isFurther({ provided, userName }: Principal): boolean {
    const record = provided ? undefined : this.deps.users.find(userName);
    return record !== undefined && this.deps.policy.dutyOf(record, false) !== undefined;
  }

  /** What comes after the password. */
  async afterPassword(principal: Principal, input: SignInInput): Promise<SignInStep> {
    const { userName, credentialVersion = '' } = principal;
    if (!this.isFurther(principal)) return { kind: 'concluded', result: { ok: true, principal } };
    const person = { userName, credentialVersion, hasShownFactor: false, tries: 0 };
    return this.next(person, input);
  }

  /** Signing in by a passkey alone: which one, the browser asks. */
  async beginPasskey(site: SignInSite | undefined): Promise<SignInStep> {
    if (!site) return INVALID;
    const { question, options } = await askToUse(site);
    const state = `passkey:${this.passkeys.put(question)}`;
    return {
      kind: 'challenge',
      state,
      fields: ['passkey'],
      question: { kind: 'passkey', passkey: options },
    };
  }

  async complete(state: string, input: SignInInput): Promise<SignInStep> {
    const alone = /^passkey:(.*)$/.exec(state)?.[1];
    if (alone !== undefined) return this.completePasskey(this.passkeys.take(alone), input);
    const round = this.rounds.take(state);
    const record = round && this.recordOf(round.person);
    if (!round || !record) return INVALID;
    const { person, duty } = round;
    if (duty === 'factor') return this.completeFactor(round, input);
    // Somebody enrolled a factor since: it has to be shown before anything else.
    if (record.hasFactor && !person.hasShownFactor) return this.next(person, input);
    if (duty === 'new_password') return this.completePassword(person, record, input);
    if (duty === 'enrol') return this.completeEnrolment(round, input);
    return this.next(person, input);
  }

  /** Still the user whose password was shown, who can sign in. */
  private recordOf({ userName, credentialVersion }: Person): UserRecord | undefined {
    const record = this.deps.users.find(userName);
    return record?.hash !== undefined && record.credentialVersion === credentialVersion
      ? record
      : undefined;
  }

  private async next(person: Person, input: SignInInput): Promise<SignInStep> {
    const record = this.recordOf(person);
    if (!record) return INVALID;
    const duty = this.deps.policy.dutyOf(record, person.hasShownFactor);
    if (duty === 'factor') return this.askForFactor(person, input);
    if (duty === 'new_password') return this.ask({ person, duty }, { kind: 'new_password' });
    if (duty === 'enrol') return this.askToEnrol(person, input);
    const { name: userName, credentialVersion } = record;
    const result = { ok: true, principal: { userName, credentialVersion } } as const;
    this.deps.guard.succeeded({ userName, remoteAddress: input.remoteAddress });
    this.deps.audit.authenticated({ headers: {}, remoteAddress: input.remoteAddress }, result);
    return { kind: 'concluded', result };
  }

  private ask(round: WaitingRound, question: SignInQuestion, isFailure = false): SignInStep {
    return {
      kind: 'challenge',
      state: this.rounds.put(round),
      fields: FIELDS[round.duty],
      question: { ...question, ...(round.person.tries > 0 && { isWrong: true }) },
      ...(isFailure && { isFailure }),
    };
  }

  private async askForFactor(
    person: Person,
    { site }: SignInInput,
    isFailure = false
  ): Promise<SignInStep> {
    const { store } = this.deps;
    const factors = store.of(person.userName);
    const hasPasskey = passkeysOf(factors, site).length > 0;
    const asked = site && hasPasskey ? await askToUse(site, factors) : undefined;
    const shown = [
      ...(factors.some(({ kind }) => kind === 'totp') ? ['totp'] : []),
      ...(asked ? ['passkey'] : []),
      ...(store.codesLeft(person.userName) > 0 ? ['recovery_code'] : []),
    ];
    const round: WaitingRound = {
      person,
      duty: 'factor',
      ...(asked && { passkey: asked.question }),
    };
    const options = asked && { passkey: asked.options };
    return this.ask(round, { kind: 'second_factor', factors: shown, ...options }, isFailure);
  }

  private async completeFactor(
    { person, passkey }: WaitingRound,
    input: SignInInput
  ): Promise<SignInStep> {
    const { userName } = person;
    const { remoteAddress, fields } = input;
    const blocked = this.blocked(userName, remoteAddress);
    if (blocked) return blocked;
    const { code = '', passkey: answer = '' } = fields;
    const what =
      answer !== '' && passkey
        ? (await shownPasskey(this.deps, passkey, answer, userName))?.what
        : await shownCode(this.deps, userName, code.slice(0, 64));
    // Many guesses at once all start before the first one fails: none may pass after the block.
    const isLate = this.blocked(userName, remoteAddress);
    if (isLate) return isLate;
    if (what === undefined) return this.wrongFactor(person, input);
    this.failures.succeed(userName);
    this.deps.audit.secondFactor({ userName, remoteAddress }, `used: ${what}`);
    return this.next({ ...person, hasShownFactor: true, tries: 0 }, input);
  }

  private async wrongFactor(person: Person, input: SignInInput): Promise<SignInStep> {
    const { userName } = person;
    const { remoteAddress } = input;
    this.failures.fail(userName);
    this.deps.guard.failed({ userName, remoteAddress });
    const request = { headers: {}, remoteAddress };
    this.deps.audit.authenticated(request, { ok: false, reason: 'invalid' }, userName);
    const tries = person.tries + 1;
    if (tries >= FACTOR_LIMITS.triesOfRound) return INVALID;
    return (
      this.blocked(userName, remoteAddress) ?? this.askForFactor({ ...person, tries }, input, true)
    );
  }

  private blocked(userName: string, remoteAddress: string): SignInStep | undefined {
    const guarded = this.deps.guard.blockedForMs({ userName, remoteAddress });
    const ms = Math.max(guarded, this.failures.blockedForMs(userName));
    if (ms === 0) return undefined;
    const retryAfterSeconds = Math.ceil(ms / 1_000);
    return { kind: 'concluded', result: { ok: false, reason: 'blocked', retryAfterSeconds } };
  }

  private async completePassword(
    person: Person,
    record: UserRecord,
    input: SignInInput
  ): Promise<SignInStep> {
    const { password = '' } = input.fields;
    const problem = await setNewPassword(this.deps, record, password, input.remoteAddress);
    if (problem !== undefined) {
      const again = { ...person, tries: person.tries + 1 };
      return this.ask({ person: again, duty: 'new_password' }, { kind: 'new_password', problem });
    }
    const credentialVersion = this.deps.users.find(person.userName)?.credentialVersion ?? '';
    return this.next({ ...person, credentialVersion, tries: 0 }, input);
  }

  private async askToEnrol(person: Person, { site }: SignInInput): Promise<SignInStep> {
    const both = await beginEnrolment(this.deps, person.userName, ['totp', 'passkey'], site);
    const { totp, passkey, ...offer } = both;
    return this.ask({ person, duty: 'enrol', offer }, { kind: 'enrol', totp, passkey });
  }

  private async completeEnrolment(
    { person, offer }: WaitingRound,
    input: SignInInput
  ): Promise<SignInStep> {
    const { userName } = person;
    const { code, passkey, name } = input.fields;
    const proof = { name: name ?? '', code, passkey };
    // Only as the first one: who knows the password alone must not add one to those there are.
    const isFirst = () => this.deps.store.of(userName).length === 0;
    const added = offer && (await enrolled(this.deps, userName, offer, proof, isFirst));
    if (!added) return this.askToEnrol({ ...person, tries: person.tries + 1 }, input);
    const { remoteAddress } = input;
    this.deps.audit.secondFactor({ userName, remoteAddress }, `enrolled: ${added.what}`);
    const shown = { ...person, hasShownFactor: true, tries: 0 };
    return this.ask(
      { person: shown, duty: 'codes' },
      {
        kind: 'recovery_codes',
        codes: [...added.recoveryCodes],
      }
    );
  }

  private async completePasskey(
    question: PasskeyQuestion | undefined,
    input: SignInInput
  ): Promise<SignInStep> {
    const { remoteAddress, fields } = input;
    const shown = question && (await shownPasskey(this.deps, question, fields['passkey'] ?? ''));
    const record = shown && this.deps.users.find(shown.userName);
    if (!shown || record?.hash === undefined) {
      const request = { headers: {}, remoteAddress };
      this.deps.audit.authenticated(request, { ok: false, reason: 'invalid' }, shown?.userName);
      return INVALID;
    }
    const { userName, what } = shown;
    const { credentialVersion } = record;
    this.deps.audit.secondFactor({ userName, remoteAddress }, `used without password: ${what}`);
    return this.next({ userName, credentialVersion, hasShownFactor: true, tries: 0 }, input);
  }
}
