/** Flags of an entity. The engine sets them; super administrators may send the first two. */
import { flag, optional } from '../schema';

export const FLAG_FIELDS = {
  reserved: flag('Shipped with the product; visible, and changed by super admins only.'),
  hidden: flag('Seen and changed by super admins only.'),
};

export const STATIC_FIELD = {
  /** Role mappings have no such flag. */
  static: optional(flag('Built in, never changed.', { readOnly: true })),
};

export const PATTERNS = 'Exact names, wildcards (`*`, `?`) or `/regular expressions/`.';
