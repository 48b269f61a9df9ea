/** Limits of configuration imports over HTTP and with the offline tool. */
export const IMPORT_LIMITS = {
  /** Body of a plan or an import: enough for a file of about 10,000 users. Beyond: 413. */
  bodyBytes: 4_194_304,
  /** Characters of the files that a page reads, which are parsed in the browser. */
  fileCharacters: 4_194_304,
  /** Bytes of a file that the offline tool reads, because a pipe or device has no end. */
  offlineFileBytes: 16_777_216,
  /** Entities per read while a plan is created. */
  readPage: 500,
  /** Levels of maps and lists in a YAML file. */
  yamlDepth: 64,
  /** Aliases in a YAML file, and values that they stand for together. */
  yamlAliases: 100,
  yamlAliasValues: 10_000,
  /** Problems of the text that are reported per file. */
  yamlProblems: 20,
  /** YAML files of a folder that are searched for files within them. */
  searchedFiles: 50,
} as const;
