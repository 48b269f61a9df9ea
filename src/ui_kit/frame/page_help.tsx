/**
 * Help on the page one is on: the documentation outside, and what the product itself says about it.
 * Source: specification section 2.1 ("Learn more").
 */
import { EuiLink, EuiPortal } from '@elastic/eui';
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
import { lazyPage } from './lazy_page';
import { PageBoundary } from './page_boundary';

/** What helps on a page. */
export interface PageHelp {
  /** Of the subject, in the user's language. */
  readonly title: string;
  /** Address of the documentation, from `core.docLinks`. */
  readonly documentation: string;
  /** What the product says itself: paragraphs. Best lazy: it loads when it is asked for. */
  readonly Content: ComponentType;
}

/** Brings the design system's flyouts, which no page needs before. */
const HelpFlyout = lazyPage(async () => (await import('./page_help_flyout')).HelpFlyout);

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

/** Nor parted from its sign. High enough to be hit, where they come to stand below one another. */
const NEVER_BROKEN = {
  display: 'inline-block',
  lineHeight: '24px',
  whiteSpace: 'nowrap',
} as const;

/** The two links; nothing without a {@link PageHelpProvider}. Part of every `PageHeader`. */
export function PageHelpLinks(): ReactElement | null {
  const help = useContext(HelpContext);
  const [isOpen, setIsOpen] = useState(false);
  if (!help) return null;
  return (
    <>
      <EuiLink
        href={help.documentation}
        target="_blank"
        external
        style={NEVER_BROKEN}
        data-test-subj="learn-more"
      >
        <FormattedMessage id="uiKit.help.learnMore" defaultMessage="Learn more" />
      </EuiLink>{' '}
      <EuiLink onClick={() => setIsOpen(true)} style={NEVER_BROKEN} data-test-subj="page-help">
        <FormattedMessage id="uiKit.help.open" defaultMessage="Help on this page" />
      </EuiLink>
      {isOpen && (
        // The links stand in a paragraph, a dialog may not.
        <EuiPortal>
          <PageBoundary resetKey={help.title} headingLevel="h2">
            <Suspense fallback={null}>
              <HelpFlyout
                title={help.title}
                Content={help.Content}
                onClose={() => setIsOpen(false)}
              />
            </Suspense>
          </PageBoundary>
        </EuiPortal>
      )}
    </>
  );
}
