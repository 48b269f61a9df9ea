/** A check of the configuration, as callers see it. */
import type { UsedCertificate } from './certificates';
import type {
  FindingBody,
  FindingSource,
  NotConsidered,
  ProposedChanges,
} from '../../contracts/api';

/** One way to fix a finding. */
interface FindingChoice extends Omit<NonNullable<FindingBody['choices']>[number], 'change'> {
  /** The entries as they would be saved. */
  readonly change: Partial<ProposedChanges>;
}

export interface Finding extends Omit<FindingBody, 'change' | 'choices' | 'since' | 'accepted'> {
  /** The entries as they would be saved to fix it; absent if it takes a decision. */
  readonly change?: Partial<ProposedChanges>;
  /** Ways that can be prepared where it takes a decision; at most `FINDINGS_LIMITS.choices`. */
  readonly choices?: readonly FindingChoice[];
}

export interface FindingsResult {
  /** From worst to least, then by id. */
  readonly findings: readonly Finding[];
  /** Rules that could not run, with what they could not read. */
  readonly skipped: readonly {
    readonly rule: string;
    readonly unreadable: readonly FindingSource[];
  }[];
}

/** What a check found, and when it was made. */
export interface CheckedFindings extends FindingsResult {
  /** Epoch milliseconds. */
  readonly checkedAtMs: number;
  /** What of a cluster the rules do not model; absent if they model everything. */
  readonly notConsidered?: NotConsidered;
}

export interface FindingThresholds {
  /** More administrators than this are too many. */
  readonly maxAdministrators: number;
  /** A single administrator is a finding from this number of internal users. */
  readonly soleAdministratorFrom: number;
  /** A mapping pattern with fewer literal characters counts as broad. */
  readonly minPatternCharacters: number;
  /** The lowest cost of a bcrypt hash that is not outdated. */
  readonly minBcryptCost: number;
  /** Users, roles and API keys without use in these days are idle. */
  readonly idleDays: number;
}

/** How to check a configuration. */
export interface FindingsOptions {
  /** Checks again, although a recent result is there. */
  readonly isFresh?: boolean;
  /** Whether to mark objects that were changed without this product. */
  readonly marksChangesOutside?: boolean;
  /** Whether a rule does not run. Default: all run. */
  readonly isOff?: (rule: string) => boolean;
  /** Where rules begin to report; others keep their defaults. */
  readonly thresholds?: Partial<FindingThresholds>;
  /** The address at which people reach the installation or cluster without TLS, beyond loopback. */
  readonly plainAddress?: string;
  /** Promises by name: only these are checked, in place of those that are stored. */
  readonly guardrails?: Readonly<Record<string, unknown>>;
  /** Certificates of the installation that end soon or have ended. */
  readonly certificates?: readonly UsedCertificate[];
}
