/** Changes of a document that several servers write. */
import type { DocumentStore } from '@sd/core/server';

/** Attempts of one change while other servers write. */
const ATTEMPTS = 5;

/**
 * Changes one member of the document against its latest version, without touching the others.
 * @param next - runs again if another server wrote in the meantime; `undefined` removes the member
 * @returns what `next` made, once it is stored
 */
export async function changeMember<T>(
  store: DocumentStore,
  key: string,
  next: (before: T | undefined) => T | undefined
): Promise<T | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const document = await store.read();
    const all = JSON.parse(document?.contents ?? '{}') as Readonly<Record<string, T>>;
    const after = next(Object.hasOwn(all, key) ? all[key] : undefined);
    const { [key]: _before, ...others } = all;
    const contents = JSON.stringify(after === undefined ? others : { ...others, [key]: after });
    if (contents === document?.contents) return after;
    if (await store.write(contents, document?.revision)) return after;
  }
  throw new Error('Too many servers record findings at the same time.');
}
