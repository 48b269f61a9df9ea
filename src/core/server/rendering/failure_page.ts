/** What people see while the store of the product is away: a page that needs nothing else. */
import { defineMessage, type Message } from '../../common';
import { escapeHtml } from './page_template';

export interface FailurePageOptions {
  readonly locale: string;
  readonly nonce: string;
  readonly productName: string;
  /** What is wrong; its id may be unknown to the translations. */
  readonly message: Message;
  /** Of the page that tells strangers more. */
  readonly statusUrl: string | undefined;
  readonly translate: (message: Message) => string;
}

/** Seconds until the page looks again by itself. */
export const RETRY_SECONDS = 10;

export function renderFailurePage({
  locale,
  nonce,
  productName,
  message,
  statusUrl,
  translate,
}: FailurePageOptions): string {
  const say = (text: Message) => escapeHtml(translate(text));
  const title = say(
    defineMessage('core.failurePage.title', {
      defaultMessage: '{productName} is not available right now',
      values: { productName },
    })
  );
  const again = say(
    defineMessage('core.failurePage.again', {
      defaultMessage: 'This page looks again by itself every {seconds} seconds.',
      values: { seconds: RETRY_SECONDS },
    })
  );
  const now = say(defineMessage('core.failurePage.now', { defaultMessage: 'Try again now' }));
  const more = say(defineMessage('core.failurePage.status', { defaultMessage: 'Show the status' }));
  const status = statusUrl === undefined ? '' : ` <a href="${escapeHtml(statusUrl)}">${more}</a>`;
  return `<!DOCTYPE html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${say(message)}</p>
<p>${again}</p>
<p class="ways"><a class="again" href="">${now}</a>${status}</p>
</main>
</body>
</html>
`;
}

/** The colours of the shell, whose style sheets may not be had either. */
const STYLE = [
  ':root{color-scheme:light dark;--page:#f6f9fc;--panel:#fff;--text:#1d2a3e;--line:#e3e8f2;--link:#0b64dd;--onLink:#fff}',
  '@media (prefers-color-scheme:dark){:root{--page:#07101f;--panel:#0b1628;--text:#dfe5ef;--line:#2b394f;--link:#61a2ff;--onLink:#07101f}}',
  'body{margin:0;padding:12vh 16px 32px;background:var(--page);color:var(--text);font:16px/1.5 Inter,BlinkMacSystemFont,Helvetica,Arial,sans-serif}',
  'main{max-width:36rem;margin:0 auto;padding:32px;border:1px solid var(--line);border-radius:8px;background:var(--panel);overflow-wrap:anywhere}',
  'h1{margin:0 0 16px;font-size:1.5rem;line-height:1.25}',
  '.ways{display:flex;flex-wrap:wrap;gap:8px 24px;align-items:center;margin:24px 0 0}',
  'a{padding:8px 0;color:var(--link)}',
  '.again{padding:8px 16px;border-radius:4px;background:var(--link);color:var(--onLink);text-decoration:none;font-weight:500}',
  '.again:hover{text-decoration:underline}',
  'a:focus-visible{outline:2px solid var(--link);outline-offset:2px}',
].join('');
