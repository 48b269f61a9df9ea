import type { ChromeDocTitle } from './types';

const SEPARATOR = ' - ';

/**
 * The title of the browser tab: parts, then the title the page came with. Source: specification
 * section 9.
 */
export class DocTitleService {
  start({ document }: { readonly document: { title: string } }): ChromeDocTitle {
    const baseTitle = document.title;
    const apply = (parts: ReadonlyArray<string | string[]>): void => {
      document.title = [parts, baseTitle].flat(3).filter(Boolean).join(SEPARATOR);
    };
    return {
      change: (title) => apply([title]),
      reset: () => apply([]),
    };
  }
}
