/** Page for a dry run of a login with the saved domains. */
import { t } from '@sd/core/public';
import { PageHeader, usePage } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { AUTH_PAGE } from '../paths';
import { DryRunPanel } from './dry_run_panel';
import { authCrumb } from './use_domains';

export function DryRunPage(): ReactElement {
  const title = t('security.common.testLogin', 'Test login');
  usePage([{ text: authCrumb(), path: AUTH_PAGE }, { text: title }]);
  return (
    <>
      <PageHeader title={title} />
      <DryRunPanel changes={undefined} />
    </>
  );
}
