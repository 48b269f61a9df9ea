import type { ReactElement } from 'react';
import { FormattedMessage } from '../../i18n';

/**
 * Leads from a page that stands in for an app to where everybody starts (`href`, base path
 * included). A link that loads the page anew: what has failed may be what would have shown the next
 * one.
 */
export const HomeLink = ({ href }: { readonly href: string }): ReactElement => (
  <a href={href} data-test-subj="wayHome">
    <FormattedMessage id="core.application.wayHome" defaultMessage="Go to the start page" />
  </a>
);
