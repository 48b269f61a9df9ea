/**
 * EUI ships no declarations for single modules (TS7016); what is imported so is typed where it is
 * used.
 */
declare module '@elastic/eui/es/*';
