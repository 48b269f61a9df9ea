import type { ReactElement } from 'react';
import { t } from '../../i18n';

/**
 * Link from a page that replaces an app to the start page (`href`, base path included). It reloads
 * the page, because the code that failed may also be needed for navigation.
 */
export const HomeLink = ({ href }: { readonly href: string }): ReactElement => (
  <a href={href} data-test-subj="wayHome">
    {t('core.application.wayHome', 'Go to the start page')}
  </a>
);
