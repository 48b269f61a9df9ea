/** Stands in for lodash's isEqual, which brings a tenth of lodash: EUI compares plain settings. */
export { dequal as default } from 'dequal';
