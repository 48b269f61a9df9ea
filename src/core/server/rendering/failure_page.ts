/** Self-contained error pages for browser users, shown when the shell is not available. */
import { escape as escapeHtml } from 'lodash';
import { defineMessage, type Message } from '../../common';

export interface FailurePage {
  readonly title: Message;
  /** Paragraphs; their ids may be missing from the translations. */
  readonly texts: readonly Message[];
  /** Links to continue; the first is shown as a button. */
  readonly links: ReadonlyArray<{ readonly text: Message; readonly href: string }>;
  /** Whether the page reloads automatically. */
  readonly isRetried?: boolean;
}

export interface FailurePageOptions extends FailurePage {
  readonly locale: string;
  readonly nonce: string;
  readonly translate: (message: Message) => string;
}

/** Seconds between automatic reloads. */
export const RETRY_SECONDS = 10;

/**
 * Page for the time when the backend is unavailable.
 * @param statusUrl - URL of the status page, which tells users without a session more
 */
export const awayPage = (
  productName: string,
  problem: Message,
  statusUrl: string | undefined
): FailurePage => ({
  title: defineMessage('core.failurePage.title', {
    defaultMessage: '{productName} is not available right now',
    values: { productName },
  }),
  texts: [
    problem,
    defineMessage('core.failurePage.again', {
      defaultMessage: 'This page checks again every {seconds} seconds.',
      values: { seconds: RETRY_SECONDS },
    }),
  ],
  links: [
    {
      text: defineMessage('core.failurePage.now', { defaultMessage: 'Try again now' }),
      href: '',
    },
    ...(statusUrl === undefined
      ? []
      : [
          {
            text: defineMessage('core.failurePage.status', { defaultMessage: 'Show status' }),
            href: statusUrl,
          },
        ]),
  ],
  isRetried: true,
});

/** Page for URLs outside all apps. */
export const notFoundPage = (homeUrl: string): FailurePage => ({
  title: defineMessage('core.lostPage.title', { defaultMessage: 'Page not found' }),
  texts: [
    defineMessage('core.lostPage.text', {
      defaultMessage:
        'There is nothing at this address. Check it for typos, or go to the start page.',
    }),
  ],
  links: [
    {
      text: defineMessage('core.lostPage.home', { defaultMessage: 'Go to the start page' }),
      href: homeUrl,
    },
  ],
});

/**
 * Page for a request that was denied or failed.
 * @param problem - message of the server
 */
export function refusedPage(statusCode: number, problem: Message, homeUrl: string): FailurePage {
  const title = defineMessage('core.refusedPage.title', {
    defaultMessage: "Can't show this page",
  });
  if (statusCode !== 401) return { title, texts: [problem], links: notFoundPage(homeUrl).links };
  return {
    title,
    texts: [
      problem,
      defineMessage('core.refusedPage.logIn', {
        defaultMessage:
          'This server has no login page. Open it from the application that logs you in.',
      }),
    ],
    links: [
      {
        text: defineMessage('core.common.tryAgain', { defaultMessage: 'Try again' }),
        href: homeUrl,
      },
    ],
  };
}

export function renderFailurePage({
  locale,
  nonce,
  title,
  texts,
  links,
  isRetried = false,
  translate,
}: FailurePageOptions): string {
  const render = (text: Message) => escapeHtml(translate(text));
  const heading = render(title);
  const anchors = links.map(
    ({ text, href }, index) =>
      `<a${index === 0 ? ' class="first"' : ''} href="${escapeHtml(href)}">${render(text)}</a>`
  );
  return `<!DOCTYPE html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<title>${heading}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${isRetried ? `<meta http-equiv="refresh" content="${RETRY_SECONDS}">\n` : ''}<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${texts.map((text) => `<p>${render(text)}</p>`).join('\n')}
<p class="ways">${anchors.join(' ')}</p>
</main>
</body>
</html>
`;
}

/** Uses the shell's colors, because its style sheets may be unavailable, too. */
const STYLE = [
  ':root{color-scheme:light dark;--page:#f6f9fc;--panel:#fff;--text:#1d2a3e;--line:#e3e8f2;--link:#0b64dd;--onLink:#fff}',
  '@media (prefers-color-scheme:dark){:root{--page:#07101f;--panel:#0b1628;--text:#dfe5ef;--line:#2b394f;--link:#61a2ff;--onLink:#07101f}}',
  'body{margin:0;padding:12vh 16px 32px;background:var(--page);color:var(--text);font:16px/1.5 Inter,BlinkMacSystemFont,Helvetica,Arial,sans-serif}',
  'main{max-width:36rem;margin:0 auto;padding:32px;border:1px solid var(--line);border-radius:8px;background:var(--panel);overflow-wrap:anywhere}',
  'h1{margin:0 0 16px;font-size:1.5rem;line-height:1.25}',
  '.ways{display:flex;flex-wrap:wrap;gap:8px 24px;align-items:center;margin:24px 0 0}',
  'a{padding:8px 0;color:var(--link)}',
  '.first{padding:8px 16px;border-radius:4px;background:var(--link);color:var(--onLink);text-decoration:none;font-weight:500}',
  '.first:hover{text-decoration:underline}',
  'a:focus-visible{outline:2px solid var(--link);outline-offset:2px}',
].join('');
