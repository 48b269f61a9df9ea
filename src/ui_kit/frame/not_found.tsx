/** For addresses inside the app that no page answers to, and for entities that do not exist. */
import { EuiButton, EuiEmptyPrompt } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import type { ReactElement, ReactNode } from 'react';
import { PageHelpLinks } from './page_help';
import { useHeadingFocus } from './use_heading_focus';
import { useLink } from './use_link';
import { usePage } from './use_page';

/** Props of {@link NotFoundPrompt}. */
export interface NotFoundPromptProps {
  /** Heading of the page. */
  readonly title: ReactNode;
  /** A sentence on why that may be. */
  readonly body: ReactNode;
  /** The way on, inside the app. */
  readonly linkPath: string;
  /** On the button of the way on. */
  readonly linkText: ReactNode;
}

/** In place of a page about something that does not exist, with a way on. */
export function NotFoundPrompt({
  title,
  body,
  linkPath,
  linkText,
}: NotFoundPromptProps): ReactElement {
  const link = useLink();
  const heading = useHeadingFocus();
  return (
    <EuiEmptyPrompt
      iconType="magnify"
      title={
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      }
      body={
        <>
          <p>{body}</p>
          <PageHelpLinks />
        </>
      }
      actions={<EuiButton {...link(linkPath)}>{linkText}</EuiButton>}
    />
  );
}

/** Props of {@link NotFoundPage}. */
export type NotFoundPageProps = Pick<NotFoundPromptProps, 'body' | 'linkPath' | 'linkText'>;

/** No page at this address of the app. */
export function NotFoundPage(props: NotFoundPageProps): ReactElement {
  usePage([{ text: i18n.translate('uiKit.notFound.crumb', { defaultMessage: 'Not found' }) }]);
  return (
    <NotFoundPrompt
      {...props}
      title={i18n.translate('uiKit.notFound.title', { defaultMessage: 'Page not found' })}
    />
  );
}
