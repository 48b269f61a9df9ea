/** Sends a form's entity, and says why that failed. */
import { EuiLink } from '@elastic/eui';
import { createElement, useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { errorText, isUnanswered, mountReactNode, t } from '@sd/core/public';
import { useLink } from '../frame/use_link';
import { useKit } from '../kit/kit_context';
import { useChanged } from '../queries/use_server_query';
import type { EntityForm, EntityFormOptions, SaveFailure } from './entity_form_types';
import type { SaveCondition, SaveError } from './form_types';

interface Save<S extends FieldValues> extends Pick<
  EntityForm<S>,
  'isBusy' | 'failure' | 'rejections'
> {
  /** The entity that another user's change prevented from being saved. */
  readonly inConflict: object | undefined;
  /** Never rejects. */
  readonly send: (entity: object, condition: SaveCondition, form: S) => Promise<void>;
  /** Counts a rejected submission, which moves the focus to the first problem. */
  readonly reject: () => void;
  readonly clearFailure: () => void;
  readonly endConflict: () => void;
}

/** @param settle - forgets the input once it is saved */
export function useSave<S extends FieldValues, E extends object>(
  options: EntityFormOptions<S, E>,
  setError: UseFormSetError<S>,
  settle: () => void
): Save<S> {
  const { store } = options;
  const { history } = useKit();
  const changed = useChanged();
  const notifySaved = useSavedToast(options);
  const [failure, setFailure] = useState<SaveFailure>();
  const [rejections, setRejections] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [inConflict, setInConflict] = useState<object>();
  const refocus = useRefocus(isBusy);
  const isMounted = useIsMounted();

  const reject = () => setRejections((count) => count + 1);
  const report = (error: SaveError, mine: object, submitter: Element | null) => {
    setIsBusy(false);
    switch (error.kind) {
      case 'declined':
        return refocus(submitter);
      case 'conflict':
        return setInConflict(mine);
      case 'field':
        setError(error.field as Path<S>, { type: 'server', message: error.message });
        break;
      case 'other':
        setFailure({ message: error.message, ...(error.links && { links: error.links }) });
    }
    reject();
  };
  const send = async (entity: object, condition: SaveCondition, form: S): Promise<void> => {
    const submitter = document.activeElement;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await store.save(options.nameOf(form), entity, condition);
    } catch (error) {
      if (!isMounted.current) return;
      if (!isUnanswered(error)) {
        const problem = store.classify(error);
        // Logs the error, also one whose message a field shows.
        if (problem.kind !== 'declined') errorText(error);
        return report(problem, entity, submitter);
      }
      setIsBusy(false);
      setFailure({ message: errorText(error), unreachable: survivingInput(options.secrets) });
      return reject();
    }
    settle();
    notifySaved(form);
    changed(store.key, { isLeaving: true });
    history.push(options.nextPath(form));
  };
  return {
    isBusy,
    failure,
    rejections,
    inConflict,
    send,
    reject,
    clearFailure: () => setFailure(undefined),
    endConflict: () => setInConflict(undefined),
  };
}

/** Returns a function that reports a save, with a link to the saved entity. */
function useSavedToast<S extends FieldValues, E extends object>({
  savedText,
  savedPath,
  nameOf,
}: EntityFormOptions<S, E>): (form: S) => void {
  const { toasts } = useKit().core.notifications;
  const link = useLink();
  return (form) => {
    toasts.addSuccess({
      title: savedText(form),
      ...(savedPath && {
        text: mountReactNode(
          createElement(
            EuiLink,
            link(savedPath(form)),
            t('uiKit.form.openSaved', 'Open {name}', { name: nameOf(form) })
          )
        ),
      }),
    });
  };
}

/**
 * A button loses focus while it is busy.
 * @returns a function that focuses an element once the form is no longer busy
 */
function useRefocus(isBusy: boolean): (element: Element | null) => void {
  const next = useRef<Element | null>(null);
  useEffect(() => {
    if (isBusy || !(next.current instanceof HTMLElement)) return;
    next.current.focus();
    next.current = null;
  }, [isBusy]);
  return (element) => {
    next.current = element;
  };
}

function useIsMounted(): { readonly current: boolean } {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

/** Which part of the input a reload of the page leaves. */
function survivingInput(
  secrets: readonly string[] | undefined
): NonNullable<SaveFailure['unreachable']> {
  if (!secrets) return 'nothing';
  return secrets.length > 0 ? 'withoutSecrets' : 'all';
}
