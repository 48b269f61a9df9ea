/** Questions about recorded activity. */
import type { ProposedChanges, RoleUsageBody } from '../../contracts/api';

export interface RoleUsageRequest extends RoleUsageBody {
  /** The role before its changes of the last days, to list what they deny. */
  readonly earlier?: {
    readonly role: Readonly<Record<string, unknown>>;
    /** When it was first changed, in epoch milliseconds. */
    readonly untilMs: number;
  };
}

export interface ReplayRequest extends Pick<RoleUsageBody, 'days' | 'recorded'> {
  readonly changes: ProposedChanges;
}
