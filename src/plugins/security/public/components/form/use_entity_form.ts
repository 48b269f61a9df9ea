/**
 * State of a create or edit form: what is typed, what is wrong with it, what the server said. Nothing typed is ever
 * lost by a failed save. Source: brief of the first slice; weaknesses 3 to 5 of reference security-plugin 9.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAdmin } from '../../apps/admin/admin_context';
import { isLockoutDeclined } from '../../services/lockout_confirmation';
import { codeOf, errorText, serverMessageOf, statusOf } from '../../services/http_errors';

/** Field id to what is wrong with it. Field ids are also ids in the page, so that the summary can lead there. */
export type FormProblems = Readonly<Record<string, string>>;

export interface EntityFormOptions<S> {
  readonly initial: S;
  readonly validate: (form: S) => FormProblems;
  /** @throws the http service's fetch error */
  readonly save: (form: S) => Promise<unknown>;
  readonly onSaved: (form: S) => void;
  /** The field a refusal of the server belongs to, if it is one's. */
  readonly fieldOfRefusal?: (message: string) => string | undefined;
}

export interface EntityForm<S> {
  readonly form: S;
  readonly change: (changes: Partial<S>) => void;
  /** What is wrong with a field, once it was left or the form was submitted. */
  readonly problemOf: (field: string) => string | undefined;
  readonly touch: (field: string) => void;
  readonly submit: () => Promise<void>;
  readonly isBusy: boolean;
  /** All problems of a submitted form, for the summary. */
  readonly summary: FormProblems;
  /** Why saving failed, when it is no field's fault. */
  readonly failure: string | undefined;
  /** Grows with each refused submission; the summary takes the focus then. */
  readonly refusals: number;
  readonly isConflict: boolean;
  readonly closeConflict: () => void;
}

export function useEntityForm<S extends object>(options: EntityFormOptions<S>): EntityForm<S> {
  const { guard } = useAdmin();
  const [form, setForm] = useState(options.initial);
  const [baseline] = useState(() => JSON.stringify(options.initial));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [serverProblems, setServerProblems] = useState<FormProblems>({});
  const [failure, setFailure] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [isConflict, setIsConflict] = useState(false);
  const isMounted = useRef(true);
  const refocus = useRef<Element | null>(null);

  const isDirty = JSON.stringify(form) !== baseline;
  useEffect(() => guard.setDirty(isDirty), [guard, isDirty]);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      guard.setDirty(false);
    };
  }, [guard]);

  // A button loses the focus while it is busy.
  useEffect(() => {
    if (isBusy || !(refocus.current instanceof HTMLElement)) return;
    refocus.current.focus();
    refocus.current = null;
  }, [isBusy]);

  const change = useCallback((changes: Partial<S>) => {
    setForm((current) => ({ ...current, ...changes }));
    // What the server said was about the old text.
    setServerProblems((problems) => withoutKeys(problems, Object.keys(changes)));
  }, []);
  const touch = useCallback(
    (field: string) => setTouched((fields) => new Set([...fields, field])),
    []
  );

  const problems: FormProblems = { ...options.validate(form), ...serverProblems };
  const refuse = () => setRefusals((count) => count + 1);

  const submit = async () => {
    if (isBusy) return;
    setWasSubmitted(true);
    setFailure(undefined);
    if (Object.keys(problems).length > 0) {
      refuse();
      return;
    }
    setIsBusy(true);
    const submitter = document.activeElement;
    try {
      await options.save(form);
      guard.setDirty(false);
      options.onSaved(form);
    } catch (error) {
      if (!isMounted.current) return;
      setIsBusy(false);
      if (isLockoutDeclined(error)) refocus.current = submitter;
      else judge(error);
    }
  };

  const judge = (error: unknown) => {
    const message = serverMessageOf(error);
    if (codeOf(error) === 'security.stale_version') {
      setIsConflict(true);
      return;
    }
    const isNameTaken = codeOf(error) === 'security.already_exists';
    const isRefusal = message !== undefined && statusOf(error) === 400;
    const field = isNameTaken ? 'name' : isRefusal ? options.fieldOfRefusal?.(message) : undefined;
    if (field !== undefined && message !== undefined) setServerProblems({ [field]: message });
    else setFailure(errorText(error));
    refuse();
  };

  return {
    form,
    change,
    touch,
    submit,
    isBusy,
    failure,
    refusals,
    isConflict,
    closeConflict: () => setIsConflict(false),
    problemOf: (field) =>
      wasSubmitted || touched.has(field) || field in serverProblems ? problems[field] : undefined,
    summary: wasSubmitted ? problems : serverProblems,
  };
}

const withoutKeys = (problems: FormProblems, keys: readonly string[]): FormProblems =>
  Object.fromEntries(
    Object.entries(problems).filter(([field]) => !keys.includes(field.split('.')[0] ?? field))
  );
