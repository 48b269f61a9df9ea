import type { ReactElement } from 'react';
import { FormattedMessage } from '@sd/core/public';
import { NotFoundPage, NotFoundPrompt } from '@sd/ui_kit';
import { GROUP_PAGES, ROLE_PAGES, USER_PAGES } from './paths';

/** Page for unknown addresses of the app. */
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
