/** Whether the cluster lets somebody read a collection of the configuration. */
import { randomUUID } from 'node:crypto';
import type { ResourceType } from '../../../contracts/entities';
import type { EngineResponse, RequestCaller } from '../../contract';
import { forbidden } from '../../model/answers';
import { PREFIX } from '../../model/paths';
import { assertReady, keyOf, Recent, responseOf, type ClusterClient } from '../client';

const NOT_READ = forbidden('No permission to read the configuration.');

export class ReadRights {
  private readonly recent: Recent<EngineResponse | undefined>;

  constructor(
    private readonly client: Pick<ClusterClient, 'asCaller'>,
    now: () => number
  ) {
    this.recent = new Recent(now);
  }

  /** @returns the cluster's own refusal, by asking for what nobody has; no clear yes is a no */
  refusal(caller: RequestCaller, type: ResourceType): Promise<EngineResponse | undefined> {
    return this.recent.get(`${type} ${keyOf(caller)}`, async () => {
      const path = `${PREFIX}/api/${type}/${randomUUID()}`;
      const answer = await this.client.asCaller(caller, { method: 'GET', path });
      if (answer.statusCode === 404) return undefined;
      assertReady(answer);
      const isRefusal = answer.statusCode === 401 || answer.statusCode === 403;
      return isRefusal ? responseOf(answer, {}) : NOT_READ;
    });
  }

  clear(): void {
    this.recent.clear();
  }
}
