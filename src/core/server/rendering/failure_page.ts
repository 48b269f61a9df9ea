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
  const status =
    statusUrl === undefined ? '' : `<p><a href="${escapeHtml(statusUrl)}">${more}</a></p>`;
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
<p><a href="">${now}</a></p>
${status}
</main>
</body>
</html>
`;
}

const STYLE = [
  ':root{color-scheme:light dark}',
  'body{margin:0;font:16px/1.5 Inter,BlinkMacSystemFont,Helvetica,Arial,sans-serif}',
  'main{max-width:40rem;margin:15vh auto 0;padding:0 24px;overflow-wrap:anywhere}',
  'h1{font-size:1.5rem;line-height:1.25}',
  'a{display:inline-block;padding:4px 0}',
].join('');
