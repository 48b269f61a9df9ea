import { FormattedMessage } from '@sd/core/public';
import { NotFoundPrompt } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { USER_PAGES } from '../paths';

export const NoSuchUser = ({ name }: { readonly name: string }): ReactElement => (
  <NotFoundPrompt
    title={<FormattedMessage id="security.userEdit.missingTitle" defaultMessage="User not found" />}
    body={
      <FormattedMessage
        id="security.userEdit.missingBody"
        defaultMessage="There is no internal user “{name}”. It may have been deleted."
        values={{ name }}
      />
    }
    linkPath={USER_PAGES.list}
    linkText={
      <FormattedMessage
        id="security.userEdit.missingLink"
        defaultMessage="Show all internal users"
      />
    }
  />
);
