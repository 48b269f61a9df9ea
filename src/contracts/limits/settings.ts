/** Limits of the settings of a tenant, which are delivered with every page. */
export const SETTINGS_LIMITS = {
  /** Characters of a setting's name. */
  keyLength: 256,
  /** Bytes of a declared setting's value as JSON. */
  valueBytes: 16_384,
  /** Bytes of an undeclared setting's value as JSON. */
  undeclaredValueBytes: 4_096,
  /** Undeclared settings per tenant. */
  undeclaredKeys: 100,
  /** Bytes of all settings of a tenant as JSON. */
  totalBytes: 131_072,
} as const;
