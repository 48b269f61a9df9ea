import type { SavedObjectReference } from '../../../common';
import { objectKey } from '../../../../backend/api';
import { TimeSlice } from '../../../../workers';

interface Referring {
  readonly type: string;
  readonly id: string;
  readonly references: readonly SavedObjectReference[];
}

/** Sorts objects after the objects that they reference; breaks cycles where they are found. */
export async function sortByReferences<T extends Referring>(objects: readonly T[]): Promise<T[]> {
  const slice = new TimeSlice();
  const byKey = new Map(objects.map((object) => [objectKey(object), object]));
  const sorted = new Set<T>();
  const visited = new Set<T>();
  for (const root of objects) {
    // Uses an explicit stack, because a chain of references may exceed the call stack.
    const stack: Array<{ object: T; isLeaving: boolean }> = [{ object: root, isLeaving: false }];
    for (let top = stack.pop(); top; top = stack.pop()) {
      if (slice.isOver) await slice.next();
      if (top.isLeaving) {
        sorted.add(top.object);
      } else if (!visited.has(top.object)) {
        visited.add(top.object);
        stack.push({ object: top.object, isLeaving: true });
        for (const reference of top.object.references) {
          const next = byKey.get(objectKey(reference));
          if (next && !visited.has(next)) stack.push({ object: next, isLeaving: false });
        }
      }
    }
  }
  return [...sorted];
}
