/** A question about the use of a role. */
import type { RoleUsageBody } from '../../contracts/api';

export interface RoleUsageRequest extends RoleUsageBody {
  /** The role before its changes of the last days, to list what they deny. */
  readonly earlier?: {
    readonly role: Readonly<Record<string, unknown>>;
    /** When it was first changed, in epoch milliseconds. */
    readonly untilMs: number;
  };
}
