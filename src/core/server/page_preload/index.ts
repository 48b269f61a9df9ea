export { type PageFirsts, PagePagePreload } from './page_preload';
