/** Renders flyouts, modals and confirm dialogs. Lazy chunk. */
import { type ReactElement, type RefCallback, useCallback, useRef, useState } from 'react';
import { EuiConfirmModal, EuiFlyout, EuiModal, htmlIdGenerator } from '@elastic/eui';
import { css } from '@emotion/css';
import { t } from '../../i18n';
import { mountReactNode } from '../../theme/render_app';
import { MountWrapper } from '../../utils';
import type { OverlayContent } from '../overlay_content';
import type { RenderOverlay } from '../overlay_slot';

const TITLE = '.euiModalHeader__title, .euiFlyoutHeader h2, h1, h2, h3';
let counter = 0;

export interface DialogDetails {
  /** Whether the caller has set an accessible name. */
  readonly isNamed: boolean;
  readonly closeButtonAriaLabel?: string;
}

/**
 * Sets attributes that EUI's dialogs have no property for. A dialog without a name is only "dialog"
 * to a screen reader, so it is labelled by the first heading that its mount point renders, even if
 * that happens late.
 *
 * @returns a ref for an element inside the dialog, because EUI attaches the content a few renders
 *   later
 */
export function useDialogDetails(details: DialogDetails): RefCallback<HTMLElement> {
  const { isNamed, closeButtonAriaLabel } = details;
  const observer = useRef<MutationObserver>();
  return useCallback(
    (inside) => {
      observer.current?.disconnect();
      const dialog = inside?.closest('[data-overlay-content]');
      if (!dialog) return;
      if (closeButtonAriaLabel) {
        dialog
          .querySelector('.euiModal__closeIcon')
          ?.setAttribute('aria-label', closeButtonAriaLabel);
      }
      if (isNamed || nameFromHeading(dialog)) return;
      observer.current = new MutationObserver(() => {
        if (nameFromHeading(dialog)) observer.current?.disconnect();
      });
      observer.current.observe(dialog, { childList: true, subtree: true });
    },
    [isNamed, closeButtonAriaLabel]
  );
}

function nameFromHeading(dialog: Element): boolean {
  const heading = dialog.querySelector(TITLE);
  if (!heading) return false;
  heading.id ||= `overlayTitle${++counter}`;
  dialog.setAttribute('aria-labelledby', heading.id);
  return true;
}

const WRAPPER_CLASS = 'kbnOverlayMountWrapper';
/**
 * EUI scrolls the bodies of modals and flyouts as flex children; these wrapper elements are in
 * between.
 */
const CONTENT_CLASS = css({
  display: 'flex',
  flexDirection: 'column',
  flexGrow: 1,
  minHeight: 0,
  height: '100%',
});

export const renderOverlay: RenderOverlay = (element, content, close) =>
  mountReactNode(<Overlay content={content} close={close} />)(element);

interface OverlayProps<C> {
  readonly content: C;
  readonly close: () => void;
}
type ContentOf<K extends OverlayContent['kind']> = Extract<OverlayContent, { kind: K }>;

function Overlay({ content, close }: OverlayProps<OverlayContent>): ReactElement {
  switch (content.kind) {
    case 'flyout':
      return <Flyout content={content} close={close} />;
    case 'modal':
      return <Modal content={content} close={close} />;
    case 'confirm':
      return <Confirm content={content} close={close} />;
  }
}

function Flyout({
  content: { mount, options },
  close,
}: OverlayProps<ContentOf<'flyout'>>): ReactElement {
  const { closeButtonAriaLabel, ...rest } = options;
  const inside = useDialogDetails({
    isNamed: rest['aria-label'] !== undefined,
    closeButtonAriaLabel,
  });
  return (
    <EuiFlyout
      {...rest}
      data-overlay-content=""
      closeButtonProps={closeButtonAriaLabel ? { 'aria-label': closeButtonAriaLabel } : undefined}
      onClose={close}
    >
      <div ref={inside} className={CONTENT_CLASS}>
        <MountWrapper mount={mount} className={`${WRAPPER_CLASS} ${CONTENT_CLASS}`} />
      </div>
    </EuiFlyout>
  );
}

function Modal({
  content: { mount, options },
  close,
}: OverlayProps<ContentOf<'modal'>>): ReactElement {
  const { closeButtonAriaLabel, mayClose, ...rest } = options;
  const inside = useDialogDetails({
    isNamed: rest['aria-label'] !== undefined,
    closeButtonAriaLabel,
  });
  return (
    <EuiModal
      {...rest}
      data-overlay-content=""
      onClose={() => {
        if (mayClose?.() ?? true) close();
      }}
    >
      <div ref={inside} className={CONTENT_CLASS}>
        <MountWrapper mount={mount} className={`${WRAPPER_CLASS} ${CONTENT_CLASS}`} />
      </div>
    </EuiModal>
  );
}

function Confirm({ content, close }: OverlayProps<ContentOf<'confirm'>>): ReactElement {
  const { message, onConfirm, options } = content;
  const { closeButtonAriaLabel, cancelButtonText, confirmButtonText, title, ...rest } = options;
  const [titleId] = useState(() => htmlIdGenerator('confirmTitle')());
  const inside = useDialogDetails({ isNamed: true, closeButtonAriaLabel });
  const name = title
    ? { 'aria-labelledby': titleId, titleProps: { id: titleId } }
    : { 'aria-label': typeof message === 'string' ? message : undefined };
  return (
    <EuiConfirmModal
      {...rest}
      {...name}
      title={title}
      data-overlay-content=""
      onCancel={close}
      onConfirm={() => {
        onConfirm();
        close();
      }}
      cancelButtonText={cancelButtonText ?? t('core.overlays.confirm.cancelButton', 'Cancel')}
      confirmButtonText={confirmButtonText ?? t('core.overlays.confirm.okButton', 'Confirm')}
    >
      <div ref={inside}>
        {typeof message === 'string' ? (
          <p>{message}</p>
        ) : (
          <MountWrapper mount={message} className={WRAPPER_CLASS} />
        )}
      </div>
    </EuiConfirmModal>
  );
}
