/**
 * Ties a form to its draft: what is typed is kept when the form is left, and shown again when one
 * comes back.
 */
import { EuiButton } from '@elastic/eui';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, i18n, type IToasts, mountReactNode } from '@sd/core/public';
import { draftAddress } from '../kit/drafts';
import { useKit } from '../kit/kit_context';

/**
 * Says that changes were given up, and offers to bring them back.
 * @param label - heading of the form
 */
function showDiscardedToast(toasts: IToasts, label: string, restore: () => void): void {
  const toast = toasts.addInfo({
    title: i18n.translate('uiKit.abandoned.title', {
      defaultMessage: 'Changes were not saved: {label}',
      values: { label },
    }),
    text: mountReactNode(
      <EuiButton
        size="s"
        onClick={() => {
          toasts.remove(toast);
          restore();
        }}
      >
        <FormattedMessage id="uiKit.abandoned.restore" defaultMessage="Bring them back" />
      </EuiButton>
    ),
  });
}

/** What becomes of the text of a form that is left. */
export interface FormDraft<D> {
  /** What was typed on an earlier visit to the form. */
  readonly restored: D | undefined;
  /** Saved, or given up: nothing is kept any more. */
  readonly settle: () => void;
  /** Given up by who typed it: a message offers to bring it back. */
  readonly abandon: () => void;
}

/**
 * Keeps what is typed into a form that is no entity's; {@link useEntityForm} does it by itself.
 * @param label - heading of the form, for the way back
 * @param isDirty - whether something is typed that is not saved
 * @param read - what there is to keep, at the moment of the call
 * @param withoutSecrets - what of it may wait in the tab when the session ends; absent: nothing
 */
export function useDraft<D>(
  label: string,
  isDirty: boolean,
  read: () => D,
  withoutSecrets?: (kept: D) => D
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

  // The form takes a restored draft over right after its first rendering.
  const isTakingOver = useRef(restored !== undefined);
  useEffect(() => {
    if (isDirty && !isSettled.current) keep(label, () => latest.current.read());
    else if (!isTakingOver.current) drafts.drop(href);
    isTakingOver.current = false;
  }, [drafts, href, keep, label, isDirty]);

  useEffect(
    () => () => {
      if (isSettled.current || !latest.current.isDirty) return;
      const kept = latest.current.read();
      keep(label, () => kept);
    },
    [keep, label]
  );

  const settle = () => {
    isSettled.current = true;
    drafts.drop(href);
  };
  const abandon = () => {
    if (!latest.current.isDirty) return;
    const kept = latest.current.read();
    settle();
    const { application, notifications } = core;
    showDiscardedToast(notifications.toasts, label, () => {
      keep(label, () => kept);
      void application.navigateToUrl(href);
    });
  };
  return { restored, settle, abandon };
}
