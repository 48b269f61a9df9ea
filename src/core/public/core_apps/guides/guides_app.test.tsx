/** The guides as the product shows them: all that it ships, with their links. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryHistory } from 'history';
import type { ScopedHistoryContract } from '../../application/types';
import { coreMock, httpServiceMock } from '../../mocks';
import { MarkdownDocument } from '../../overlays/ui/markdown';
import { AppNavLinkStatus } from '../../application/types';
import { appById, setup } from '../mocks';
import { GuidesApp } from './guides_app';
import { guideLinkPath } from './guide_links';

/** Slow machines need more time. */
jest.setTimeout(60_000);

const DOCS = join(__dirname, '../../../../../docs');
const NAMES = [
  ...['authentication', 'clusters', 'engine', 'explain', 'findings', 'keyboard', 'operate'].map(
    (name) => `guide/${name}`
  ),
  'guide/plugins',
  ...['backends', 'core', 'dependencies', 'engine', 'restrictions', 'security-app'].map(
    (name) => `reference/${name}`
  ),
];
const textOf = (name: string): string => readFileSync(join(DOCS, `${name}.md`), 'utf8');

const OPERATE = `# Operate

Wrapped
line: \`a\` and [the engine](engine.md#sections).
See [decision 4](../decisions/0004-engine-deviations.md), [the web](https://example.org/x) and
[a trap](javascript:alert(1)). <b onclick="alert(1)">Bold</b>

## Sections

| Key | Value |
|---|---|
| a | b |

## Sections
`;

const BODIES: Readonly<Record<string, unknown>> = {
  '/api/core/guides': {
    guides: [
      { name: 'guide/operate', title: 'Operate' },
      { name: 'reference/engine', title: 'The engine' },
    ],
  },
  '/api/core/guides/guide/operate': { name: 'guide/operate', title: 'Operate', text: OPERATE },
  '/api/core/guides/guide/engine': {
    name: 'guide/engine',
    title: 'Engine guide',
    text: '# Engine guide\n\n## Sections\n',
  },
};

const scrolledTo: string[] = [];
beforeEach(() => {
  scrolledTo.length = 0;
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolledTo.push(this.id);
  };
});

function open(path: string, bodies = BODIES) {
  const history = createMemoryHistory({ initialEntries: [path] });
  const createHref = ({ pathname = '', hash = '' }) => `/base/app/guides${pathname}${hash}`;
  const http = httpServiceMock.createStartContract();
  const get = jest.fn(async (address: string) => {
    const body = bodies[address];
    if (body instanceof Error) throw body;
    if (body === undefined)
      throw Object.assign(new Error('Not Found'), { response: { status: 404 } });
    return body;
  });
  const chrome = { docTitle: { change: jest.fn(), reset: jest.fn() }, setBreadcrumbs: jest.fn() };
  render(
    <GuidesApp
      history={Object.assign(history, { createHref }) as unknown as ScopedHistoryContract}
      http={{ ...http, get: get as never }}
      chrome={chrome}
    />
  );
  return { history, chrome, get };
}

