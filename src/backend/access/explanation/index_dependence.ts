/**
 * What a cluster does with a wildcard, depending on the indices that exist. Without known indices,
 * the decision refuses a wildcard that no role covers, but a cluster looks only at the indices that
 * match it (docs/reference/engine.md#index-permissions).
 */
import type { IndexDependence } from '../../../contracts/api';
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { restrictionBlocker } from '../evaluation/access_decision';
import { hasPlaceholder } from '../evaluation/attributes';
import { effectOnNone, effectOnSome } from '../evaluation/forbidden_indices';
import type { IndexTarget } from '../evaluation/index_targets';
import { matchesTarget } from '../evaluation/permission_check';
import { overlaps } from '../patterns/overlap';
import { coversExpression } from '../patterns/pattern';
import type { ExplainContext, OwnRole } from './context';

type Entry = OwnRole['compiled']['indexPermissions'][number];

/** @returns nothing if the decision is the same whichever indices exist */
export function* indexDependence(
  context: ExplainContext
): CooperativeTask<readonly IndexDependence[]> {
  const { details, settings, who, nowMs } = context;
  const { decision, indexActions, targets } = details;
  if (decision.outcome === 'allowed' || decision.missingActions.length === 0) return [];
  const denied = new Set(decision.deniedIndices);
  const wildcards = targets.filter(({ kind, name }) => kind === 'expression' && denied.has(name));
  if (wildcards.length === 0) return [];
  const { patterns, open } = yield* permittedPatterns(context, wildcards);
  const reach = patterns.map((name): IndexTarget => ({ name, kind: 'expression' }));
  if (yield* restrictionBlocker(who, indexActions, reach, settings, nowMs)) return [];
  const onSome = effectOnSome(indexActions, settings);
  const onAll = open.size < denied.size ? onSome : 'execute';
  if (patterns.length === 0 || onAll === 'refuse') return [];
  const onNone = decision.allowedIndices.length > 0 ? onSome : effectOnNone(indexActions, settings);
  return [{ permitted: patterns, if_all: onAll, if_some: onSome, if_none: onNone }];
}

/**
 * The patterns under which every needed action is permitted, and the wildcards that can stand for
 * indices of them.
 */
function* permittedPatterns(
  context: ExplainContext,
  wildcards: readonly IndexTarget[]
): CooperativeTask<{ readonly patterns: readonly string[]; readonly open: ReadonlySet<string> }> {
  const found = new Set<string>();
  const open = new Set<string>();
  const excluded = (context.request.indices ?? [])
    .filter((name) => name.startsWith('-'))
    .map((name) => name.slice(1));
  for (const { compiled } of context.own) {
    for (const entry of compiled.indexPermissions) {
      for (const pattern of entry.patterns.patterns) {
        if (found.size === EXPLAIN_LIMITS.patterns) return { patterns: [...found], open };
        yield;
        const rendered = context.patterns.rendered(pattern);
        if (rendered === undefined || hasPlaceholder(rendered) || found.has(rendered)) continue;
        if (excluded.some((name) => coversExpression(name, rendered))) continue;
        const touched = wildcards.filter(({ name }) => overlaps(rendered, name));
        if (touched.length === 0 || !(yield* isPermitted(context, entry, pattern, rendered)))
          continue;
        found.add(rendered);
        for (const { name } of touched) open.add(name);
      }
    }
  }
  return { patterns: [...found], open };
}

/** Whether the entry, together with others on the same indices, permits all needed actions. */
function* isPermitted(
  { details, own, who, nowMs }: ExplainContext,
  entry: Entry,
  pattern: string,
  rendered: string
): CooperativeTask<boolean> {
  const target: IndexTarget = { name: rendered, kind: 'expression' };
  const isOn = ({ patterns }: Entry): boolean =>
    patterns.patterns.includes(pattern) || matchesTarget(patterns, target, who.subject, nowMs);
  for (const action of details.indexActions) {
    let isGranted = false;
    for (const { compiled } of own) {
      yield;
      const entries = compiled.entriesGranting(action);
      isGranted = entries.includes(entry) || entries.some(isOn);
      if (isGranted) break;
    }
    if (!isGranted) return false;
  }
  return true;
}
