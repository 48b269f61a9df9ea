/** Limits of the server's configuration. */
export const CONFIG_LIMITS = {
  /** Bytes of a file that a value refers to (`${file:…}`, `…_FILE`), such as a secret. */
  textFileBytes: 65_536,
  /** Unknown environment variables that the log names. */
  variablesNamed: 10,
} as const;
