/** Whether the cluster lets somebody read a collection of the configuration. */
import { randomUUID } from 'node:crypto';
import type { ResourceType } from '../../../contracts/entities';
import type { EngineResponse, RequestCaller } from '../../api';
import { forbidden } from '../../model/responses';
import { PREFIX } from '../../model/paths';
import { assertReady, keyOf, TtlCache, responseOf, type ClusterClient } from '../client';

const NOT_READ = forbidden('No permission to read the configuration.');

export class ReadRights {
  private readonly recent: TtlCache<EngineResponse | undefined>;

  constructor(
    private readonly client: Pick<ClusterClient, 'asCaller'>,
    now: () => number
  ) {
    this.recent = new TtlCache(now);
  }

  /** @returns the cluster's own refusal, by asking for what nobody has; no clear yes is a no */
  refusal(caller: RequestCaller, type: ResourceType): Promise<EngineResponse | undefined> {
    return this.recent.get(`${type} ${keyOf(caller)}`, async () => {
      const path = `${PREFIX}/api/${type}/${randomUUID()}`;
      const response = await this.client.asCaller(caller, { method: 'GET', path });
      if (response.statusCode === 404) return undefined;
      assertReady(response);
      const isError = response.statusCode === 401 || response.statusCode === 403;
      return isError ? responseOf(response, {}) : NOT_READ;
    });
  }

  clear(): void {
    this.recent.clear();
  }
}
