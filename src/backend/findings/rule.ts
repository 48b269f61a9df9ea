/** A rule, and what it reports. */
import type { FindingGroup, FindingSource, Severity } from '../../contracts/api';
import type { EntityByType, ResourceType } from '../../contracts/entities';
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
export type Found = Pick<Finding, 'objects' | 'change' | 'affected'> & {
  readonly text: Sentence;
  readonly fix: Sentence;
  /** Where a fix needs a decision. Those that cannot be prepared are `undefined`. */
  readonly choices?: readonly (Choice | undefined)[];
  /** Default: that of the rule. */
  readonly severity?: Severity;
  /**
   * Tells findings about the same first object apart, in place of the other objects. Empty: there
   * is only one about it.
   */
  readonly key?: string;
};

export interface Rule {
  readonly id: string;
  readonly group: FindingGroup;
  readonly severity: Severity;
  readonly reason: Sentence;
  /** The rule is skipped where one of these cannot be read. */
  readonly needs: readonly FindingSource[];
  /** Entry by entry, so that only those are looked at again which `Facts.touched` names. */
  readonly each?: readonly EntryCheck[];
  /** About all entries together; runs at each check, unless all that it looks at is the same. */
  find?(facts: Facts, report: Report): CooperativeTask<void>;
  /** All that `find` looks at. Without it, `find` always runs. */
  given?(facts: Facts): readonly unknown[];
}

export type Report = (found: Found) => void;

interface CheckOptions {
  /**
   * What the check looks at that `Facts.touched` does not follow. All entries are looked at again
   * if one is another object than before.
   */
  given?(facts: Facts): readonly unknown[];
  /**
   * The entries to look at again, where it is not those that `Facts.touched` names; `undefined`:
   * all of them.
   */
  touched?(facts: Facts): CooperativeTask<ReadonlySet<string> | undefined>;
  /** Default: only entries that administrators made. */
  readonly withBuiltIn?: boolean;
}

export interface EntryCheck extends CheckOptions {
  readonly type: ResourceType;
  /** Whether changes of action groups that a role or mapping reaches make no difference. */
  readonly asWritten?: true;
  find(facts: Facts, name: string, report: Report): void;
}

export function each<T extends ResourceType>(
  type: T,
  find: (facts: Facts, name: string, entity: EntityByType[T], report: Report) => void,
  options: CheckOptions = {}
): EntryCheck {
  return {
    ...options,
    type,
    find: (facts, name, report) => {
      const entity = facts.configuration.entities[type].get(name);
      if (entity && (options.withBuiltIn || facts.isOwn(type, name)))
        find(facts, name, entity, report);
    },
  };
}

/** Does not look at what roles and mappings grant by action groups. */
export const eachAsWritten: typeof each = (type, find, options) => ({
  ...each(type, find, options),
  asWritten: true,
});

/** For rules that look at nothing but all entries of these types. */
export const getEntities =
  (...types: readonly ResourceType[]): Rule['given'] =>
  ({ configuration }) =>
    types.map((type) => configuration.entities[type]);
