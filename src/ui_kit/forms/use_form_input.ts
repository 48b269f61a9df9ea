/**
 * The input of a form: its initial values, over which a draft of an earlier visit or a proposal is
 * laid.
 */
import { type MutableRefObject, useLayoutEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { EntityFormOptions } from './entity_form_types';
import type { SaveCondition } from './form_types';
import { type FormDraft, useDraft } from './use_draft';

/** What a form was filled from. */
export interface FormStart<S, E> {
  readonly initial: S;
  readonly original: E | undefined;
  readonly condition: SaveCondition;
}

/** What a draft stores. */
interface FormInput<S, E> {
  readonly values: S;
  /** Id of the proposal from which the form started. */
  readonly proposed: string | undefined;
  readonly start: FormStart<S, E>;
}

export interface FormInputState<S, E> extends Pick<FormDraft<unknown>, 'settle' | 'abandon'> {
  /** That of the draft, if there is one; its condition changes with a conflict. */
  readonly start: MutableRefObject<FormStart<S, E>>;
  /** Whether the form shows a draft. */
  readonly isRestored: boolean;
  /** Resets the form to its initial values, or to the proposal that the draft replaced. */
  readonly discard: () => void;
}

type Methods<S extends FieldValues> = Pick<
  UseFormReturn<S, unknown, S>,
  'formState' | 'getValues' | 'reset'
>;

/** @param first - what the form was filled from on this visit */
export function useFormInput<S extends FieldValues, E extends object>(
  { label, secrets, ...options }: EntityFormOptions<S, E>,
  { formState, getValues, reset }: Methods<S>,
  first: FormStart<S, E>
): FormInputState<S, E> {
  const [proposal] = useState(options.proposal);
  const start = useRef(first);
  const draft = useDraft<FormInput<S, E>>(
    label,
    formState.isDirty,
    () => ({ values: getValues(), proposed: proposal?.id, start: start.current }),
    secrets && ((input) => withoutSecrets(input, secrets))
  );
  // An unsaved draft of another proposal can be recreated from the history with one click, unlike
  // typed input.
  const isOutdated =
    proposal !== undefined &&
    draft.restored?.proposed !== undefined &&
    draft.restored.proposed !== proposal.id;
  const restored = isOutdated ? undefined : draft.restored;
  const [isRestored, setIsRestored] = useState(restored !== undefined);

  // Runs once: the effect runs again when a hidden form is shown again, which may have newer input.
  const isTakenOver = useRef(false);
  useLayoutEffect(() => {
    if (isTakenOver.current) return;
    if (restored) {
      start.current = restored.start;
      reset(restored.start.initial);
    }
    const values = restored?.values ?? proposal?.values;
    if (values === undefined) return;
    isTakenOver.current = true;
    reset(values, { keepDefaultValues: true });
  }, [restored, proposal, reset]);

  return {
    start,
    isRestored,
    discard: () => {
      setIsRestored(false);
      reset(start.current.initial);
      if (proposal && restored && restored.proposed !== proposal.id)
        reset(proposal.values, { keepDefaultValues: true });
    },
    settle: draft.settle,
    abandon: draft.abandon,
  };
}

/** The start of a form that is opened for the first time. */
export const firstStart = <S extends FieldValues, E extends object>({
  initial,
  source,
  isNew = source === undefined,
}: EntityFormOptions<S, E>): FormStart<S, E> => ({
  initial,
  original: source?.entity,
  condition: isNew ? { create: true } : { etag: source?.etag },
});

function withoutSecrets<S extends FieldValues, E>(
  { values, start, ...rest }: FormInput<S, E>,
  secrets: readonly string[]
): FormInput<S, E> {
  const blank = Object.fromEntries(secrets.map((field) => [field, '']));
  return {
    ...rest,
    values: { ...values, ...blank },
    start: { ...start, initial: { ...start.initial, ...blank } },
  };
}
