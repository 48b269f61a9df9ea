/** Warnings about the browser itself. */
import { i18n, t } from '../i18n';
import type { InjectedMetadataStart } from '../injected_metadata/types';
import type { IToasts } from '../notifications/types';
import type { MountPoint } from '../types';

const SUPPORT_MATRIX_PATH = 'docs/latest/dashboards/browser-compatibility/';

export interface BrowserWarningsDeps {
  readonly browserSupportsCsp: boolean;
  readonly userAgent: string;
  readonly injectedMetadata: Pick<InjectedMetadataStart, 'getCspConfig' | 'getBranding'>;
  readonly toasts: Pick<IToasts, 'addWarning'>;
  readonly websiteUrl: string;
}

export function showBrowserWarnings(deps: BrowserWarningsDeps): void {
  const { browserSupportsCsp, userAgent, injectedMetadata, toasts, websiteUrl } = deps;
  if (!browserSupportsCsp && injectedMetadata.getCspConfig().warnLegacyBrowsers) {
    toasts.addWarning({ title: mountText(cspText(injectedMetadata.getBranding().productName)) });
  }
  if (isInternetExplorer(userAgent)) {
    toasts.addWarning({ title: mountSupportMatrixText(`${websiteUrl}${SUPPORT_MATRIX_PATH}`) });
  }
}

export const isInternetExplorer = (userAgent: string): boolean => /MSIE |Trident\//.test(userAgent);

const cspText = (productName: string): string =>
  t(
    'core.chrome.legacyBrowserWarning',
    'Your browser does not meet the security requirements for {productName}.',
    { productName }
  );

const mountText =
  (text: string): MountPoint =>
  (element) => {
    element.append(text);
    return () => element.replaceChildren();
  };

/** Plain DOM, because a browser this old may not run more. */
const mountSupportMatrixText =
  (url: string): MountPoint =>
  (element) => {
    const link = document.createElement('a');
    link.href = url;
    link.target = '_blank';
    link.rel = 'noopener';
    link.textContent = t(
      'core.ui.chrome.headerGlobalNav.supportMatrixLinkText',
      'the support matrix on our website'
    );
    const placeholder = '\u0000';
    const [before = '', after = ''] = i18n
      .translate('core.ui.chrome.headerGlobalNav.internetExplorerWarning', {
        defaultMessage:
          'Support for Internet Explorer will be dropped in future versions of this software, please check {link}.',
        values: { link: placeholder },
      })
      .split(placeholder);
    element.append(before, link, after);
    return () => element.replaceChildren();
  };
