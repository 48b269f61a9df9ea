import { FormattedMessage } from '@sd/core/public';
import { NotFoundPrompt } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { ROLE_PAGES } from '../paths';

export const NoSuchRole = ({ name }: { readonly name: string }): ReactElement => (
  <NotFoundPrompt
    title={<FormattedMessage id="security.roleView.missingTitle" defaultMessage="Role not found" />}
    body={
      <FormattedMessage
        id="security.roleView.missingBody"
        defaultMessage="There is no role “{name}”. It may have been deleted."
        values={{ name }}
      />
    }
    linkPath={ROLE_PAGES.list}
    linkText={
      <FormattedMessage id="security.roleView.missingLink" defaultMessage="Show all roles" />
    }
  />
);
