/** What administrators are told about their set-up: facts on the wire, judged in the browser. */
export const SET_UP_PATH = '/api/home/set_up';

/** Role that permits everything; who has it can repair whatever others cannot. */
export const FULL_ACCESS_ROLE = 'all_access';

/** A part is absent when this administrator may not read it, or the engine does not tell. */
export interface SetUpFacts {
  readonly engine: {
    readonly kind: 'embedded' | 'opensearch';
    readonly level: 'available' | 'degraded' | 'unavailable';
    readonly summary: string;
  };
  readonly users?: {
    /** Without those that are part of the product. */
    readonly total: number;
    readonly withFullAccess: number;
    /** Absent with more than 100 roles in use. */
    readonly withoutRole?: number;
  };
  readonly roles?: {
    /** Without those that are part of the product. */
    readonly total: number;
    readonly unused: UnusedRoles;
  };
  /** Absent too while multi-tenancy is off. */
  readonly tenants?: { readonly total: number };
  readonly isMultitenancyOn: boolean;
  readonly isAuditLogOn?: boolean;
}

/** Own roles that nobody has, neither mapped nor given directly. */
interface UnusedRoles {
  readonly count: number;
  /** Not all roles were looked at. */
  readonly isAtLeast: boolean;
  /** The first few. */
  readonly names: readonly string[];
}
