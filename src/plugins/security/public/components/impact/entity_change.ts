import type { ProposedChanges } from '@sd/contracts';

/**
 * A save as a change to ask about; `undefined` when it would save what is stored.
 * @param stored - as the untouched form would save it; `undefined` for a new entity
 */
export const entityChange = (
  type: keyof ProposedChanges,
  name: string,
  stored: object | undefined,
  typed: object
): ProposedChanges | undefined =>
  JSON.stringify(stored) === JSON.stringify(typed) ? undefined : { [type]: { [name]: typed } };
