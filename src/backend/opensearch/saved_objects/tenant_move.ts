/**
 * Moves the index of a tenant's objects to another tenant name: blocks writes, clones the index,
 * and deletes the old one. All requests are those of the server's user, who owns these indices.
 */
import { tenantIndexName } from '../../access/evaluation/dashboards_index';
import type { MovableTenantObjects } from '../../api/backend';
import { ClusterError } from '../client';
import { requestJson, type SendRequest } from '../documents/responses';

/** Until the shards of the clone have started. */
const CLONE_TIMEOUT = '30s';
const BLOCK = 'index.blocks.write';

export class ClusterTenantObjects implements MovableTenantObjects {
  /**
   * @param send - sends requests as the server's user
   * @param index - alias of the global tenant
   */
  constructor(
    private readonly send: SendRequest,
    private readonly index: string
  ) {}

  async count(tenant: string): Promise<number> {
    const { statusCode, body } = await requestJson<{ count: number }>(
      this.send,
      { method: 'GET', path: `/${this.getAlias(tenant)}/_count` },
      [404]
    );
    return statusCode === 404 ? 0 : body.count;
  }

  async copy(from: string, to: string): Promise<void> {
    const source = await this.indexOf(from);
    // An earlier attempt has made the copy, and users may have changed it since.
    if (source === undefined || (await this.count(to)) > 0) return;
    // Returns once all writes that have begun are done.
    await requestJson(this.send, { method: 'PUT', path: `/${source}/_block/write` });
    await requestJson(this.send, { method: 'POST', path: `/${source}/_refresh` });
    const alias = this.getAlias(to);
    const left = await this.indexOf(to);
    if (left !== undefined) await this.delete(left);
    const target = `${alias}_1`;
    await requestJson(this.send, {
      method: 'POST',
      path: `/${source}/_clone/${target}`,
      query: { timeout: CLONE_TIMEOUT, wait_for_active_shards: '1' },
      body: { settings: { [BLOCK]: null }, aliases: { [alias]: {} } },
    });
    const [before, after] = [await this.count(from), await this.count(to)];
    if (before !== after)
      throw new ClusterError('broken', `${target} has ${after} of the ${before} objects.`);
  }

  async discardCopy(from: string, to: string): Promise<void> {
    const copy = await this.indexOf(to);
    if (copy !== undefined) await this.delete(copy);
    const source = await this.indexOf(from);
    if (source === undefined) return;
    const path = `/${source}/_settings`;
    await requestJson(this.send, { method: 'PUT', path, body: { [BLOCK]: null } });
  }

  async deleteCopied(from: string): Promise<void> {
    const source = await this.indexOf(from);
    if (source !== undefined) await this.delete(source);
  }

  private getAlias(tenant: string): string {
    return tenantIndexName(this.index, tenant);
  }

  /** The index behind the alias of a tenant. */
  private async indexOf(tenant: string): Promise<string | undefined> {
    const { statusCode, body } = await requestJson(
      this.send,
      { method: 'GET', path: `/${this.getAlias(tenant)}/_alias` },
      [404]
    );
    return statusCode === 404 ? undefined : Object.keys(body)[0];
  }

  private async delete(index: string): Promise<void> {
    await requestJson(this.send, { method: 'DELETE', path: `/${index}` }, [404]);
  }
}
