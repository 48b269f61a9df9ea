/** Changes of a document that several servers write. */
import type { DocumentStore } from './document_store';

/** Attempts of one change while other servers write. */
const ATTEMPTS = 5;

/**
 * Changes the document against its latest version.
 * @param next - runs again if another server wrote in the meantime; gets `undefined` at first
 * @returns what `next` made, once it is stored
 */
export async function changeDocument<T>(
  store: DocumentStore,
  next: (before: T | undefined) => T
): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const document = await store.read();
    const after = next(document && (JSON.parse(document.contents) as T));
    const contents = JSON.stringify(after);
    if (contents === document?.contents) return after;
    if (await store.write(contents, document?.revision)) return after;
  }
  throw new Error('Too many servers change the same document at the same time.');
}

/** As `changeDocument` for one member, without touching the others; `undefined` removes it. */
export async function changeMember<T>(
  store: DocumentStore,
  key: string,
  next: (before: T | undefined) => T | undefined
): Promise<T | undefined> {
  let after: T | undefined;
  await changeDocument<Readonly<Record<string, T>>>(store, (all = {}) => {
    after = next(Object.hasOwn(all, key) ? all[key] : undefined);
    const { [key]: _before, ...others } = all;
    return after === undefined ? others : { ...others, [key]: after };
  });
  return after;
}
