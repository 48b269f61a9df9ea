/** The help menu. Source: specification section 2.6 "help menu popover (max 240 px wide)"; core-services section 5.7. */
import {
  EuiFlexGroup,
  EuiFlexItem,
  EuiHeaderSectionItemButton,
  EuiHorizontalRule,
  EuiIcon,
  EuiPopover,
  EuiPopoverTitle,
  EuiTitle,
} from '@elastic/eui';
import { type ReactElement, useState } from 'react';
import { FormattedMessage, i18n } from '../../i18n';
import { useObservable } from '../../utils';
import type { HeaderProps } from '../header_props';
import type { ChromeHelpExtension } from '../types';
import { HelpExtension } from './help_extension';
import { HelpLink, newIssueUrl } from './help_link';

export const HELP_MENU_MAX_WIDTH_PX = 240;
const COMMUNITY_URL = 'https://forum.opensearch.org/';

type HeaderHelpMenuProps = Pick<
  HeaderProps,
  'docLinks' | 'helpExtension$' | 'helpSupportUrl$' | 'productName' | 'version'
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
      anchorPosition="downRight"
      repositionOnScroll
      panelPaddingSize="m"
      aria-label={i18n.translate('core.ui.chrome.headerGlobalNav.helpMenuTitle', {
        defaultMessage: 'Help',
      })}
      button={
        <EuiHeaderSectionItemButton
          aria-expanded={isOpen}
          aria-haspopup="true"
          aria-label={i18n.translate('core.ui.chrome.headerGlobalNav.helpMenuButtonAriaLabel', {
            defaultMessage: 'Help menu',
          })}
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
              <h2>
                <FormattedMessage
                  id="core.ui.chrome.headerGlobalNav.helpMenuTitle"
                  defaultMessage="Help"
                />
              </h2>
            </EuiTitle>
          </EuiFlexItem>
          <EuiFlexItem grow={false} data-test-subj="helpMenuVersion">
            <FormattedMessage
              id="core.ui.chrome.headerGlobalNav.helpMenuVersion"
              defaultMessage="v {version}"
              values={{ version }}
            />
          </EuiFlexItem>
        </EuiFlexGroup>
      </EuiPopoverTitle>
      <div style={{ maxInlineSize: HELP_MENU_MAX_WIDTH_PX }} data-test-subj="helpMenuContent">
        <DefaultLinks {...props} onClick={close} />
        {extension && (
          <>
            <EuiHorizontalRule margin="s" />
            <HelpExtension extension={extension} onClick={close} />
          </>
        )}
      </div>
    </EuiPopover>
  );
}

function DefaultLinks({
  docLinks,
  helpSupportUrl$,
  productName,
  onClick,
}: HeaderHelpMenuProps & { readonly onClick: () => void }): ReactElement {
  const supportUrl = useObservable<string | undefined>(helpSupportUrl$, undefined) ?? COMMUNITY_URL;
  const documentationUrl = `${docLinks.OPENSEARCH_WEBSITE_URL}docs/${docLinks.DOC_LINK_VERSION}/`;
  return (
    <>
      <HelpLink href={documentationUrl} onClick={onClick}>
        <FormattedMessage
          id="core.ui.chrome.headerGlobalNav.helpMenuKibanaDocumentationTitle"
          defaultMessage="{productName} documentation"
          values={{ productName }}
        />
      </HelpLink>
      <HelpLink href={supportUrl} onClick={onClick}>
        <FormattedMessage
          id="core.ui.chrome.headerGlobalNav.helpMenuAskTitle"
          defaultMessage="Ask the community"
        />
      </HelpLink>
      <HelpLink href={`${COMMUNITY_URL}c/feedback`} onClick={onClick}>
        <FormattedMessage
          id="core.ui.chrome.headerGlobalNav.helpMenuGiveFeedbackTitle"
          defaultMessage="Give feedback"
        />
      </HelpLink>
      <HelpLink href={newIssueUrl({ labels: [] })} iconType="logoGithub" onClick={onClick}>
        <FormattedMessage
          id="core.ui.chrome.headerGlobalNav.helpMenuOpenGitHubIssueTitle"
          defaultMessage="Open an issue in GitHub"
        />
      </HelpLink>
    </>
  );
}
