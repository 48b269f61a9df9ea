/** A rule, and what it reports. */
import type { FindingGroup, FindingSource, Severity } from '../../contracts/api';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import type { Facts } from './facts';
import type { Finding } from '../api/engine';
import type { Sentence } from './sentence';

/** One way to fix a finding; the text is an instruction. */
export interface Choice {
  readonly text: Sentence;
  readonly change: NonNullable<Finding['change']>;
}

/** What a rule says; the rest of a finding follows from the rule. */
export type Found = Pick<Finding, 'objects' | 'change'> & {
  readonly text: Sentence;
  readonly fix: Sentence;
  /** Where a fix needs a decision. Those that cannot be prepared are `undefined`. */
  readonly choices?: readonly (Choice | undefined)[];
  /** Default: that of the rule. */
  readonly severity?: Severity;
  /** Tells findings about the same first object apart, in place of the other objects. */
  readonly key?: string;
};

export interface Rule {
  readonly id: string;
  readonly group: FindingGroup;
  readonly severity: Severity;
  readonly reason: Sentence;
  /** The rule is skipped where one of these cannot be read. */
  readonly needs: readonly FindingSource[];
  find(facts: Facts, report: (found: Found) => void): CooperativeTask<void>;
}
