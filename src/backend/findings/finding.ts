/** What a check of the configuration finds. */
import type { ProposedChanges } from '../../contracts/api';
import type { ResourceType } from '../../contracts/entities';

/** From worst to least. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];
type RuleGroup = 'too_much' | 'unused' | 'broken' | 'weak';

/** What a rule reads. `hashes`: of passwords, which most places do not show. */
export type Source = ResourceType | 'config' | 'audit' | 'hashes';

/** An entry, or a document of the configuration. */
export interface FoundObject {
  readonly type: ResourceType | 'config' | 'audit';
  /** For a document, the part of it. */
  readonly name: string;
}

export interface Finding {
  /** Stable while rule and objects are the same: the rule, then `type/name` of the objects. */
  readonly id: string;
  readonly rule: string;
  readonly group: RuleGroup;
  readonly severity: Severity;
  /** Why the severity is what it is. */
  readonly reason: string;
  /** One sentence. */
  readonly text: string;
  /** The first one is the one to change. */
  readonly objects: readonly FoundObject[];
  /** How to mend it, as an instruction. */
  readonly mend: string;
  /** The entries as they would be saved to mend it; absent if it takes a decision. */
  readonly change?: Partial<ProposedChanges>;
}
