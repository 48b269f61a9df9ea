/** The guides of the product. Lazy chunk; the renderer of Markdown is another. */
import {
  EuiButton,
  EuiEmptyPrompt,
  EuiLink,
  EuiLoadingSpinner,
  EuiSpacer,
  EuiText,
  EuiTitle,
} from '@elastic/eui';
import {
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { type GuideList, LIST_GUIDES, READ_GUIDE } from '../../../common';
import type { ScopedHistoryContract } from '../../application/types';
import type { ChromeStart } from '../../chrome/types';
import { errorText, send, getErrorStatus } from '../../http';
import type { HttpSetup } from '../../http/types';
import { i18n, t } from '../../i18n';
import { MarkdownDocument } from '../../overlays/ui/lazy_markdown';
import { renderApp } from '../../theme/render_app';
import type { UnmountCallback } from '../../types';
import { isPlainLeftClick } from '../../utils/plain_click';
import { guideLinkPath, getGuide } from './guide_links';

export interface GuidesAppProps {
  readonly history: Pick<ScopedHistoryContract, 'createHref' | 'listen' | 'location' | 'push'>;
  readonly http: Pick<HttpSetup, 'get'>;
  readonly chrome: Pick<ChromeStart, 'docTitle' | 'setBreadcrumbs'>;
}

export const renderGuidesApp = (element: HTMLElement, props: GuidesAppProps): UnmountCallback =>
  renderApp(element, <GuidesApp {...props} />);

const PAGE_STYLE = {
  boxSizing: 'border-box',
  inlineSize: '100%',
  maxInlineSize: 960,
  marginInline: 'auto',
  padding: 24,
} as const;

/** Target size of stacked links (WCAG 2.5.8). */
const TARGET_STYLE = { display: 'inline-block', minBlockSize: 24 } as const;

const guidesTitle = (): string => t('core.guides.title', 'Guides');

export function GuidesApp({ history, http, chrome }: GuidesAppProps): ReactElement {
  const [{ pathname, hash }, setLocation] = useState(history.location);
  // Runs before the user can leave: the history of an app that was left rejects listeners.
  useLayoutEffect(() => history.listen(setLocation), [history]);
  const name = getGuide(pathname);
  return (
    <div style={PAGE_STYLE} data-test-subj="guidesPage">
      {name === '' ? (
        <GuideListPage history={history} http={http} chrome={chrome} />
      ) : (
        <GuidePage
          key={name}
          name={name}
          hash={hash}
          history={history}
          http={http}
          chrome={chrome}
        />
      )}
    </div>
  );
}

function GuideListPage({ history, http, chrome }: GuidesAppProps): ReactElement {
  const loaded = useResponse(
    useCallback((signal: AbortSignal) => send(http, LIST_GUIDES, { signal }), [http])
  );
  const title = guidesTitle();
  useEffect(() => {
    chrome.docTitle.change(title);
    chrome.setBreadcrumbs([{ text: title }]);
  }, [chrome, title]);
  return (
    <>
      <EuiTitle size="l">
        <h1>{title}</h1>
      </EuiTitle>
      <EuiSpacer size="s" />
      <EuiText color="subdued">
        <p>
          {t('core.guides.description', 'How to set up, operate and use this product.')}
          <LanguageNote />
        </p>
      </EuiText>
      <EuiSpacer />
      <Loaded {...loaded} history={history}>
        {({ guides }) => (
          <EuiText>
            <GuideLinks
              title={t('core.guides.howTo', 'How to')}
              guides={guides.filter(({ name }) => name.startsWith('guide/'))}
              history={history}
            />
            <GuideLinks
              title={t('core.guides.reference', 'Reference')}
              guides={guides.filter(({ name }) => name.startsWith('reference/'))}
              history={history}
            />
          </EuiText>
        )}
      </Loaded>
    </>
  );
}

const LanguageNote = (): ReactElement | null =>
  /^en\b/.test(i18n.getLocale()) ? null : (
    <> {t('core.guides.language', 'The guides are in English.')}</>
  );

function GuideLinks({
  title,
  guides,
  history,
}: Pick<GuidesAppProps, 'history'> & {
  readonly title: string;
  readonly guides: GuideList['guides'];
}): ReactElement {
  return (
    <>
      <h2>{title}</h2>
      <ul lang="en">
        {guides.map((guide) => (
          <li key={guide.name}>
            <PageLink history={history} path={`/${guide.name}`}>
              {guide.title}
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  );
}

function PageLink({
  history,
  path,
  children,
}: Pick<GuidesAppProps, 'history'> & {
  readonly path: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <EuiLink
      style={TARGET_STYLE}
      href={history.createHref({ pathname: path })}
      onClick={(event: MouseEvent) => {
        if (!isPlainLeftClick(event)) return;
        event.preventDefault();
        history.push(path);
      }}
    >
      {children}
    </EuiLink>
  );
}

/** Wider lines are hard to read. */
const LINE_WIDTH_PX = 800;

interface GuidePageProps extends GuidesAppProps {
  readonly name: string;
  readonly hash: string;
}

function GuidePage({ name, hash, history, http, chrome }: GuidePageProps): ReactElement {
  const loaded = useResponse(
    useCallback(
      (signal: AbortSignal) => {
        const [folder = '', ...rest] = name.split('/');
        return send(http, READ_GUIDE, { params: { folder, name: rest.join('/') }, signal });
      },
      [http, name]
    )
  );
  const title = typeof loaded.state === 'object' ? loaded.state.body?.title : undefined;
  useEffect(() => {
    const guides = { text: guidesTitle(), href: history.createHref({ pathname: '/' }) };
    chrome.docTitle.change(title === undefined ? guides.text : [title, guides.text]);
    chrome.setBreadcrumbs(title === undefined ? [guides] : [guides, { text: title }]);
  }, [chrome, history, title]);
  const resolveLink = useCallback(
    (target: string) => {
      const path = guideLinkPath(name, target);
      if (path === undefined) return undefined;
      const [pathname, section] = path.split('#');
      return history.createHref({ pathname, ...(section && { hash: `#${section}` }) });
    },
    [history, name]
  );
  const root = history.createHref({ pathname: '/' }).replace(/\/$/, '');
  const follow = useCallback(
    (href: string) => history.push(href.slice(root.length)),
    [history, root]
  );
  return (
    <Loaded {...loaded} history={history}>
      {({ text }) => (
        <div lang="en" data-test-subj="guide" style={{ maxInlineSize: LINE_WIDTH_PX }}>
          <Suspense fallback={<Spinner />}>
            <MarkdownDocument resolveLink={resolveLink} onFollow={follow}>
              {text}
            </MarkdownDocument>
            <ScrollTo hash={hash} />
          </Suspense>
        </div>
      )}
    </Loaded>
  );
}

/** After the guide is rendered: a browser finds no section in a page that has none yet. */
function ScrollTo({ hash }: { readonly hash: string }): null {
  useEffect(() => {
    if (hash === '') return void window.scrollTo(0, 0);
    const section = document.getElementById(decodeHash(hash));
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
  }, [hash]);
  return null;
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

type Response<T> = 'loading' | { readonly body?: T; readonly error?: unknown };

interface ResponseProps<T> {
  readonly state: Response<T>;
  readonly retry: () => void;
}

function useResponse<T>(read: (signal: AbortSignal) => Promise<T>): ResponseProps<T> {
  const [state, setState] = useState<Response<T>>('loading');
  const [attempts, setAttempts] = useState(1);
  useEffect(() => {
    const controller = new AbortController();
    const show = (next: Response<T>) => {
      if (!controller.signal.aborted) setState(next);
    };
    read(controller.signal).then(
      (body) => show({ body }),
      (error: unknown) => show({ error })
    );
    return () => controller.abort();
  }, [read, attempts]);
  return {
    state,
    retry: () => {
      setState('loading');
      setAttempts(attempts + 1);
    },
  };
}

const Spinner = (): ReactElement => (
  <EuiLoadingSpinner size="l" aria-label={t('core.guides.loading', 'Loading the guides')} />
);

function Loaded<T>({
  state,
  retry,
  history,
  children,
}: ResponseProps<T> &
  Pick<GuidesAppProps, 'history'> & {
    readonly children: (body: T) => ReactNode;
  }): ReactElement {
  if (state === 'loading') return <Spinner />;
  if (state.body !== undefined) return <>{children(state.body)}</>;
  if (getErrorStatus(state.error) === 404 || getErrorStatus(state.error) === 400)
    return (
      <EuiEmptyPrompt
        iconType="warning"
        title={<h1>{t('core.guides.notFoundTitle', 'Guide not found')}</h1>}
        body={<p>{t('core.guides.not_found', 'There is no guide at this address.')}</p>}
        actions={
          <PageLink history={history} path="/">
            {t('core.guides.showAll', 'Show all guides')}
          </PageLink>
        }
      />
    );
  return (
    <EuiEmptyPrompt
      color="danger"
      iconType="warning"
      title={<h1>{t('core.guides.failed', "Couldn't load the guides")}</h1>}
      body={<p>{errorText(state.error)}</p>}
      actions={<EuiButton onClick={retry}>{t('core.common.tryAgain', 'Try again')}</EuiButton>}
    />
  );
}
