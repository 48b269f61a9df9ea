/** HTML of the shell's page. All variable values are escaped here and nowhere else. */
import { escape as escapeHtml } from 'lodash';
import { defineMessage, type InjectedMetadata, type Message } from '../../common';

export interface PageOptions {
  readonly metadata: InjectedMetadata;
  readonly nonce: string;
  readonly isCspStrict: boolean;
  /** URL prefix of files. */
  readonly publicPath: string;
  /** Includes the base path. */
  readonly faviconUrl: string;
  /** Files of the core entry in load order. */
  readonly coreFiles: readonly string[];
  /** Files of the chunks that the page will load. */
  readonly partFiles: readonly string[];
  /** Translates into the page's language. */
  readonly translate: (message: Message) => string;
}

export function renderPage({
  metadata,
  nonce,
  isCspStrict,
  publicPath,
  faviconUrl,
  coreFiles,
  partFiles,
  translate,
}: PageOptions): string {
  const { productName, pageTitle } = metadata.branding;
  const [loading, failure, noScript] = pageMessages(productName).map((message) =>
    escapeHtml(translate(message))
  );
  const addresses = coreFiles.map((file) => publicPath + file);
  const styles = addresses.filter((address) => address.endsWith('.css'));
  const scripts = addresses.filter((address) => address.endsWith('.js'));
  const preloads = [
    ...metadata.uiPlugins.flatMap((plugin) => plugin.scripts),
    ...partFiles.map((file) => publicPath + file),
  ].filter((address) => address.endsWith('.js'));
  return `<!DOCTYPE html>
<html lang="${escapeHtml(metadata.i18n.locale)}" data-theme="${metadata.theme.tag}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(pageTitle)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${isDark(metadata) ? 'dark' : 'light'}">
<link rel="icon" href="${escapeHtml(faviconUrl)}">
<meta name="add-styles-here">
<meta name="add-scripts-here">
<style nonce="${nonce}">${STYLE}</style>
${styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('\n')}
${scripts.map((src) => `<script defer src="${escapeHtml(src)}"></script>`).join('\n')}
<link rel="preload" as="fetch" crossorigin href="${escapeHtml(metadata.i18n.translationsUrl)}">
${preloads.map((href) => `<link rel="preload" as="script" href="${escapeHtml(href)}">`).join('\n')}
</head>
<body>
<kbn-csp data="${escapeHtml(JSON.stringify({ strictCsp: isCspStrict }))}"></kbn-csp>
<kbn-injected-metadata data="${escapeHtml(JSON.stringify(metadata))}"></kbn-injected-metadata>
<div id="kbn_loading_message" class="sdLoading" role="status" data-error-message="${failure}">
<div class="sdLoading__mark" aria-hidden="true"></div>
<p class="sdLoading__text">${loading}</p>
<p class="sdLoading__failure">${failure}</p>
</div>
<noscript><p class="sdLoading__noscript">${noScript}</p></noscript>
</body>
</html>
`;
}

const pageMessages = (productName: string): readonly Message[] => [
  defineMessage('core.page.loading', {
    defaultMessage: 'Loading {productName}',
    values: { productName },
  }),
  defineMessage('core.page.failed', {
    defaultMessage:
      '{productName} did not load properly. Check the server output for more information.',
    values: { productName },
  }),
  defineMessage('core.page.noScript', {
    defaultMessage:
      '{productName} needs JavaScript. Turn it on in your browser and load this page again.',
    values: { productName },
  }),
];

const isDark = ({ theme }: InjectedMetadata): boolean => theme.tag.endsWith('dark');

/**
 * Styles for the page before its scripts run. The failure message fades in after half a minute
 * through CSS, because it must appear when scripts cannot load.
 */
const STYLE = [
  'html{background:#f6f9fc;color:#1d2a3e}',
  'html[data-theme$=dark]{background:#0b1628;color:#dfe5ef}',
  'body{margin:0;min-height:100vh;font-family:Inter,BlinkMacSystemFont,Helvetica,Arial,sans-serif}',
  '.sdLoading{position:fixed;inset:0;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:12px;text-align:center}',
  '.sdLoading p{margin:0 16px}',
  '.sdLoading__mark{width:32px;height:32px;border:3px solid currentColor;border-right-color:transparent;border-radius:50%;opacity:.6;animation:sdTurn 1s linear infinite}',
  '.sdLoading__failure{opacity:0;animation:sdShow .5s 30s forwards}',
  '.sdLoading__noscript{position:relative;z-index:1;margin:32px;text-align:center}',
  '@keyframes sdTurn{to{transform:rotate(1turn)}}',
  '@keyframes sdShow{to{opacity:1}}',
  '@media (prefers-reduced-motion:reduce){.sdLoading__mark{animation:none}}',
].join('');
