/**
 * Collects single reads for 100 ms and asks for them in one call.
 * Source: specification section 9 "saved-object get batching 100 ms".
 */
import type { SavedObject } from '../../common';
import { cloneData } from '../ui_settings/clone_data';

const BATCH_WINDOW_MS = 100;

export interface ObjectIdentity {
  readonly id: string;
  readonly type: string;
}
type PartialObject = Partial<SavedObject> & ObjectIdentity;
interface Waiting extends ObjectIdentity {
  resolve(object: PartialObject): void;
  reject(reason: unknown): void;
}

export class GetBatcher {
  private waiting: Waiting[] = [];

  constructor(
    private readonly fetchAll: (
      objects: readonly ObjectIdentity[]
    ) => Promise<readonly PartialObject[]>
  ) {}

  /**
   * Every caller gets its own copy; what the server does not know comes back with id and type only.
   */
  get(type: string, id: string): Promise<PartialObject> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ type, id, resolve, reject });
      if (this.waiting.length === 1) setTimeout(() => void this.flush(), BATCH_WINDOW_MS);
    });
  }

  private async flush(): Promise<void> {
    const callers = this.waiting;
    this.waiting = [];
    try {
      const distinct = new Map(callers.map(({ id, type }) => [keyOf({ id, type }), { id, type }]));
      const found = new Map(
        (await this.fetchAll([...distinct.values()])).map((object) => [keyOf(object), object])
      );
      for (const { id, type, resolve } of callers)
        resolve(cloneData(found.get(keyOf({ id, type })) ?? { id, type }));
    } catch (error) {
      for (const { reject } of callers) reject(error);
    }
  }
}

const keyOf = ({ type, id }: ObjectIdentity): string => JSON.stringify([type, id]);
