/** Source of the rules for decisions: a copy of a store, or one fetched from a cluster. */
import type { RuleView } from './rule_view';

export interface RuleSource {
  /** The rules in force. Results are valid for one version. */
  current(): RuleView;
  /** Incremented by every change of the rules. */
  readonly version: number;
  /** Whether roles can depend on the remote address, because a mapping lists hosts. */
  readonly dependsOnAddress: boolean;
}
