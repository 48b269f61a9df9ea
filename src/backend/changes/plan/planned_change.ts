/** A change that a plan makes, and how it is shown. */
import type { Change } from '../../api/change';
import type { HistoryAction, HistoryType } from '../../api/history';
import { getDiff } from '../audit/change_diff';
import type { DiffOperation } from '../audit/json_diff';

export type PlannedChange = Change & {
  readonly action: HistoryAction;
  /** Of an internal user: a new password hash. Without it, the present one is kept. */
  readonly hash?: string | undefined;
};

/** Contains no secrets. */
export interface PrintedChange {
  readonly type: HistoryType;
  readonly name: string;
  readonly action: HistoryAction;
  readonly diff: readonly DiffOperation[];
}

interface Printable extends Omit<PrintedChange, 'diff'> {
  readonly before?: object | undefined;
  readonly after?: object | undefined;
  /** Whether a secret is written, which neither state contains. */
  readonly isCredentialChanged?: boolean | undefined;
}

export const printedChange = ({
  type,
  name,
  action,
  before,
  after,
  isCredentialChanged = false,
}: Printable): PrintedChange => ({
  type,
  name,
  action,
  diff: getDiff({
    name,
    ...(before && { before: { ...before } }),
    ...(after && { after: { ...after } }),
    action,
    isCredentialChanged,
  }),
});
