/** A change of a cluster on its way to the write. */
import type { Change } from '../api/change';
import type { ConfigurationReader, RequestCaller } from '../api/engine';
import type { ChangeRequest } from '../changes/requests/change_request';
import {
  predictChanges,
  readStates,
  type TargetStates,
} from '../changes/requests/predicted_changes';

export class PendingChange {
  private states: Promise<TargetStates> | undefined;
  private predicted: Promise<readonly Change[] | undefined> | undefined;

  constructor(
    readonly caller: RequestCaller,
    readonly parsed: ChangeRequest,
    private readonly configuration: ConfigurationReader
  ) {}

  /** The targets before the change. They are read once. */
  readBefore(): Promise<TargetStates> {
    return (this.states ??= readStates(this.parsed.targets, this.configuration));
  }

  /** `undefined` if it cannot be predicted. */
  predict(): Promise<readonly Change[] | undefined> {
    return (this.predicted ??= this.readBefore().then((before) =>
      predictChanges(this.parsed, before)
    ));
  }
}
