/** Dialog to copy a link, and code that embeds the linked page in another one. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiCallOut,
  EuiCopy,
  EuiFieldText,
  EuiFormRow,
  EuiModal,
  EuiModalBody,
  EuiModalFooter,
  EuiModalHeader,
  EuiModalHeaderTitle,
  EuiSpacer,
  EuiTextArea,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { t } from '@sd/core/public';

/** Hides the header through the hash query that the shell checks (specification section 2.6). */
const EMBEDDED = '#?embed=true';

/**
 * Returns code that embeds a page in another one. Source: specification sections 2.6 ("embed") and
 * 5.
 * @param url - absolute; its fragment is replaced
 * @param title - accessible name of the frame
 */
function embedCode(url: string, title: string): string {
  const [page = ''] = url.split('#', 1);
  return `<iframe src="${escapeAttribute(`${page}${EMBEDDED}`)}" title="${escapeAttribute(title)}" width="800" height="600"></iframe>`;
}

const escapeAttribute = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Props of {@link ShareDialog}. */
export interface ShareDialogProps {
  /** Display name of the shared item. */
  readonly name: string;
  /** Absolute URL of the shared item. */
  readonly url: string;
  /**
   * Adds parameters without which the URL would not lead others to the same item; never rejects.
   */
  readonly complete?: (url: string) => Promise<string>;
  /** Whether no other user can open the item, which the dialog then states. */
  readonly isPrivate?: boolean;
  /** Closes the dialog. */
  readonly onClose: () => void;
}

/** Shows the link and the embed code, each with a copy button. */
export function ShareDialog({
  name,
  url,
  complete,
  isPrivate = false,
  onClose,
}: ShareDialogProps): ReactElement {
  const titleId = useGeneratedHtmlId({ prefix: 'shareTitle' });
  const link = useCompleted(url, complete);
  const code = link === undefined ? undefined : embedCode(link, name);
  return (
    <EuiModal onClose={onClose} aria-labelledby={titleId} maxWidth={560} data-test-subj="share">
      <EuiModalHeader>
        <EuiModalHeaderTitle id={titleId} style={{ overflowWrap: 'anywhere' }}>
          {t('uiKit.share.title', 'Share “{name}”', { name })}
        </EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        {isPrivate && (
          <>
            <EuiCallOut
              size="s"
              iconType="lock"
              title={t(
                'uiKit.share.private',
                'This object is in your private tenant. Only you can open the link.'
              )}
            />
            <EuiSpacer size="m" />
          </>
        )}
        <EuiFormRow
          fullWidth
          label={t('uiKit.share.link', 'Link')}
          helpText={t(
            'uiKit.share.linkHelp',
            'The link only works for users with access. It grants no permissions.'
          )}
        >
          <EuiFieldText fullWidth readOnly value={link ?? ''} isLoading={link === undefined} />
        </EuiFormRow>
        <EuiSpacer size="s" />
        <CopyButton text={link} testSubject="copyShareUrl">
          {t('uiKit.share.copyLink', 'Copy link')}
        </CopyButton>
        <EuiSpacer size="m" />
        <EuiFormRow
          fullWidth
          label={t('uiKit.share.code', 'iFrame code')}
          helpText={t(
            'uiKit.share.codeHelp',
            'Works only on pages of this server, for users who are logged in.'
          )}
        >
          <EuiTextArea fullWidth readOnly rows={3} value={code ?? ''} />
        </EuiFormRow>
        <EuiSpacer size="s" />
        <CopyButton text={code} testSubject="copyShareCode">
          {t('uiKit.share.copyCode', 'Copy iFrame code')}
        </CopyButton>
      </EuiModalBody>
      <EuiModalFooter>
        <EuiButtonEmpty onClick={onClose}>{t('uiKit.common.close', 'Close')}</EuiButtonEmpty>
      </EuiModalFooter>
    </EuiModal>
  );
}

/** Returns `undefined` until the URL is complete, so that no incomplete one is copied. */
function useCompleted(url: string, complete: ShareDialogProps['complete']): string | undefined {
  const [completed, setCompleted] = useState(complete ? undefined : url);
  useEffect(() => {
    let isUnmounted = false;
    void complete?.(url).then((link) => {
      if (!isUnmounted) setCompleted(link);
    });
    return () => {
      isUnmounted = true;
    };
  }, [url, complete]);
  return completed;
}

function CopyButton({
  text,
  testSubject,
  children,
}: {
  readonly text: string | undefined;
  readonly testSubject: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <EuiCopy textToCopy={text ?? ''} afterMessage={t('uiKit.share.copied', 'Copied')}>
      {(copy) => (
        <EuiButton
          size="s"
          iconType="copy"
          onClick={copy}
          isDisabled={text === undefined}
          data-test-subj={testSubject}
        >
          {children}
        </EuiButton>
      )}
    </EuiCopy>
  );
}
