/** Forms that were left with text in them: the way back, or giving them up. */
import { EuiButtonEmpty, EuiCallOut, EuiLink, EuiSpacer } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type ReactElement, useSyncExternalStore } from 'react';
import { draftAddress } from '../kit/drafts';
import { useKit } from '../kit/kit_context';
import { useAppLocation } from './use_location';

export function UnsavedDrafts(): ReactElement | null {
  const { core, drafts, history } = useKit();
  const { pathname } = useAppLocation();
  const all = useSyncExternalStore(drafts.subscribe, drafts.getAll);
  const here = draftAddress(history, pathname);
  const waiting = all.filter(({ href }) => href !== here);
  if (waiting.length === 0) return null;
  return (
    <div role="region" aria-label={titleText()} data-test-subj="waiting-drafts">
      <EuiCallOut size="s" color="warning" iconType="pencil" title={titleText()}>
        {waiting.map(({ href, label }) => (
          <div key={href} style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
            <EuiLink
              href={href}
              onClick={(event: { preventDefault(): void }) => {
                event.preventDefault();
                void core.application.navigateToUrl(href);
              }}
            >
              {label}
            </EuiLink>
            <EuiButtonEmpty
              size="xs"
              color="text"
              onClick={() => drafts.drop(href)}
              aria-label={i18n.translate('uiKit.drafts.discardLabel', {
                defaultMessage: 'Discard: {label}',
                values: { label },
              })}
            >
              <FormattedMessage id="uiKit.drafts.discard" defaultMessage="Discard" />
            </EuiButtonEmpty>
          </div>
        ))}
      </EuiCallOut>
      <EuiSpacer size="m" />
    </div>
  );
}

const titleText = (): string =>
  i18n.translate('uiKit.drafts.title', { defaultMessage: 'Not saved yet' });
