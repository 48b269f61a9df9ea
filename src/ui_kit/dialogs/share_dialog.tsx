/** A link to something, and code that embeds it in another page, to be copied. */
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
import { FormattedMessage, i18n } from '@sd/core/public';

/** Code that shows a page in another one. Source: specification sections 2.6 ("embed") and 5. */

/** Without the header: the hash query is what the shell asks (specification section 2.6). */
const EMBEDDED = '#?embed=true';

/**
 * @param url - absolute; a fragment of its own is replaced
 * @param title - names the frame, for screen readers
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
  /** Of what is shared, as people know it. */
  readonly name: string;
  /** Its address, absolute. */
  readonly url: string;
  /** Adds what the address needs to lead others to the same place; never rejects. */
  readonly complete?: (url: string) => Promise<string>;
  /** Nobody else can open it: the dialog says so. */
  readonly isPrivate?: boolean;
  /** When the dialog is to go. */
  readonly onClose: () => void;
}

/** Shows both, each with a button that copies it. */
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
          <FormattedMessage
            id="uiKit.share.title"
            defaultMessage="Share “{name}”"
            values={{ name }}
          />
        </EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        {isPrivate && (
          <>
            <EuiCallOut
              size="s"
              iconType="lock"
              title={i18n.translate('uiKit.share.private', {
                defaultMessage:
                  'This is in your private tenant: the link opens it for you, and for nobody else.',
              })}
            />
            <EuiSpacer size="m" />
          </>
        )}
        <EuiFormRow
          fullWidth
          label={i18n.translate('uiKit.share.link', { defaultMessage: 'Link' })}
          helpText={i18n.translate('uiKit.share.linkHelp', {
            defaultMessage: 'For people who may see it: a link gives nobody a permission.',
          })}
        >
          <EuiFieldText fullWidth readOnly value={link ?? ''} isLoading={link === undefined} />
        </EuiFormRow>
        <EuiSpacer size="s" />
        <CopyButton text={link} testSubject="copyShareUrl">
          <FormattedMessage id="uiKit.share.copyLink" defaultMessage="Copy link" />
        </CopyButton>
        <EuiSpacer size="m" />
        <EuiFormRow
          fullWidth
          label={i18n.translate('uiKit.share.code', { defaultMessage: 'iFrame code' })}
          helpText={i18n.translate('uiKit.share.codeHelp', {
            defaultMessage:
              'Browsers show the frame in pages of this server only, and to people who are signed in.',
          })}
        >
          <EuiTextArea fullWidth readOnly rows={3} value={code ?? ''} />
        </EuiFormRow>
        <EuiSpacer size="s" />
        <CopyButton text={code} testSubject="copyShareCode">
          <FormattedMessage id="uiKit.share.copyCode" defaultMessage="Copy iFrame code" />
        </CopyButton>
      </EuiModalBody>
      <EuiModalFooter>
        <EuiButtonEmpty onClick={onClose}>
          <FormattedMessage id="uiKit.share.close" defaultMessage="Close" />
        </EuiButtonEmpty>
      </EuiModalFooter>
    </EuiModal>
  );
}

/** `undefined` until it is complete: half an address must not be copied. */
function useCompleted(url: string, complete: ShareDialogProps['complete']): string | undefined {
  const [completed, setCompleted] = useState(complete ? undefined : url);
  useEffect(() => {
    let isGone = false;
    void complete?.(url).then((link) => {
      if (!isGone) setCompleted(link);
    });
    return () => {
      isGone = true;
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
    <EuiCopy
      textToCopy={text ?? ''}
      afterMessage={i18n.translate('uiKit.share.copied', { defaultMessage: 'Copied' })}
    >
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