describe('guides app', () => {
  it('is registered, hidden from navigation, and shows the list', async () => {
    const { apps, start, docTitle, http } = setup();
    start();
    http.get.mockResolvedValue(BODIES['/api/core/guides'] as never);
    const params = coreMock.createAppMountParameters('/app/guides');
    document.body.append(params.element);
    let unmount: unknown;
    await act(async () => {
      unmount = await appById(apps, 'guides').mount(params as never);
    });
    expect(appById(apps, 'guides')).toMatchObject({
      title: 'Guides',
      navLinkStatus: AppNavLinkStatus.hidden,
    });
    expect(await screen.findByRole('link', { name: 'Operate' })).toBeVisible();
    expect(docTitle.change).toHaveBeenCalledWith('Guides');
    await act(async () => (unmount as () => void)());
    params.element.remove();
  });

  it('lists the guides by kind and opens one in the page', async () => {
    const { history, chrome } = open('/');
    const link = await screen.findByRole('link', { name: 'Operate' });
    expect(link).toHaveAttribute('href', '/base/app/guides/guide/operate');
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Guides',
      'How to',
      'Reference',
    ]);
    await userEvent.click(link);
    expect(history.location.pathname).toBe('/guide/operate');
    expect(await screen.findByRole('heading', { level: 1, name: 'Operate' })).toBeVisible();
    expect(chrome.setBreadcrumbs).toHaveBeenLastCalledWith([
      { text: 'Guides', href: '/base/app/guides/' },
      { text: 'Operate' },
    ]);
    expect(chrome.docTitle.change).toHaveBeenLastCalledWith(['Operate', 'Guides']);
  });

  it('renders a guide as a document, without HTML and other protocols', async () => {
    open('/guide/operate');
    expect(await screen.findByRole('table')).toBeVisible();
    const guide = document.querySelector<HTMLElement>('[data-test-subj="guide"]')!;
    expect(guide).toHaveAttribute('lang', 'en');
    expect(guide.querySelector('br, b, [onclick]')).toBeNull();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ id }) => id)).toEqual([
      'sections',
      'sections-1',
    ]);
    expect(within(guide).queryByRole('link', { name: 'a trap' })).toBeNull();
    expect(guide).toHaveTextContent('decision 4 (decisions/0004-engine-deviations.md)');
    expect(within(guide).getByRole('link', { name: /the web/ })).toHaveAttribute(
      'href',
      'https://example.org/x'
    );
  });

  it('follows links between guides in the page, to the section', async () => {
    const { history } = open('/guide/operate');
    const link = await screen.findByRole('link', { name: 'the engine' });
    expect(link).toHaveAttribute('href', '/base/app/guides/guide/engine#sections');
    await userEvent.click(link);
    expect(await screen.findByRole('heading', { level: 1, name: 'Engine guide' })).toBeVisible();
    expect(history.location).toMatchObject({ pathname: '/guide/engine', hash: '#sections' });
    expect(scrolledTo).toEqual(['sections']);
    expect(screen.getByRole('heading', { level: 2 })).toHaveFocus();
  });

  it('shows the section of the address after the guide has loaded', async () => {
    open('/guide/operate#sections-1');
    await screen.findByRole('table');
    expect(scrolledTo).toEqual(['sections-1']);
  });

  it('says that a guide does not exist, and leads to the list', async () => {
    const { history } = open('/guide/none');
    expect(await screen.findByRole('heading', { name: 'Guide not found' })).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Show all guides' }));
    expect(history.location.pathname).toBe('/');
    expect(await screen.findByRole('heading', { name: 'Guides' })).toBeVisible();
  });

  it('offers another attempt when the guide cannot be loaded', async () => {
    const bodies: Record<string, unknown> = {
      '/api/core/guides/guide/operate': Object.assign(new Error('down'), {
        response: { status: 503 },
        body: { message: 'The server is busy.' },
      }),
    };
    open('/guide/operate', bodies);
    expect(await screen.findByText('The server is busy.')).toBeVisible();
    Object.assign(bodies, BODIES);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Operate' })).toBeVisible();
  });
});

describe('links of a guide', () => {
  it.each([
    ['guide/operate', 'engine.md#patterns', '/guide/engine#patterns'],
    ['guide/operate', '../reference/engine.md', '/reference/engine'],
    ['guide/operate', '#tls', '/guide/operate#tls'],
    ['guide/operate', '../decisions/0001.md', undefined],
    ['guide/operate', '../../SECURITY.md', undefined],
    ['guide/operate', '../reference/openapi.json', undefined],
    ['guide/operate', '\\\\evil.example/guide/engine.md', undefined],
    ['guide/operate', 'javascript:alert(1)', undefined],
    ['guide/operate', 'http://[', undefined],
  ])('of %s to %s leads to %s', (guide, target, path) => {
    expect(guideLinkPath(guide, target)).toBe(path);
  });

  it('lead to guides and sections that exist, in all that the product ships', () => {
    const sections = new Map<string, ReadonlySet<string>>();
    const links: Array<readonly [string, string]> = [];
    for (const name of NAMES) {
      const { container, unmount } = render(
        <MarkdownDocument
          resolveLink={(target) => guideLinkPath(name, target)}
          onFollow={() => undefined}
        >
          {textOf(name)}
        </MarkdownDocument>
      );
      sections.set(
        `/${name}`,
        new Set([...container.querySelectorAll('h1, h2, h3, h4')].map(({ id }) => id))
      );
      for (const link of container.querySelectorAll('a[href^="/"]'))
        links.push([name, link.getAttribute('href') as string]);
      unmount();
    }
    const broken = links.filter(([, href]) => {
      const [path = '', section] = href.split('#');
      return section === undefined
        ? !sections.has(path)
        : !sections.get(path)?.has(decodeURIComponent(section));
    });
    expect(links.length).toBeGreaterThan(100);
    expect(broken).toEqual([]);
  });
});
