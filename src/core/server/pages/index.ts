export { type PageFirsts, PageFirstValues } from './first_values';
