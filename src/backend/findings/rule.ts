/** A rule, and what it reports. */
import type { CooperativeTask } from '../scheduling/cooperative_task';
import type { Facts } from './facts';
import type { Finding, Severity, Source } from './finding';

/** What a rule says; the rest of a finding follows from the rule. */
export type Found = Pick<Finding, 'text' | 'objects' | 'mend' | 'change'> & {
  /** Default: that of the rule. */
  readonly severity?: Severity;
  /** Tells findings about the same first object apart, in place of the other objects. */
  readonly key?: string;
};

export interface Rule {
  readonly id: string;
  readonly group: Finding['group'];
  readonly severity: Severity;
  readonly reason: string;
  /** The rule is skipped where one of these cannot be read. */
  readonly needs: readonly Source[];
  find(facts: Facts, report: (found: Found) => void): CooperativeTask<void>;
}
