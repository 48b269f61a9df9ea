/** The help menu. */
import {
  EuiFlexGroup,
  EuiFlexItem,
  EuiHeaderSectionItemButton,
  EuiHorizontalRule,
  EuiIcon,
  EuiPopover,
  EuiPopoverTitle,
  EuiSpacer,
  EuiTitle,
} from '@elastic/eui';
import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { GUIDES_APP_ID } from '../../../common';
import { AppStatus, type PublicAppInfo } from '../../application/types';
import { t } from '../../i18n';
import { ErrorBoundary, mountSafely, useObservable } from '../../utils';
import type { ChromeHelpExtension, ChromeHelpExtensionLink } from '../types';
import { HelpLink, newIssueUrl } from './help_link';
import type { HeaderProps } from '../header_props';

interface HelpExtensionProps {
  readonly extension: ChromeHelpExtension;
  /** URL of the form for new issues; empty hides the link. */
  readonly issuesUrl: string;
  readonly onClick: () => void;
}

/** Help menu section of the current app. Source: docs/reference/core.md#help-menu. */
function HelpExtension({ extension, issuesUrl, onClick }: HelpExtensionProps): ReactElement {
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
          {t('core.ui.chrome.headerGlobalNav.helpMenuDocumentation', 'Documentation')}
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

const feedbackLabel = (appName: string): ReactNode =>
  t('core.ui.chrome.headerGlobalNav.helpMenuGiveFeedbackOnApp', 'Give feedback on {appName}', {
    appName,
  });

function ExtensionContent({
  content,
}: {
  readonly content: NonNullable<ChromeHelpExtension['content']>;
}): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => mountSafely(content, element.current as HTMLDivElement), [content]);
  return <div ref={element} />;
}

const HELP_MENU_MAX_WIDTH_PX = 240;

type HeaderHelpMenuProps = Pick<
  HeaderProps,
  'application' | 'branding' | 'docLinks' | 'helpExtension$' | 'helpSupportUrl$' | 'version'
>;

export function HeaderHelpMenu(props: HeaderHelpMenuProps): ReactElement {
  const { helpExtension$, version } = props;
  const [isOpen, setIsOpen] = useState(false);
  const extension = useObservable<ChromeHelpExtension | undefined>(helpExtension$, undefined);
  const close = () => setIsOpen(false);
  return (
    <EuiPopover
      isOpen={isOpen}
      closePopover={close}
      repositionToCrossAxis={false}
      anchorPosition="downRight"
      repositionOnScroll
      panelPaddingSize="m"
      aria-label={t('core.ui.chrome.headerGlobalNav.helpMenuTitle', 'Help')}
      button={
        <EuiHeaderSectionItemButton
          aria-expanded={isOpen}
          aria-haspopup="true"
          aria-label={t('core.ui.chrome.headerGlobalNav.helpMenuButtonAriaLabel', 'Help menu')}
          data-test-subj="helpMenuButton"
          onClick={() => setIsOpen(!isOpen)}
        >
          <EuiIcon type="question" size="m" aria-hidden />
        </EuiHeaderSectionItemButton>
      }
    >
      <EuiPopoverTitle>
        <EuiFlexGroup
          responsive={false}
          alignItems="center"
          justifyContent="spaceBetween"
          gutterSize="m"
        >
          <EuiFlexItem>
            <EuiTitle size="xxs">
              <h2>{t('core.ui.chrome.headerGlobalNav.helpMenuTitle', 'Help')}</h2>
            </EuiTitle>
          </EuiFlexItem>
          <EuiFlexItem grow={false} data-test-subj="helpMenuVersion">
            {t('core.ui.chrome.headerGlobalNav.helpMenuVersion', 'v {version}', { version })}
          </EuiFlexItem>
        </EuiFlexGroup>
      </EuiPopoverTitle>
      <div style={{ maxInlineSize: HELP_MENU_MAX_WIDTH_PX }} data-test-subj="helpMenuContent">
        <DefaultLinks {...props} onClick={close} />
        {extension && (
          <ErrorBoundary resetKey={extension}>
            <EuiHorizontalRule margin="s" />
            <HelpExtension
              extension={extension}
              issuesUrl={props.docLinks.links['help']?.['issues'] ?? ''}
              onClick={close}
            />
          </ErrorBoundary>
        )}
      </div>
    </EuiPopover>
  );
}

const NO_APPS: ReadonlyMap<string, PublicAppInfo> = new Map();

function DefaultLinks({
  application,
  docLinks,
  helpSupportUrl$,
  branding: { productName },
  onClick,
}: HeaderHelpMenuProps & { readonly onClick: () => void }): ReactElement {
  const supportUrl = useObservable<string | undefined>(helpSupportUrl$, undefined);
  const apps = useObservable(application.applications$, NO_APPS);
  // Read-only users may open few apps.
  const hasGuides = apps.get(GUIDES_APP_ID)?.status === AppStatus.accessible;
  const { documentation, ask, feedback, issues } = docLinks.links['help'] ?? {};
  return (
    <>
      {documentation && (
        <HelpLink href={documentation} onClick={onClick}>
          {t(
            'core.ui.chrome.headerGlobalNav.helpMenuKibanaDocumentationTitle',
            '{productName} documentation',
            { productName }
          )}
        </HelpLink>
      )}
      {hasGuides && (
        <HelpLink href={application.getUrlForApp(GUIDES_APP_ID)} onClick={onClick}>
          {t('core.guides.title', 'Guides')}
        </HelpLink>
      )}
      {(supportUrl ?? ask) && (
        <HelpLink href={supportUrl ?? ask} onClick={onClick}>
          {t('core.ui.chrome.headerGlobalNav.helpMenuAskTitle', 'Ask the community')}
        </HelpLink>
      )}
      {feedback && (
        <HelpLink href={feedback} onClick={onClick}>
          {t('core.ui.chrome.headerGlobalNav.helpMenuGiveFeedbackTitle', 'Give feedback')}
        </HelpLink>
      )}
      {issues && (
        <HelpLink href={issues} iconType="logoGithub" onClick={onClick}>
          {t(
            'core.ui.chrome.headerGlobalNav.helpMenuOpenGitHubIssueTitle',
            'Open an issue in GitHub'
          )}
        </HelpLink>
      )}
    </>
  );
}
