/** Paths of changes in the admin app: those of the history, and those that were requested. */
import type { HistoryTypeName } from '../../../common';

export const HISTORY_PAGES = {
  list: '/history',
  view: (id: number) => `/history/view/${id}`,
  /** Changes of one entity; single documents use the name `config`. */
  of: (type: HistoryTypeName, name: string) => `/history/of/${type}/${encodeURIComponent(name)}`,
};

export const CHANGE_REQUEST_PAGES = {
  list: '/changeRequests',
  view: (id: string) => `/changeRequests/view/${encodeURIComponent(id)}`,
};
