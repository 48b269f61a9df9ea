/** Code that shows a page in another one. Source: specification sections 2.6 ("embed") and 5. */

/** Without the header: the hash query is what the shell asks (specification section 2.6). */
const EMBEDDED = '#?embed=true';

/**
 * @param url - absolute; a fragment of its own is replaced
 * @param title - names the frame, for screen readers
 */
export function embedCode(url: string, title: string): string {
  const [page = ''] = url.split('#', 1);
  return `<iframe src="${escapeAttribute(`${page}${EMBEDDED}`)}" title="${escapeAttribute(title)}" width="800" height="600"></iframe>`;
}

const escapeAttribute = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
