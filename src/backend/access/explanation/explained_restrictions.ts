/** The restrictions on indices, with the entries that set them. */
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import type {
  ExplainedRestrictions,
  RestrictionKind,
  RestrictionSource,
} from '../../../contracts/api';
import { restrictionsFor } from '../evaluation/access_decision';
import type { IndexTarget } from '../evaluation/index_targets';
import { SHUT, entriesInForce, isChoiceUndefined, restricts } from '../evaluation/restrictions';
import { isSecurityIndex } from '../evaluation/security_index';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { unsearchableFields } from './unsearchable_fields';
import type { ExplainContext } from './context';

/** The restrictions on the permitted indices, with the entries that set them. */
export function* explainRestrictions(
  context: ExplainContext
): CooperativeTask<readonly ExplainedRestrictions[]> {
  const { details, who, settings, nowMs } = context;
  const { allowedIndices, reason } = details.decision;
  if (details.isByTenant || details.indexActions.length === 0) return [];
  const allowed = new Set(allowedIndices);
  const isInForce = reason === 'restriction_error' || reason === 'refused_under_restrictions';
  const explained: ExplainedRestrictions[] = [];
  for (const target of details.targets) {
    if (target.kind === 'remote' || !(isInForce || allowed.has(target.name))) continue;
    for (const part of target.members ?? [target]) {
      if (explained.length >= EXPLAIN_LIMITS.cells) return explained;
      const restrictions = isSecurityIndex(part)
        ? SHUT
        : restrictionsFor(who, part, settings, nowMs);
      explained.push({
        index: part.name,
        ...restrictions,
        documents: { ...restrictions.documents, ...unsearchableFields(restrictions) },
        sources: restrictionSources(context, part),
        ...(!settings.keepsLastEntry &&
          hasUndefinedChoice(context, part) && { undefined_choice: true }),
      });
      yield;
    }
  }
  return explained;
}

function hasUndefinedChoice(
  { who: { access, subject }, nowMs }: ExplainContext,
  target: IndexTarget
): boolean {
  const entries = access.entriesOn(target, subject, nowMs);
  return KINDS.some((kind) => {
    const restricting = entries.filter(({ entry }) => restricts(entry, kind));
    return isChoiceUndefined(restricting, { target, subject, nowMs });
  });
}

const KINDS: readonly RestrictionKind[] = ['dls', 'fls', 'masked_fields'];

export function restrictionSources(
  { who, settings, nowMs }: ExplainContext,
  target: IndexTarget
): readonly RestrictionSource[] {
  const { subject } = who;
  const entries = who.access.entriesOn(target, subject, nowMs);
  const effective = KINDS.map(
    (kind) => new Set(entriesInForce(entries, kind, { target, subject, nowMs }, settings))
  );
  return entries.map((placed) => {
    const { role, position, entry } = placed;
    const displaced = KINDS.filter(
      (kind, at) => restricts(entry, kind) && !effective[at]?.has(placed)
    );
    return {
      role,
      entry: position,
      ...(entry.dls && { dls: entry.dls }),
      fls: entry.fls,
      masked_fields: entry.maskedFields,
      ...(displaced.length > 0 && { displaced }),
    };
  });
}
