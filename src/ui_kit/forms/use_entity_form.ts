/**
 * A form that creates or changes an entity: input, problems, and server responses. Input is never
 * lost: neither by a failed save, nor by a version conflict, nor by leaving the form.
 */
import { EuiLink } from '@elastic/eui';
import { createElement, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Control, type FieldValues, type Path, useForm } from 'react-hook-form';
import { errorText, isUnanswered, mountReactNode, t } from '@sd/core/public';
import { errorsOf, problemsOf } from './form_errors';
import { useLink } from '../frame/use_link';
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

/** Options of {@link useEntityForm}. `S`: values of the form; `E`: the entity. */
export interface EntityFormOptions<S extends FieldValues, E extends object> {
  /** Data source of the entity. */
  readonly store: FormDataSource<E>;
  /** Heading of the form, shown with its draft. */
  readonly label: string;
  /**
   * Fields whose values never leave the page. All others are stored in the tab when the session
   * ends, for the same user. Absent: any field may contain a secret, and nothing is stored.
   */
  readonly secrets?: readonly string[];
  /** Initial values; read once. */
  readonly initial: S;
  /**
   * Values shown initially as if they were typed; read once. A draft of the same proposal, or one
   * without a proposal, takes precedence.
   */
  readonly proposal?: PrefilledValues<S>;
  /** The version from which the form was filled; `undefined` for a new entity. */
  readonly source: Version<E> | undefined;
  /**
   * Saving creates a new entity and never replaces one. Default: true without `source`. If false,
   * saving replaces the version that was read, or after a conflict the newer one.
   */
  readonly isNew?: boolean;
  /** Returns the name under which the entity is saved and read. */
  readonly nameOf: (form: S) => string;
  /** Display name of the entity in the conflict dialog. Default: its name. */
  readonly title?: string;
  /**
   * Returns the entity to save; fields of the original that the form does not know are preserved.
   */
  readonly toEntity: (form: S, original: E | undefined) => object;
  /**
   * Called on every change after the first blur of a field; returns an empty object if there are no
   * problems.
   */
  readonly validate: (form: S) => FormProblems;
  /** Returns the message after a successful save. */
  readonly savedText: (form: S) => string;
  /** Returns the path of the saved entity, which that message then links to. */
  readonly savedPath?: (form: S) => string;
  /** Returns the path inside the app that opens after a save. */
  readonly nextPath: (form: S) => string;
  /** Discards the input and starts from the other user's version. */
  readonly onLoadTheirs: (theirs: Version<E>) => void;
}

/** For the conflict dialog; the other user's version is always one that `readTheirs` returned. */
export interface FormConflict extends Omit<Versions, 'theirs'> {
  /** Display name of the entity. */
  readonly name: string;
  /** Returns the version that was saved first; `undefined` if the entity was deleted. */
  readonly readTheirs: (signal: AbortSignal) => Promise<Version<object> | undefined>;
  /** Discards the input and starts from the other user's version. */
  readonly loadTheirs: (theirs: Version<object>) => void;
  /** Saves the merged changes. */
  readonly saveMerged: (merged: object, theirs: Version<object>) => void;
  /**
   * Returns to the form.
   * @param theirs - the version that the next save replaces; `undefined` if the entity was deleted
   */
  readonly keepEditing: (theirs: Version<object> | undefined) => void;
}

/** A failed save that does not concern a field. */
export interface SaveFailure {
  /** The server's message, or general advice. */
  readonly message: string;
  /** Set if the server did not respond: which part of the input survives a reload. */
  readonly unreachable?: 'all' | 'withoutSecrets' | 'nothing';
}

/** State of a form, for {@link FormFrame} and its fields. */
export interface EntityForm<S extends FieldValues> {
  /** For the fields. */
  readonly control: Control<S>;
  /**
   * Validates, then saves. Does nothing while it is busy. Never rejects: errors are in `problems`,
   * `failure` or `conflict`.
   */
  readonly submit: () => Promise<void>;
  /** Whether a save is in progress. */
  readonly isBusy: boolean;
  /** All known problems, after the form was submitted. */
  readonly problems: FormProblems;
  /** Why saving failed, if the error does not concern a field. */
  readonly failure: SaveFailure | undefined;
  /** Counts the rejected submissions; each one moves the focus to the first problem. */
  readonly rejections: number;
  /** Set while a conflict with another user's change needs a decision. */
  readonly conflict: FormConflict | undefined;
  /** Whether the form shows input from an earlier visit. */
  readonly isRestored: boolean;
  /** Resets the form to its initial values. */
  readonly discard: () => void;
  /** Leaves the form and discards the input, with an offer to restore it. */
  readonly abandon: () => void;
  /** Validates; returns what a save would send, or `undefined` if there are problems. */
  readonly check: () => Promise<CheckedEntity | undefined>;
  /** Forgets the input as after a save, because it was handed over elsewhere. */
  readonly settle: () => void;
}

