/** Frame of an app: side navigation, unsaved drafts, the page, and the messages that replace it. */
import {
  EuiButtonEmpty,
  EuiCallOut,
  EuiLink,
  EuiPage,
  EuiPageBody,
  EuiPageSidebar,
  EuiSpacer,
  EuiText,
  useIsWithinBreakpoints,
} from '@elastic/eui';
import { useIsFetching } from '@tanstack/react-query';
import {
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { t } from '@sd/core/public';
import { draftAddress } from '../kit/drafts';
import { useKit } from '../kit/kit_context';
import { useAppLocation } from './use_location';
import { PageBoundary } from './page_boundary';
import { PageLoading } from './page_loading';

/** Target of the skip link of the header: after the side navigation. */
const PAGE_ID = 'app-page';
/** After this time, users doubt whether anything still happens. */
const LONG_MS = 10_000;

function SlowResponseNotice(): ReactElement {
  const isWaiting = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isWaiting]);
  // Always rendered, because live regions announce only changes of their content.
  return (
    <div aria-live="polite">
      {isLong && (
        <>
          <EuiSpacer size="m" />
          <EuiText size="s" color="subdued">
            <p>{t('uiKit.page.longWait', "The server hasn't responded yet. Still waiting…")}</p>
          </EuiText>
        </>
      )}
    </div>
  );
}

/** Lists forms that were left with unsaved input, to return to them or discard it. */
function UnsavedDrafts(): ReactElement | null {
  const { core, drafts, history } = useKit();
  const { pathname } = useAppLocation();
  const all = useSyncExternalStore(drafts.subscribe, drafts.getAll);
  const here = draftAddress(history, pathname);
  const waiting = all.filter(({ href }) => href !== here);
  if (waiting.length === 0) return null;
  return (
    <div role="region" aria-label={titleText()} data-test-subj="waiting-drafts">
      <EuiCallOut size="s" color="warning" iconType="pencil" title={titleText()}>
        {waiting.map(({ href, label }) => (
          <div key={href} style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
            <EuiLink
              href={href}
              onClick={(event: { preventDefault(): void }) => {
                event.preventDefault();
                void core.application.navigateToUrl(href);
              }}
            >
              {label}
            </EuiLink>
            <EuiButtonEmpty
              size="xs"
              color="text"
              onClick={() => drafts.drop(href)}
              aria-label={t('uiKit.drafts.discardLabel', 'Discard: {label}', { label })}
            >
              {t('uiKit.drafts.discard', 'Discard')}
            </EuiButtonEmpty>
          </div>
        ))}
      </EuiCallOut>
      <EuiSpacer size="m" />
    </div>
  );
}

const titleText = (): string => t('uiKit.drafts.title', 'Unsaved changes on other pages');

/** Props of {@link AppFrame}. */
export interface AppFrameProps {
  /** For apps with several pages. */
  readonly sideNav?: ReactNode;
  /** The page of the current URL; may be lazy. */
  readonly children: ReactNode;
}

/**
 * Wraps all pages of an app. A page that fails, or whose bundle does not load, is replaced by a
 * message with a reload button. Forms with unsaved input stay reachable.
 */
export function AppFrame({ sideNav, children }: AppFrameProps): ReactElement {
  const { pathname } = useAppLocation();
  // On narrow screens the side navigation is one line at the top edge of the page.
  const isNarrow = useIsWithinBreakpoints(['xs', 's']);
  return (
    <EuiPage paddingSize="m" direction="row" restrictWidth={false}>
      {sideNav && (
        <EuiPageSidebar paddingSize={isNarrow ? 'none' : 's'} minWidth={192}>
          {sideNav}
        </EuiPageSidebar>
      )}
      <EuiPageBody
        id={PAGE_ID}
        tabIndex={-1}
        component="div"
        paddingSize="none"
        panelled={false}
        style={{ minWidth: 0 }}
      >
        <UnsavedDrafts />
        <PageBoundary resetKey={pathname}>
          <Suspense fallback={<PageLoading />}>{children}</Suspense>
        </PageBoundary>
        <SlowResponseNotice />
      </EuiPageBody>
    </EuiPage>
  );
}
