/**
 * A form that creates or changes an entity: what is typed, what is wrong with it, what the server
 * said. Nothing typed is ever lost: not by a failed save, not by a stale one, not by leaving the
 * form.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Control, type FieldValues, type Path, useForm } from 'react-hook-form';
import { errorsOf, problemsOf } from './form_errors';
import { useKit } from '../kit/kit_context';
import { useChanged } from '../queries/use_server_query';
import type {
  FormDataSource,
  FormProblems,
  PrefilledValues,
  SaveError,
  SaveCondition,
  Version,
} from './form_types';
import type { Versions } from './merge';
import { useDraft } from './use_draft';

/** What {@link useEntityForm} has to know. `S`: values of the form; `E`: the entity. */
export interface EntityFormOptions<S extends FieldValues, E extends object> {
  /** Where the entity is kept. */
  readonly store: FormDataSource<E>;
  /** Heading of the form: what a waiting draft is called. */
  readonly label: string;
  /**
   * Fields whose values never leave the page; all others wait in the tab when the session ends, for
   * the same person. Absent: any field may hold a secret, and nothing waits.
   */
  readonly secrets?: readonly string[];
  /** Values at first; looked at once. */
  readonly initial: S;
  /**
   * Shown at first as if it were typed; looked at once. A draft of the same proposal, or one that
   * was typed without any, is shown instead.
   */
  readonly proposal?: PrefilledValues<S>;
  /** What the form was filled from; `undefined` for an entity made of nothing. */
  readonly source: Version<E> | undefined;
  /**
   * Saving makes a new entity, and never replaces one; default: when there is no `source`.
   * Otherwise it replaces the version that was read, and after a conflict the newer one.
   */
  readonly isNew?: boolean;
  /** Under which name it is saved and read. */
  readonly nameOf: (form: S) => string;
  /** What people call the entity when somebody else has changed it; default: its name. */
  readonly title?: string;
  /** What is saved; fields of the original that the form does not know come back unchanged. */
  readonly toEntity: (form: S, original: E | undefined) => object;
  /** Called with each change once a field was left; empty when nothing is wrong. */
  readonly validate: (form: S) => FormProblems;
  /** Said when it is saved. */
  readonly savedText: (form: S) => string;
  /** Where one goes then, inside the app. */
  readonly nextPath: (form: S) => string;
  /** Gives up what was typed and starts from their version. */
  readonly onLoadTheirs: (theirs: Version<E>) => void;
}

/** For the dialog; their version is always one that `readTheirs` gave. */
export interface FormConflict extends Omit<Versions, 'theirs'> {
  /** What people call the entity. */
  readonly name: string;
  /** The version that was saved first; `undefined` when it was deleted. */
  readonly readTheirs: (signal: AbortSignal) => Promise<Version<object> | undefined>;
  /** Gives up what was typed and starts from their version. */
  readonly loadTheirs: (theirs: Version<object>) => void;
  /** Saves what both changes make together. */
  readonly saveMerged: (merged: object, theirs: Version<object>) => void;
  /**
   * Back to the form.
   * @param theirs - the version that saving again will replace; `undefined` when it was deleted
   */
  readonly keepEditing: (theirs: Version<object> | undefined) => void;
}

/** A form as {@link FormFrame} and its fields need it. */
export interface EntityForm<S extends FieldValues> {
  /** For the fields. */
  readonly control: Control<S>;
  /**
   * Checks, then saves; does nothing while it is busy. Never rejects: what is wrong is in
   * `problems`, `failure` or `conflict`.
   */
  readonly submit: () => Promise<void>;
  /** Saving is under way. */
  readonly isBusy: boolean;
  /** All that is known to be wrong, once the form was submitted. */
  readonly problems: FormProblems;
  /** Why saving failed, when it is no field's fault. */
  readonly failure: string | undefined;
  /** Grows with each refused submission; the summary takes the focus then. */
  readonly refusals: number;
  /** There while somebody else's change waits for a decision. */
  readonly conflict: FormConflict | undefined;
  /** Whether it shows what was typed on an earlier visit. */
  readonly isRestored: boolean;
  /** Back to what the form was opened with. */
  readonly discard: () => void;
  /** The form is left for good: what is typed is given up, with a way to get it back. */
  readonly abandon: () => void;
}

interface Kept<S, E> {
  readonly values: S;
  /** Id of the proposal that they began with. */
  readonly proposed: string | undefined;
  readonly start: Start<S, E>;
}
interface Start<S, E> {
  readonly initial: S;
  readonly original: E | undefined;
  readonly condition: SaveCondition;
}

/**
 * A form over one entity: checks, saves in the version that was read, keeps what is typed as a
 * draft, and brings it together with what somebody else has saved meanwhile.
 */
