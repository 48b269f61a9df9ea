/** What promotions and migrations say of a checked plan, and what ends them before they write. */
import { EXIT_BROKEN_GUARDRAIL } from '../embedded/cli/main';
import type { Promises } from '../changes/plan/plan_checks';
import { noteReport, type Note } from './plan_text';

export const [EXIT_DONE, EXIT_DIFFERENT, EXIT_FAILED] = [0, 1, 2];

export interface PlanReview {
  /** Administrators who would lose access. */
  readonly lockout: readonly Note[];
  /** About the guardrail that the changes would break. */
  readonly broken: string | undefined;
}

/** @param checked - number of guardrails, if the target has none of its own */
export const reviewReport = ({ lockout, broken }: PlanReview, checked?: number): object => ({
  lockout: lockout.map(noteReport),
  ...(checked !== undefined && { guardrails_checked: checked }),
  ...(broken !== undefined && { broken_guardrail: broken }),
});

export const brokenNotes = ({ broken }: PlanReview): readonly Note[] =>
  broken === undefined ? [] : [{ text: `GUARDRAIL: ${broken}` }];

/** Says whether a change of a cluster was checked against guardrails. */
export const checkedNote = (known: Promises | undefined): Note => ({
  text: known
    ? `Guardrails checked: ${Object.keys(known).length}.`
    : 'No guardrails were checked. Those of a cluster are kept by the server that manages it: --guardrails=FILE names them.',
});

type EarlyOutcome = 'nothing_to_do' | 'guardrail_broken' | 'planned' | 'lockout_refused';

interface EarlyEnd {
  readonly outcome: EarlyOutcome;
  readonly exitCode: number;
  readonly text: string;
}

/**
 * @param changes - number of entries to write
 * @param does - what the options do, for the texts
 * @returns why a command ends without writing; `undefined` if it writes
 */
export function earlyEnd(
  { lockout, broken }: PlanReview,
  changes: number,
  { isAgreed, confirmsLockout }: { readonly isAgreed: boolean; readonly confirmsLockout: boolean },
  does: { readonly agreed: string; readonly confirmed: string }
): EarlyEnd | undefined {
  const end = (outcome: EarlyOutcome, exitCode: number, text: string): EarlyEnd => ({
    outcome,
    exitCode,
    text: `\n${text}\n`,
  });
  if (changes === 0) return end('nothing_to_do', EXIT_DONE, 'Nothing to do.');
  if (broken !== undefined)
    return end('guardrail_broken', EXIT_BROKEN_GUARDRAIL, 'Nothing was changed.');
  if (!isAgreed) {
    const text = `${changes} to write. Nothing was changed: --yes ${does.agreed}.`;
    return end('planned', EXIT_DIFFERENT, text);
  }
  if (lockout.length === 0 || confirmsLockout) return undefined;
  const text = `Nothing was changed: --confirm-lockout ${does.confirmed}.`;
  return end('lockout_refused', EXIT_FAILED, text);
}
