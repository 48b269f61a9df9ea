/** Connections to further clusters, as one document in an index of its own. */
import type { ConnectionDocument, ConnectionStore } from '../api/connection_store';
import { ifUnchanged } from './documents/documents';
import { ProductIndex } from './documents/product_index';
import { type SendRequest, toClusterError } from './documents/responses';

const ID = 'connections';
const CONFLICT = 409;
/** Read by id, never searched. */
const PROPERTIES = { contents: { type: 'keyword', index: false, doc_values: false } };

export class ClusterConnectionStore implements ConnectionStore {
  private readonly index: ProductIndex;

  /** @param send - sends requests as the server's user */
  constructor(send: SendRequest, index: string) {
    this.index = new ProductIndex(send, { name: index, properties: PROPERTIES });
  }

  async read(): Promise<ConnectionDocument | undefined> {
    const found = await this.index.get<{ readonly contents: string }>(ID);
    if (!found) return undefined;
    const revision = `${found._seq_no} ${found._primary_term}`;
    return { contents: found._source.contents, revision };
  }

  async write(contents: string, revision: string | undefined): Promise<boolean> {
    const source = JSON.stringify({ contents });
    const [_seq_no = 0, _primary_term = 0] = revision?.split(' ').map(Number) ?? [];
    const [item] = await this.index.write([
      revision === undefined
        ? { action: 'create', id: ID, source }
        : {
            action: 'index',
            id: ID,
            source,
            condition: ifUnchanged({ _seq_no, _primary_term }),
          },
    ]);
    if (item?.error && item.status !== CONFLICT) throw toClusterError(item.status, item.error);
    return item?.error === undefined;
  }
}
