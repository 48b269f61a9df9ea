/** What the parts of an explanation work on. */
import type {
  AccessRequest,
  DecisionDetails,
  DecisionSettings,
  DecisionSubject,
} from '../evaluation/access_decision';
import type { IndexTarget } from '../evaluation/index_targets';
import type { RuleView } from '../evaluation/rule_view';
import type { Role } from '../model/entity_types';

export interface ExplainContext {
  readonly rules: RuleView;
  readonly who: DecisionSubject;
  readonly request: AccessRequest;
  readonly details: DecisionDetails;
  readonly settings: DecisionSettings;
  readonly nowMs: number;
}

export interface NamedRole {
  readonly name: string;
  readonly role: Role;
}

/** The user's roles that exist. */
export const ownRoles = ({ rules, who }: ExplainContext): readonly NamedRole[] =>
  who.subject.roles.flatMap((name) => {
    const role = rules.role(name);
    return role ? [{ name, role }] : [];
  });

/** One question of the table: an action on a target. */
export interface Cell {
  readonly action: string;
  readonly target: IndexTarget;
}

/** Cells of each kind that are explained; a request may name thousands. */
export const MAX_CELLS = 100;

/** An alias that is not granted itself is explained by its members. */
export function cellsOf({ who, details, nowMs }: ExplainContext): {
  readonly granted: readonly Cell[];
  readonly missing: readonly Cell[];
} {
  const granted: Cell[] = [];
  const missing: Cell[] = [];
  const { access, subject } = who;
  if (details.isByTenant) return { granted, missing };
  for (const target of details.targets) {
    for (const action of details.indexActions) {
      const isGranted = access.isGranted(action, target, subject, nowMs);
      const isDirect =
        isGranted && access.isGranted(action, { ...target, members: [] }, subject, nowMs);
      const parts = isGranted && !isDirect ? (target.members ?? []) : [target];
      const list = isGranted ? granted : missing;
      for (const part of parts) if (list.length < MAX_CELLS) list.push({ action, target: part });
    }
  }
  return { granted, missing };
}
