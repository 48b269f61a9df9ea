/** Single documents in one index, such as connections to further clusters. */
import type { SharedDocumentId, DocumentStore, StoredText } from '../api/document_store';
import { ifUnchanged } from './documents/documents';
import { ProductIndex } from './documents/product_index';
import { type SendRequest, toClusterError } from './documents/responses';

const CONFLICT = 409;
/** Read by id, never searched. */
const PROPERTIES = { contents: { type: 'keyword', index: false, doc_values: false } };

export class ClusterDocumentStore implements DocumentStore {
  private readonly index: ProductIndex;

  /** @param send - sends requests as the server's user */
  constructor(
    send: SendRequest,
    index: string,
    private readonly id: SharedDocumentId
  ) {
    this.index = new ProductIndex(send, { name: index, properties: PROPERTIES });
  }

  async read(): Promise<StoredText | undefined> {
    const found = await this.index.get<{ readonly contents: string }>(this.id);
    if (!found) return undefined;
    const revision = `${found._seq_no} ${found._primary_term}`;
    return { contents: found._source.contents, revision };
  }

  async write(contents: string, revision: string | undefined): Promise<boolean> {
    const source = JSON.stringify({ contents });
    const [_seq_no = 0, _primary_term = 0] = revision?.split(' ').map(Number) ?? [];
    const [item] = await this.index.write([
      revision === undefined
        ? { action: 'create', id: this.id, source }
        : {
            action: 'index',
            id: this.id,
            source,
            condition: ifUnchanged({ _seq_no, _primary_term }),
          },
    ]);
    if (item?.error && item.status !== CONFLICT) throw toClusterError(item.status, item.error);
    return item?.error === undefined;
  }
}
