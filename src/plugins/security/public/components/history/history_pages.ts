/** Paths of the change history in the admin app. */
import type { HistoryTypeName } from '../../../common';

export const HISTORY_PAGES = {
  list: '/history',
  view: (id: number) => `/history/view/${id}`,
  /** Changes of one entity; single documents use the name `config`. */
  of: (type: HistoryTypeName, name: string) => `/history/of/${type}/${encodeURIComponent(name)}`,
};