/** What a save of a form would send. */
export interface CheckedEntity {
  /** Name under which it would be saved. */
  readonly name: string;
  /** The entity as the form's `toEntity` makes it. */
  readonly entity: object;
  /** The version that it would replace, or that it is new. */
  readonly condition: SaveCondition;
}

interface FormInput<S, E> {
  readonly values: S;
  /** Id of the proposal from which the form started. */
  readonly proposed: string | undefined;
  readonly start: Start<S, E>;
}
interface Start<S, E> {
  readonly initial: S;
  readonly original: E | undefined;
  readonly condition: SaveCondition;
}

/**
 * A form over one entity: validates, saves based on the version that was read, keeps unsaved input
 * as a draft, and merges it with changes that another user has saved meanwhile.
 */
export function useEntityForm<S extends FieldValues, E extends object>(
  options: EntityFormOptions<S, E>
): EntityForm<S> {
  const { store, nameOf, toEntity, validate } = options;
  const { core, history } = useKit();
  const changed = useChanged();
  const link = useLink();
  const [given] = useState(() => startOf(options));
  const [failure, setFailure] = useState<SaveFailure>();
  const [rejections, setRejections] = useState(0);
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
  const draft = useDraft<FormInput<S, E>>(
    options.label,
    isDirty,
    () => ({ values: getValues(), proposed: proposal?.id, start: start.current }),
    secrets &&
      ((input) => ({
        ...input,
        values: blanked(input.values, secrets),
        start: { ...input.start, initial: blanked(input.start.initial, secrets) },
      }))
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
    const taken = restored?.values ?? proposal?.values;
    if (taken === undefined) return;
    isTakenOver.current = true;
    reset(taken, { keepDefaultValues: true });
  }, [restored, proposal, reset]);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  // A change of another field may resolve a problem, for example a password and its repetition.
  const latestErrors = useRef(errors);
  latestErrors.current = errors;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const others = Object.keys(problemsOf(latestErrors.current, 'validate'));
          const toCheck = others.filter((field) => field !== name) as Array<Path<S>>;
          if (toCheck.length > 0) void trigger(toCheck);
        },
      }),
    [subscribe, trigger]
  );
  // A button loses focus while it is busy.
  useEffect(() => {
    if (isBusy || !(refocus.current instanceof HTMLElement)) return;
    refocus.current.focus();
    refocus.current = null;
  }, [isBusy]);

  const refuse = () => setRejections((count) => count + 1);
  const report = (error: SaveError, mine: object, submitter: Element | null) => {
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
        setFailure({ message: error.message });
    }
    refuse();
  };
  const send = async (entity: object, condition: SaveCondition, form: S): Promise<void> => {
    const submitter = document.activeElement;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await store.save(nameOf(form), entity, condition);
    } catch (error) {
      if (!isMounted.current) return;
      if (!isUnanswered(error)) {
        const problem = store.classify(error);
        // Logs the error, also one whose message a field shows.
        if (problem.kind !== 'declined') errorText(error);
        return report(problem, entity, submitter);
      }
      setIsBusy(false);
      setFailure({ message: errorText(error), unreachable: survivorsOf(secrets) });
      return refuse();
    }
    draft.settle();
    core.notifications.toasts.addSuccess({
      title: options.savedText(form),
      ...(options.savedPath && {
        text: mountReactNode(
          createElement(
            EuiLink,
            link(options.savedPath(form)),
            t('uiKit.form.openSaved', 'Open {name}', { name: nameOf(form) })
          )
        ),
      }),
    });
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
    rejections,
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
    check: async () => {
      let checked: CheckedEntity | undefined;
      await methods.handleSubmit((form) => {
        const { original, condition } = start.current;
        checked = { name: nameOf(form), entity: toEntity(form, original), condition };
      }, refuse)();
      return checked;
    },
    settle: draft.settle,
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

const survivorsOf = (
  secrets: readonly string[] | undefined
): NonNullable<SaveFailure['unreachable']> => {
  if (!secrets) return 'nothing';
  return secrets.length > 0 ? 'withoutSecrets' : 'all';
};

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
