import { useEffect } from 'react';
import { i18n, type CoreStart } from '@sd/core/public';
import type { History } from 'history';

/** Breadcrumbs and the document's title of one screen. */
export function usePageTitle(core: CoreStart, history: History, title?: string): void {
  useEffect(() => {
    const app = i18n.translate('fieldNotes.appTitle', { defaultMessage: 'Field notes' });
    const toList = {
      href: history.createHref({ pathname: '/' }),
      onClick: (event: { preventDefault(): void }) => {
        event.preventDefault();
        history.push('/');
      },
    };
    core.chrome.setBreadcrumbs(
      title === undefined ? [{ text: app }] : [{ text: app, ...toList }, { text: title }]
    );
    core.chrome.docTitle.change(title === undefined ? app : [title, app]);
  }, [core, history, title]);
}
