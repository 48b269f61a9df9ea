/** Limits of bringing files of the configuration in over HTTP and by the offline tool. */
export const IMPORT_LIMITS = {
  /** Body of a plan or an import: the entries of a file of some ten thousand users. Beyond: 413. */
  bodyBytes: 4_194_304,
  /** Characters of the files that a page reads: they are taken apart in the browser. */
  fileCharacters: 4_194_304,
  /** Bytes of one file that the offline tool reads; a pipe or a device has no end. */
  offlineFileBytes: 16_777_216,
  /** Entities read at a time while a plan is made. */
  readPage: 500,
} as const;
