/** Paths of the change requests in the admin app. */
export const CHANGE_REQUEST_PAGES = {
  list: '/changeRequests',
  view: (id: string) => `/changeRequests/view/${encodeURIComponent(id)}`,
};
