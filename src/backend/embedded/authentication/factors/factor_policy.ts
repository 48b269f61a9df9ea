/** What sign-in asks of an internal user beyond the password. */
import type { Principal } from '../../../api/engine';
import type { SecondFactorSettings } from '../../../api/settings';
import type { UserDirectory, UserRecord } from '../user_directory';

export interface FactorPolicyDeps {
  readonly settings: SecondFactorSettings;
  readonly users: UserDirectory;
  /** Security roles of an internal user. */
  readonly rolesOf: (userName: string) => readonly string[];
  /** The wall clock, epoch milliseconds. */
  readonly now: () => number;
}

/** In the order in which they are asked. */
export type Duty = 'factor' | 'new_password' | 'enrol';

export class FactorPolicy {
  constructor(private readonly deps: FactorPolicyDeps) {}

  /** Whether somebody has to have a second factor now. */
  isRequired(userName: string): boolean {
    const { settings, rolesOf, now } = this.deps;
    const { requiredRoles, requiredFromMs } = settings;
    if (requiredRoles.length === 0 || now() < requiredFromMs) return false;
    if (requiredRoles.includes('*')) return true;
    return rolesOf(userName).some((role) => requiredRoles.includes(role));
  }

  /** What is still asked of who has shown so much; `undefined`: he is let in. */
  dutyOf(
    { name, hasFactor, mustChangePassword }: UserRecord,
    hasShownFactor: boolean
  ): Duty | undefined {
    if (hasFactor && !hasShownFactor) return 'factor';
    if (mustChangePassword) return 'new_password';
    return !hasFactor && this.isRequired(name) ? 'enrol' : undefined;
  }

  /**
   * What a password alone lacks, that came with a call; `undefined` for every other principal: what
   * was issued to somebody who is signed in stands for itself.
   */
  lacking({
    userName,
    provided,
    credentialVersion,
  }: Principal): 'second_factor' | 'new_password' | undefined {
    const record = provided ? undefined : this.deps.users.find(userName);
    if (!record || record.credentialVersion !== credentialVersion) return undefined;
    const { allowsPasswordCalls } = this.deps.settings;
    const duty = this.dutyOf(record, allowsPasswordCalls);
    if (duty === 'new_password') return 'new_password';
    return duty === undefined || (duty === 'enrol' && allowsPasswordCalls)
      ? undefined
      : 'second_factor';
  }
}
