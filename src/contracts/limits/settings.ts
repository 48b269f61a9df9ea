/** Limits of the settings of one tenant: its members get them with every page. */
export const SETTINGS_LIMITS = {
  /** Characters of the name of a setting. */
  keyLength: 256,
  /** Bytes of the value of a declared setting, as JSON. */
  valueBytes: 16_384,
  /** Bytes of the value of a setting that nobody declared, as JSON. */
  undeclaredValueBytes: 4_096,
  /** Settings of a tenant that nobody declared. */
  undeclaredKeys: 100,
  /** Bytes of all settings of a tenant, as JSON. */
  totalBytes: 131_072,
} as const;
