/**
 * Queue of imports, exports and copies: one transfer per caller at a time, a few in total, and as
 * many waiting as their uploads fit into memory.
 */
import { TRANSFER_ERRORS } from '../../../../contracts/errors';
import { SAVED_OBJECTS_LIMITS } from '../../../common';
import { FairQueue } from '../../../../workers';
import { SavedObjectsError } from '../../../../backend/api';

const { transfers, transfersPerUser, transfersUnderWay } = SAVED_OBJECTS_LIMITS;

export class TransferQueue {
  private readonly all = new FairQueue({
    running: transfers,
    waiting: transfersUnderWay,
    waitingPerKey: transfersUnderWay,
  });
  private readonly own = new Map<string, { readonly queue: FairQueue; count: number }>();
  private count = 0;

  /** @throws {SavedObjectsError} 429 if too many are waiting; the work has not started then */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const own = this.own.get(caller) ?? { queue: oneByOne(), count: 0 };
    if (own.count >= transfersPerUser)
      throw new SavedObjectsError(TRANSFER_ERRORS.ownTransfers, { limit: transfersPerUser });
    if (this.count >= transfersUnderWay)
      throw new SavedObjectsError(TRANSFER_ERRORS.allTransfers, { limit: transfersUnderWay });
    this.own.set(caller, own);
    own.count++;
    this.count++;
    try {
      return await own.queue.run([], () => this.all.run([caller], work));
    } finally {
      this.count--;
      if (--own.count === 0) this.own.delete(caller);
    }
  }
}

const oneByOne = () =>
  new FairQueue({ running: 1, waiting: transfersPerUser, waitingPerKey: transfersPerUser });
