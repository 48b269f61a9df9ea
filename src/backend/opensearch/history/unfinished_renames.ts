/**
 * Renames that have begun and not ended, as documents in the index of the change history. Written
 * before the first step, so that another server can finish what this one has begun.
 */
import type { ResourceType } from '../../../contracts/entities';
import type { UnfinishedRenames } from '../../api/backend';
import type { BulkAction } from '../documents/documents';
import { ProductIndex } from '../documents/product_index';
import { type SendRequest, toClusterError } from '../documents/responses';
import { HISTORY_PROPERTIES } from './history_documents';

interface UnfinishedRename {
  readonly rename_to: string;
}

const CONFLICT = 409;

const getId = (type: string, from: string): string => `rename:${type}:${from}`;

export class ClusterUnfinishedRenames implements UnfinishedRenames {
  private readonly index: ProductIndex;

  constructor(send: SendRequest, index: string) {
    this.index = new ProductIndex(send, { name: index, properties: HISTORY_PROPERTIES });
  }

  async get(type: ResourceType, from: string): Promise<string | undefined> {
    return (await this.index.get<UnfinishedRename>(getId(type, from)))?._source.rename_to;
  }

  async begin(type: ResourceType, from: string, to: string): Promise<boolean> {
    const source = JSON.stringify({ rename_to: to } satisfies UnfinishedRename);
    const status = await this.write({ action: 'create', id: getId(type, from), source });
    return status !== CONFLICT;
  }

  async end(type: ResourceType, from: string): Promise<void> {
    await this.write({ action: 'delete', id: getId(type, from) });
  }

  private async write(action: BulkAction): Promise<number | undefined> {
    const [item] = await this.index.write([action]);
    if (item?.error && item.status !== CONFLICT) throw toClusterError(item.status, item.error);
    return item?.status;
  }
}
