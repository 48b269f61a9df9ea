import type { ReactElement } from 'react';
import { t } from '@sd/core/public';
import { NotFoundPage, NotFoundPrompt, usePage } from '@sd/ui_kit';
import { missingRightText, useMay } from '../../services/rights';
import type { Needs } from '../../../common';
import { GROUP_PAGES, ROLE_PAGES, START_PAGE, USER_PAGES } from './paths';

/** Page for unknown addresses of the app. */
export const NoSuchPage = (): ReactElement => (
  <NotFoundPage
    body={t('security.notFound.body', 'There is no page at this address in the Security app.')}
    linkPath={ROLE_PAGES.list}
    linkText={t('security.common.showAllRoles', 'Show all roles')}
  />
);

export const NoSuchRole = ({ name }: { readonly name: string }): ReactElement => (
  <NotFoundPrompt
    title={t('security.roleView.missingTitle', 'Role not found')}
    body={t(
      'security.roleView.missingBody',
      'There is no role “{name}”. It may have been deleted.',
      { name }
    )}
    linkPath={ROLE_PAGES.list}
    linkText={t('security.common.showAllRoles', 'Show all roles')}
  />
);

export const NoSuchUser = ({ name }: { readonly name: string }): ReactElement => (
  <NotFoundPrompt
    title={t('security.userEdit.missingTitle', 'User not found')}
    body={t(
      'security.userEdit.missingBody',
      'There is no user “{name}”. It may have been deleted.',
      { name }
    )}
    linkPath={USER_PAGES.list}
    linkText={t('security.userEdit.missingLink', 'Show all users')}
  />
);

export const NoSuchGroup = ({ name }: { readonly name: string }): ReactElement => (
  <NotFoundPrompt
    title={t('security.groupView.missingTitle', 'Action group not found')}
    body={t(
      'security.groupView.missingBody',
      'There is no action group “{name}”. It may have been deleted.',
      { name }
    )}
    linkPath={GROUP_PAGES.list}
    linkText={t('security.groupView.missingLink', 'Show all permissions')}
  />
);

interface PermittedProps {
  readonly needs: Needs;
  readonly children: ReactElement;
}

/** A page, or that the user's roles do not allow it. */
export function Permitted({ needs, children }: PermittedProps): ReactElement {
  return useMay()(needs) ? children : <NotPermitted />;
}

function NotPermitted(): ReactElement {
  usePage([{ text: t('security.rights.crumb', 'No permission') }]);
  return (
    <NotFoundPrompt
      title={t('security.rights.title', "You can't use this page")}
      body={missingRightText()}
      linkPath={START_PAGE}
      linkText={t('security.rights.start', 'Go to the start page')}
    />
  );
}
