/**
 * A form that creates or changes an entity: input, problems, and server responses. Input is never
 * lost: neither by a failed save, nor by a version conflict, nor by leaving the form.
 */
import { useEffect, useRef, useState } from 'react';
import { type FieldValues, type Path, useForm, type UseFormReturn } from 'react-hook-form';
import type { CheckedEntity, EntityForm, EntityFormOptions } from './entity_form_types';
import { toFieldErrors, toProblems } from './form_errors';
import type { Version } from './form_types';
import { firstStart, useFormInput } from './use_form_input';
import { useSave } from './use_save';

/**
 * A form over one entity: validates, saves based on the version that was read, keeps unsaved input
 * as a draft, and merges it with changes that another user has saved meanwhile.
 */
export function useEntityForm<S extends FieldValues, E extends object>(
  options: EntityFormOptions<S, E>
): EntityForm<S> {
  const { store, nameOf, toEntity, validate } = options;
  const [first] = useState(() => firstStart(options));
  const methods = useForm<S, unknown, S>({
    defaultValues: first.initial as never,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: (values) => {
      const problems = validate(values);
      return Object.keys(problems).length === 0
        ? { values, errors: {} }
        : { values: {}, errors: toFieldErrors<S>(problems) };
    },
  });
  const { control, formState, getValues, handleSubmit } = methods;
  const { errors, isSubmitted } = formState;
  const input = useFormInput(options, methods, first);
  useRechecks(methods);
  const save = useSave(options, methods.setError, input.settle);

  const toChecked = (form: S): CheckedEntity => {
    const { original, condition } = input.start.current;
    return { name: nameOf(form), entity: toEntity(form, original), condition };
  };
  const submitValues = handleSubmit((form) => {
    const { entity, condition } = toChecked(form);
    return save.send(entity, condition, form);
  }, save.reject);
  const { start } = input;

  return {
    control,
    isBusy: save.isBusy,
    failure: save.failure,
    rejections: save.rejections,
    isRestored: input.isRestored,
    problems: isSubmitted ? toProblems(errors) : {},
    submit: async () => {
      if (save.isBusy) return;
      save.clearFailure();
      await submitValues();
    },
    discard: input.discard,
    abandon: input.abandon,
    check: async () => {
      let checked: CheckedEntity | undefined;
      await handleSubmit((form) => {
        checked = toChecked(form);
      }, save.reject)();
      return checked;
    },
    settle: input.settle,
    conflict: save.inConflict && {
      name: options.title ?? nameOf(first.initial),
      original: start.current.original ?? {},
      unchanged: toEntity(start.current.initial, start.current.original),
      mine: save.inConflict,
      readTheirs: (signal) => store.read(nameOf(first.initial), signal),
      loadTheirs: (theirs) => {
        input.settle();
        options.onLoadTheirs(theirs as Version<E>);
      },
      saveMerged: (merged, theirs) => {
        save.endConflict();
        void save.send(merged, { etag: theirs.etag }, getValues());
      },
      keepEditing: (theirs) => {
        start.current = {
          ...start.current,
          condition: theirs ? { etag: theirs.etag } : { create: true },
        };
        save.endConflict();
      },
    },
  };
}

/** A change of another field may resolve a problem, for example a password and its repetition. */
function useRechecks<S extends FieldValues>({
  formState,
  subscribe,
  trigger,
}: Pick<UseFormReturn<S, unknown, S>, 'formState' | 'subscribe' | 'trigger'>): void {
  const { errors } = formState;
  const latestErrors = useRef(errors);
  latestErrors.current = errors;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const others = Object.keys(toProblems(latestErrors.current, 'validate'));
          const toCheck = others.filter((field) => field !== name) as Array<Path<S>>;
          if (toCheck.length > 0) void trigger(toCheck);
        },
      }),
    [subscribe, trigger]
  );
}
