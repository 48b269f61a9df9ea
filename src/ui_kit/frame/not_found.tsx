/** Messages for URLs inside the app without a page, and for entities that do not exist. */
import { EuiButton, EuiEmptyPrompt } from '@elastic/eui';
import { t } from '@sd/core/public';
import type { ReactElement, ReactNode } from 'react';
import { PageHelpLinks } from './page_help';
import { useHeadingFocus } from './use_heading_focus';
import { useLink } from './use_link';
import { usePage } from './use_page';

/** Props of {@link NotFoundPrompt}. */
export interface NotFoundPromptProps {
  /** Heading of the page. */
  readonly title: ReactNode;
  /** Explains the possible cause in one sentence. */
  readonly body: ReactNode;
  /** Path of the link, inside the app. */
  readonly linkPath: string;
  /** Label of the link. */
  readonly linkText: ReactNode;
}

/** Replaces a page about something that does not exist, with a link to continue. */
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

/** Shown for URLs of the app without a page. */
export function NotFoundPage(props: NotFoundPageProps): ReactElement {
  usePage([{ text: t('uiKit.notFound.crumb', 'Not found') }]);
  return <NotFoundPrompt {...props} title={t('uiKit.notFound.title', 'Page not found')} />;
}
