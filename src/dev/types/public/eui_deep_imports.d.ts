/**
 * EUI ships no declarations for single modules (TS7016). Such imports are typed where they are
 * used.
 */
declare module '@elastic/eui/es/*';
