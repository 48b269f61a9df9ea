/** At addresses of the app that lead nowhere. */
import { FormattedMessage } from '@sd/core/public';
import { NotFoundPage } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { ROLE_PAGES } from './paths';

export const NoSuchPage = (): ReactElement => (
  <NotFoundPage
    body={
      <FormattedMessage
        id="security.notFound.body"
        defaultMessage="There is no page at this address in the Security app."
      />
    }
    linkPath={ROLE_PAGES.list}
    linkText={<FormattedMessage id="security.notFound.link" defaultMessage="Show the roles" />}
  />
);
