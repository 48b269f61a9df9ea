/** Addresses of the plugin's pages, for links. */
export const CLUSTER_PAGES = {
  list: '/clusters',
  create: '/clusters/create',
  edit: (id: string) => `/clusters/edit/${encodeURIComponent(id)}`,
};
