/** Contract suite for stores of documents. */
import type { DocumentStore } from '../api/document_store';

export interface DocumentStoreFixture {
  /** Opens the same document as another server. */
  open(): Promise<DocumentStore>;
  dispose(): Promise<void>;
}

/** @param start - opens an empty store */
export function describeDocumentStore(
  name: string,
  start: () => Promise<DocumentStoreFixture>
): void {
  it(`returns the latest document, and never overwrites an unseen one (${name})`, async () => {
    const fixture = await start();
    try {
      const mine = await fixture.open();
      const other = await fixture.open();
      expect(await mine.read()).toBeUndefined();
      const first = JSON.stringify({ text: 'ü'.repeat(40_000) });
      expect(await mine.write(first, undefined)).toBe(true);
      expect(await other.write('{}', undefined)).toBe(false);
      const seen = await other.read();
      expect(seen?.contents).toBe(first);
      expect(await other.write('{"a":1}', seen?.revision)).toBe(true);
      expect(await mine.write('{"a":2}', seen?.revision)).toBe(false);
      expect((await mine.read())?.contents).toBe('{"a":1}');
    } finally {
      await fixture.dispose();
    }
  });
}
