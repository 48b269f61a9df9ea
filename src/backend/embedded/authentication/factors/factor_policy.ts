/** Decides what a login requires of an internal user besides the password. */
import type { Principal } from '../../../api/engine';
import type { SecondFactorSettings } from '../../../api/settings';
import type { UserDirectory, UserRecord } from '../user_directory';

export interface FactorPolicyDeps {
  readonly settings: SecondFactorSettings;
  /** Roles that require a factor by the configuration file or on screen; `*`: all. */
  readonly requiredRoles: () => readonly string[];
  readonly users: UserDirectory;
  /** Security roles of an internal user. */
  readonly rolesOf: (userName: string) => readonly string[];
  /** Wall clock, epoch milliseconds. */
  readonly now: () => number;
}

/** Required login steps, in their order. */
export type RequiredStep = 'factor' | 'new_password' | 'enrol';

export class FactorPolicy {
  constructor(private readonly deps: FactorPolicyDeps) {}

  /** Whether the user must have a second factor now. */
  isRequired(userName: string): boolean {
    const { settings, rolesOf, now } = this.deps;
    const requiredRoles = this.deps.requiredRoles();
    if (requiredRoles.length === 0 || now() < settings.requiredFromMs) return false;
    if (requiredRoles.includes('*')) return true;
    return rolesOf(userName).some((role) => requiredRoles.includes(role));
  }

  /** The next required step; `undefined` if the login is complete. */
  requiredStep(
    { name, hasFactor, mustChangePassword }: UserRecord,
    hasVerifiedFactor: boolean
  ): RequiredStep | undefined {
    if (hasFactor && !hasVerifiedFactor) return 'factor';
    if (mustChangePassword) return 'new_password';
    return !hasFactor && this.isRequired(name) ? 'enrol' : undefined;
  }

  /**
   * What is missing for a request with only a password; `undefined` for every other principal:
   * credentials issued after a login need nothing else.
   */
  missingStep({
    userName,
    provided,
    credentialVersion,
  }: Principal): 'second_factor' | 'new_password' | undefined {
    const record = provided ? undefined : this.deps.users.find(userName);
    if (!record || record.credentialVersion !== credentialVersion) return undefined;
    const { allowsPasswordCalls } = this.deps.settings;
    const step = this.requiredStep(record, allowsPasswordCalls);
    if (step === 'new_password') return 'new_password';
    return step === undefined || (step === 'enrol' && allowsPasswordCalls)
      ? undefined
      : 'second_factor';
  }
}