export function useEntityForm<S extends FieldValues, E extends object>(
  options: EntityFormOptions<S, E>
): EntityForm<S> {
  const { store, nameOf, toEntity, validate } = options;
  const { core, history } = useKit();
  const changed = useChanged();
  const [given] = useState(() => startOf(options));
  const [failure, setFailure] = useState<string>();
  const [denials, setErrors] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [mineInConflict, setMineInConflict] = useState<{ readonly mine: object }>();
  const isMounted = useRef(true);
  const refocus = useRef<Element | null>(null);

  const methods = useForm<S, unknown, S>({
    defaultValues: given.initial as never,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: (values) => {
      const problems = validate(values);
      return Object.keys(problems).length === 0
        ? { values, errors: {} }
        : { values: {}, errors: errorsOf<S>(problems) };
    },
  });
  const { control, formState, getValues, reset, setError, subscribe, trigger } = methods;
  const { errors, isDirty, isSubmitted } = formState;
  const [proposal] = useState(options.proposal);
  const start = useRef<Start<S, E>>(given);
  const { secrets } = options;
  const draft = useDraft<Kept<S, E>>(
    options.label,
    isDirty,
    () => ({ values: getValues(), proposed: proposal?.id, start: start.current }),
    secrets &&
      ((kept) => ({
        ...kept,
        values: blanked(kept.values, secrets),
        start: { ...kept.start, initial: blanked(kept.start.initial, secrets) },
      }))
  );
  // What came from another proposal is one click away in the history; what was typed is not.
  const isOutdated =
    proposal !== undefined &&
    draft.restored?.proposed !== undefined &&
    draft.restored.proposed !== proposal.id;
  const restored = isOutdated ? undefined : draft.restored;
  const [isRestored, setIsRestored] = useState(restored !== undefined);

  // Once: the effect runs again when a form comes back that was only hidden, with newer text in it.
  const isTakenOver = useRef(false);
  useLayoutEffect(() => {
    if (isTakenOver.current) return;
    if (restored) {
      start.current = restored.start;
      reset(restored.start.initial);
    }
    const shown = restored?.values ?? proposal?.values;
    if (shown === undefined) return;
    isTakenOver.current = true;
    reset(shown, { keepDefaultValues: true });
  }, [restored, proposal, reset]);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  // What was wrong may be right by a change of another field: a password and its repetition.
  const shownErrors = useRef(errors);
  shownErrors.current = errors;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const others = Object.keys(problemsOf(shownErrors.current, 'validate'));
          const toCheck = others.filter((field) => field !== name) as Array<Path<S>>;
          if (toCheck.length > 0) void trigger(toCheck);
        },
      }),
    [subscribe, trigger]
  );
  // A button loses the focus while it is busy.
  useEffect(() => {
    if (isBusy || !(refocus.current instanceof HTMLElement)) return;
    refocus.current.focus();
    refocus.current = null;
  }, [isBusy]);

  const refuse = () => setErrors((count) => count + 1);
  const tell = (error: SaveError, mine: object, submitter: Element | null) => {
    setIsBusy(false);
    switch (error.kind) {
      case 'declined':
        refocus.current = submitter;
        return;
      case 'conflict':
        setMineInConflict({ mine });
        return;
      case 'field':
        setError(error.field as Path<S>, { type: 'server', message: error.message });
        break;
      case 'other':
        setFailure(error.message);
    }
    refuse();
  };
  const send = async (entity: object, condition: SaveCondition, form: S) => {
    const submitter = document.activeElement;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await store.save(nameOf(form), entity, condition);
    } catch (error) {
      if (isMounted.current) tell(store.classify(error), entity, submitter);
      return;
    }
    draft.settle();
    core.notifications.toasts.addSuccess({ title: options.savedText(form) });
    changed(store.key, { isLeaving: true });
    history.push(options.nextPath(form));
  };
  const submitValues = methods.handleSubmit((form) => {
    const { original, condition } = start.current;
    return send(toEntity(form, original), condition, form);
  }, refuse);

  return {
    control,
    isBusy,
    failure,
    refusals: denials,
    isRestored,
    problems: isSubmitted ? problemsOf(errors) : {},
    submit: async () => {
      if (isBusy) return;
      setFailure(undefined);
      await submitValues();
    },
    discard: () => {
      const { initial } = start.current;
      setIsRestored(false);
      reset(initial);
      if (proposal && restored && restored.proposed !== proposal.id)
        reset(proposal.values, { keepDefaultValues: true });
    },
    abandon: draft.abandon,
    conflict: mineInConflict && {
      name: options.title ?? nameOf(given.initial),
      original: start.current.original ?? {},
      unchanged: toEntity(start.current.initial, start.current.original),
      mine: mineInConflict.mine,
      readTheirs: (signal) => store.read(nameOf(given.initial), signal),
      loadTheirs: (theirs) => {
        draft.settle();
        options.onLoadTheirs(theirs as Version<E>);
      },
      saveMerged: (merged, theirs) => {
        setMineInConflict(undefined);
        void send(merged, { etag: theirs.etag }, getValues());
      },
      keepEditing: (theirs) => {
        start.current = {
          ...start.current,
          condition: theirs ? { etag: theirs.etag } : { create: true },
        };
        setMineInConflict(undefined);
      },
    },
  };
}

const blanked = <S extends FieldValues>(values: S, secrets: readonly string[]): S => ({
  ...values,
  ...Object.fromEntries(secrets.map((field) => [field, ''])),
});

const startOf = <S extends FieldValues, E extends object>({
  initial,
  source,
  isNew = source === undefined,
}: EntityFormOptions<S, E>): Start<S, E> => ({
  initial,
  original: source?.entity,
  condition: isNew ? { create: true } : { etag: source?.etag },
});
