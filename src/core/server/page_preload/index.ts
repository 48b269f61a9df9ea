export { type ResolvedPreload, PagePreloader } from './page_preload';
