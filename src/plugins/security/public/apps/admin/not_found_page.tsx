/** For addresses inside the app that no page answers to, and for entities that do not exist. */
import { EuiButton, EuiEmptyPrompt } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ReactElement, ReactNode } from 'react';
import { ROLE_PAGES } from './routing/paths';
import { useLink } from './routing/use_link';
import { usePage } from './routing/use_page';

export interface NotFoundPromptProps {
  readonly title: ReactNode;
  readonly body: ReactNode;
  readonly linkPath: string;
  readonly linkText: ReactNode;
}

export function NotFoundPrompt({
  title,
  body,
  linkPath,
  linkText,
}: NotFoundPromptProps): ReactElement {
  const link = useLink();
  return (
    <EuiEmptyPrompt
      iconType="magnify"
      title={<h1>{title}</h1>}
      body={<p>{body}</p>}
      actions={<EuiButton {...link(linkPath)}>{linkText}</EuiButton>}
    />
  );
}

export function NotFoundPage(): ReactElement {
  usePage([{ text: i18n.translate('security.notFound.crumb', { defaultMessage: 'Not found' }) }]);
  return (
    <NotFoundPrompt
      title={<FormattedMessage id="security.notFound.title" defaultMessage="Page not found" />}
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
}
