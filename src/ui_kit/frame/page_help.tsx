/**
 * Help on the page one is on: the documentation outside, and what the product itself says about it.
 * Source: specification section 2.1 ("Learn more").
 */
import {
  EuiFlyout,
  EuiFlyoutBody,
  EuiFlyoutHeader,
  EuiLink,
  EuiPortal,
  EuiText,
  EuiTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { FormattedMessage } from '@sd/core/public';
import {
  type ComponentType,
  createContext,
  type ReactElement,
  type ReactNode,
  Suspense,
  useContext,
  useState,
} from 'react';
import { PageBoundary } from './page_boundary';
import { PageLoading } from './page_loading';

/** What helps on a page. */
export interface PageHelp {
  /** Of the subject, in the user's language. */
  readonly title: string;
  /** Address of the documentation, from `core.docLinks`. */
  readonly documentation: string;
  /** What the product says itself: paragraphs. Best lazy: it loads when it is asked for. */
  readonly Content: ComponentType;
}

const HelpContext = createContext<PageHelp | undefined>(undefined);

/** Props of {@link PageHelpProvider}. */
export interface PageHelpProviderProps {
  /** Of the page that is shown; `undefined` where there is no help. */
  readonly help: PageHelp | undefined;
  /** The page. */
  readonly children: ReactNode;
}

/** Says what helps on the pages below; {@link PageHelpLinks} and `PageHeader` offer it. */
export const PageHelpProvider = ({ help, children }: PageHelpProviderProps): ReactElement => (
  <HelpContext.Provider value={help}>{children}</HelpContext.Provider>
);

/** Whether {@link PageHelpLinks} would show anything. */
export const useHasPageHelp = (): boolean => useContext(HelpContext) !== undefined;

/** The two links; nothing without a {@link PageHelpProvider}. Part of every `PageHeader`. */
export function PageHelpLinks(): ReactElement | null {
  const help = useContext(HelpContext);
  const [isOpen, setIsOpen] = useState(false);
  if (!help) return null;
  return (
    <>
      <EuiLink href={help.documentation} target="_blank" external data-test-subj="learn-more">
        <FormattedMessage id="uiKit.help.learnMore" defaultMessage="Learn more" />
      </EuiLink>{' '}
      <EuiLink onClick={() => setIsOpen(true)} data-test-subj="page-help">
        <FormattedMessage id="uiKit.help.open" defaultMessage="Help on this page" />
      </EuiLink>
      {isOpen && (
        // The links stand in a paragraph, a dialog may not.
        <EuiPortal>
          <HelpFlyout help={help} onClose={() => setIsOpen(false)} />
        </EuiPortal>
      )}
    </>
  );
}

function HelpFlyout({
  help: { title, Content },
  onClose,
}: {
  readonly help: PageHelp;
  readonly onClose: () => void;
}): ReactElement {
  const titleId = useGeneratedHtmlId({ prefix: 'pageHelp' });
  return (
    <EuiFlyout size="s" ownFocus onClose={onClose} aria-labelledby={titleId}>
      <EuiFlyoutHeader hasBorder>
        <EuiTitle size="m">
          <h2 id={titleId}>{title}</h2>
        </EuiTitle>
      </EuiFlyoutHeader>
      <EuiFlyoutBody>
        <PageBoundary resetKey={title}>
          <Suspense fallback={<PageLoading />}>
            <EuiText size="s">
              <Content />
            </EuiText>
          </Suspense>
        </PageBoundary>
      </EuiFlyoutBody>
    </EuiFlyout>
  );
}
