import { EuiSpacer, EuiTitle } from '@elastic/eui';
import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react';
import { FormattedMessage } from '../../i18n';
import { mountSafely } from '../../utils';
import type { ChromeHelpExtension, ChromeHelpExtensionLink } from '../types';
import { HelpLink, newIssueUrl } from './help_link';

export interface HelpExtensionProps {
  readonly extension: ChromeHelpExtension;
  /** Form for new issues; empty: there is none. */
  readonly issuesUrl: string;
  readonly onClick: () => void;
}

/** The current app's own part of the help menu. Source: docs/reference/core.md#help-menu. */
export function HelpExtension({ extension, issuesUrl, onClick }: HelpExtensionProps): ReactElement {
  const { appName, links = [], content } = extension;
  return (
    <div data-test-subj="helpMenuExtension">
      <EuiTitle size="xxxs">
        <h3>{appName}</h3>
      </EuiTitle>
      <EuiSpacer size="xs" />
      {links.map((link, index) => (
        <ExtensionLink
          key={index}
          link={link}
          appName={appName}
          issuesUrl={issuesUrl}
          onClick={onClick}
        />
      ))}
      {content && <ExtensionContent content={content} />}
    </div>
  );
}

function ExtensionLink({
  link,
  appName,
  issuesUrl,
  onClick,
}: {
  readonly link: ChromeHelpExtensionLink;
  readonly appName: string;
  readonly issuesUrl: string;
  readonly onClick: () => void;
}): ReactElement | null {
  switch (link.linkType) {
    case 'documentation':
      return (
        <HelpLink href={link.href} onClick={onClick}>
          <FormattedMessage
            id="core.ui.chrome.headerGlobalNav.helpMenuDocumentation"
            defaultMessage="Documentation"
          />
        </HelpLink>
      );
    case 'github':
      if (!issuesUrl) return null;
      return (
        <HelpLink href={newIssueUrl(issuesUrl, link)} iconType="logoGithub" onClick={onClick}>
          {feedbackLabel(appName)}
        </HelpLink>
      );
    case 'discuss':
      return (
        <HelpLink href={link.href} iconType="editorComment" onClick={onClick}>
          {feedbackLabel(appName)}
        </HelpLink>
      );
    case 'custom':
      return (
        <HelpLink
          href={link.href}
          opensNewTab={false}
          onClick={() => {
            link.onClick?.();
            onClick();
          }}
        >
          {link.content}
        </HelpLink>
      );
  }
}

const feedbackLabel = (appName: string): ReactNode => (
  <FormattedMessage
    id="core.ui.chrome.headerGlobalNav.helpMenuGiveFeedbackOnApp"
    defaultMessage="Give feedback on {appName}"
    values={{ appName }}
  />
);

function ExtensionContent({
  content,
}: {
  readonly content: NonNullable<ChromeHelpExtension['content']>;
}): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => mountSafely(content, element.current as HTMLDivElement), [content]);
  return <div ref={element} />;
}
