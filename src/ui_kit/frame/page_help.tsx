/** Help for the current page: external documentation, and the product's own help texts. */
import { EuiLink, EuiPortal } from '@elastic/eui';
import { t } from '@sd/core/public';
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

/** Help for a page. */
export interface PageHelp {
  /** Title of the subject, in the user's language. */
  readonly title: string;
  /** URL of the documentation, from `core.docLinks`. */
  readonly documentation: string;
  /** URL of a guide of the product about the subject. */
  readonly guide?: string | undefined;
  /** The product's own help text, as paragraphs. Best lazy, because it is rendered on demand. */
  readonly Content: ComponentType;
}

/** Loads the design system's flyouts, which pages do not need before. */
const HelpFlyout = lazyPage(async () => (await import('./page_help_flyout')).HelpFlyout);

const HelpContext = createContext<PageHelp | undefined>(undefined);

/** Props of {@link PageHelpProvider}. */
export interface PageHelpProviderProps {
  /** Help for the current page; `undefined` if there is none. */
  readonly help: PageHelp | undefined;
  /** The page. */
  readonly children: ReactNode;
}

/** Provides help for the pages inside; {@link PageHelpLinks} and `PageHeader` show it. */
export const PageHelpProvider = ({ help, children }: PageHelpProviderProps): ReactElement => (
  <HelpContext.Provider value={help}>{children}</HelpContext.Provider>
);

/** Whether {@link PageHelpLinks} would show anything. */
export const useHasPageHelp = (): boolean => useContext(HelpContext) !== undefined;

/** Keeps a link and its icon on one line, high enough as a target if the links wrap. */
const NEVER_BROKEN = {
  display: 'inline-block',
  lineHeight: '24px',
  whiteSpace: 'nowrap',
} as const;

/**
 * The two links; renders nothing without a {@link PageHelpProvider}. Part of every `PageHeader`.
 */
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
        {t('uiKit.help.learnMore', 'Learn more')}
      </EuiLink>
      {' · '}
      <EuiLink onClick={() => setIsOpen(true)} style={NEVER_BROKEN} data-test-subj="page-help">
        {t('uiKit.help.open', 'Help')}
      </EuiLink>
      {isOpen && (
        // Rendered in a portal, because the links are in a paragraph, which must not contain a
        // dialog.
        <EuiPortal>
          <PageBoundary resetKey={help.title} headingLevel="h2">
            <Suspense fallback={null}>
              <HelpFlyout
                title={help.title}
                Content={help.Content}
                guide={help.guide}
                onClose={() => setIsOpen(false)}
              />
            </Suspense>
          </PageBoundary>
        </EuiPortal>
      )}
    </>
  );
}
