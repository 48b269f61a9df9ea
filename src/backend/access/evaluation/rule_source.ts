/**
 * Where decisions take rules from: kept in step with a store, or fetched from a cluster now and
 * then.
 */
import type { RuleView } from './rule_view';

export interface RuleSource {
  /** The rules in force. An answer over them is good for one version. */
  current(): RuleView;
  /** Grows with every change of the rules. */
  readonly version: number;
  /** Whether who somebody is depends on where he comes from: a mapping names hosts. */
  readonly dependsOnAddress: boolean;
}
