/**
 * Connects a form to its draft: unsaved input is stored when the user leaves the form, and restored
 * when the user returns.
 */
import { EuiButton } from '@elastic/eui';
import { useEffect, useRef, useState } from 'react';
import { type IToasts, mountReactNode, t } from '@sd/core/public';
import { draftAddress } from '../kit/drafts';
import { useKit } from '../kit/kit_context';

/**
 * Reports that changes were discarded, and offers to restore them.
 * @param label - heading of the form
 */
function showDiscardedToast(toasts: IToasts, label: string, restore: () => void): void {
  const toast = toasts.addInfo({
    title: t('uiKit.abandoned.title', 'Changes were not saved: {label}', { label }),
    text: mountReactNode(
      <EuiButton
        size="s"
        onClick={() => {
          toasts.remove(toast);
          restore();
        }}
      >
        {t('uiKit.abandoned.restore', 'Restore')}
      </EuiButton>
    ),
  });
}

/** The draft of a form. */
export interface FormDraft<D> {
  /** Input from an earlier visit to the form. */
  readonly restored: D | undefined;
  /** Removes the draft, because the form was saved or discarded. */
  readonly settle: () => void;
  /** Removes the draft on the user's request; a message offers to restore it. */
  readonly abandon: () => void;
}

/**
 * Stores the draft of a form without an entity; {@link useEntityForm} includes this.
 * @param label - heading of the form, shown with the draft
 * @param isDirty - whether there is unsaved input
 * @param read - returns the current input
 * @param withoutSecrets - returns the part of the input that may be stored in the tab when the
 *   session ends; absent: nothing is stored
 */
export function useDraft<D>(
  label: string,
  isDirty: boolean,
  read: () => D,
  withoutSecrets?: (input: D) => D
): FormDraft<D> {
  const { core, drafts, history } = useKit();
  const [href] = useState(() => draftAddress(history, history.location.pathname));
  const [restored] = useState(() => drafts.get(href) as D | undefined);
  const isSettled = useRef(false);
  const latest = useRef({ isDirty, read, withoutSecrets });
  latest.current = { isDirty, read, withoutSecrets };
  const [keep] = useState(() => (heading: string, readNow: () => D) => {
    const { withoutSecrets: clean } = latest.current;
    drafts.keep({ href, label: heading }, readNow, clean && (() => clean(readNow())));
  });

  // The form applies a restored draft right after its first rendering.
  const isTakingOver = useRef(restored !== undefined);
  useEffect(() => {
    if (isDirty && !isSettled.current) keep(label, () => latest.current.read());
    else if (!isTakingOver.current) drafts.drop(href);
    isTakingOver.current = false;
  }, [drafts, href, keep, label, isDirty]);

  useEffect(
    () => () => {
      if (isSettled.current || !latest.current.isDirty) return;
      const input = latest.current.read();
      keep(label, () => input);
    },
    [keep, label]
  );

  const settle = () => {
    isSettled.current = true;
    drafts.drop(href);
  };
  const abandon = () => {
    if (!latest.current.isDirty) return;
    const input = latest.current.read();
    settle();
    const { application, notifications } = core;
    showDiscardedToast(notifications.toasts, label, () => {
      keep(label, () => input);
      void application.navigateToUrl(href);
    });
  };
  return { restored, settle, abandon };
}
