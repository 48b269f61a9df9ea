/** For addresses inside the app that no section answers to. */
import { EuiButton, EuiSpacer, EuiText } from '@elastic/eui';
import type { ReactElement } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';
import { linkTo } from './link';
import { PageHeading, type FrameProps } from './page_frame';

export function NotFoundPage(frame: FrameProps): ReactElement {
  return (
    <>
      <PageHeading
        {...frame}
        title={i18n.translate('management.notFound.title', { defaultMessage: 'Page not found' })}
      />
      <EuiText>
        <p>
          <FormattedMessage
            id="management.notFound.body"
            defaultMessage="There is no page at this address in Management."
          />
        </p>
      </EuiText>
      <EuiSpacer size="m" />
      <div>
        <EuiButton {...linkTo(frame.history, '/')}>
          <FormattedMessage id="management.notFound.link" defaultMessage="Show all of Management" />
        </EuiButton>
      </div>
    </>
  );
}
