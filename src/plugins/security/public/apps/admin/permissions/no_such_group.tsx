import { FormattedMessage } from '@sd/core/public';
import { NotFoundPrompt } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { GROUP_PAGES } from '../paths';

export const NoSuchGroup = ({ name }: { readonly name: string }): ReactElement => (
  <NotFoundPrompt
    title={
      <FormattedMessage
        id="security.groupView.missingTitle"
        defaultMessage="Action group not found"
      />
    }
    body={
      <FormattedMessage
        id="security.groupView.missingBody"
        defaultMessage="There is no action group “{name}”. It may have been deleted."
        values={{ name }}
      />
    }
    linkPath={GROUP_PAGES.list}
    linkText={
      <FormattedMessage id="security.groupView.missingLink" defaultMessage="Show all permissions" />
    }
  />
);
