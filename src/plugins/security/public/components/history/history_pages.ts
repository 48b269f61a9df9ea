/** Addresses of the history inside the admin app. */
import type { HistoryTypeName } from '../../../common';

export const HISTORY_PAGES = {
  list: '/history',
  view: (id: number) => `/history/view/${id}`,
  /** All changes of one entity; `config` is the name of the single documents. */
  of: (type: HistoryTypeName, name: string) => `/history/of/${type}/${encodeURIComponent(name)}`,
};
