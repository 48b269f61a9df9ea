/**
 * Creates the index of saved objects as OpenSearch Dashboards does: `.kibana_1` behind the alias
 * `.kibana`, with a strict mapping, so that Dashboards can use and migrate it at any time.
 */
import {
  requestJson,
  reportedError,
  toClusterError,
  type SendRequest,
  type Json,
} from '../documents/responses';

/** Names that the plugin gives to tenant indices, with an integer hash of the tenant name. */
const tenantPatterns = (index: string): string[] =>
  ['-', 0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((start) => `${index}_${start}*_*`);

const TEMPLATE = 'tenant_template';
/** Higher than the priority of any catch-all template. */
const HIGHEST_PRIORITY = 2_147_483_647;

/** Settings, and the fields that every object has. */
const MAPPINGS = {
  dynamic: 'strict',
  properties: {
    type: { type: 'keyword' },
    namespace: { type: 'keyword' },
    namespaces: { type: 'keyword' },
    originId: { type: 'keyword' },
    updated_at: { type: 'date' },
    migrationVersion: { dynamic: 'true', type: 'object' },
    references: {
      type: 'nested',
      properties: { name: { type: 'keyword' }, type: { type: 'keyword' }, id: { type: 'keyword' } },
    },
    config: { dynamic: 'false', properties: { buildNum: { type: 'keyword' } } },
  },
};

export class ObjectMappings {
  private readonly prepared = new Map<string, Promise<void>>();

  /** @param send - sends requests as the server's user */
  constructor(
    private readonly send: SendRequest,
    private readonly index: string
  ) {}

  /**
   * Ensures that the index of an alias exists: once after startup, repeated until it succeeds.
   * Several servers may do so concurrently.
   */
  prepare(alias: string): Promise<void> {
    const running = this.prepared.get(alias);
    if (running) return running;
    const preparing = this.prepareNow(alias).catch((error: unknown) => {
      this.prepared.delete(alias);
      throw error;
    });
    this.prepared.set(alias, preparing);
    return preparing;
  }

  /** Call this after an index was deleted: the next `prepare` creates it again. */
  forget(): void {
    this.prepared.clear();
  }

  /** Adds missing types to the mapping of an index; existing types are not changed. */
  async addTypes(alias: string, types: readonly string[]): Promise<void> {
    const path = `/${alias}/_mapping`;
    const { body } = await requestJson<Record<string, { mappings: { properties?: Json } }>>(
      this.send,
      {
        method: 'GET',
        path,
      }
    );
    const existing = Object.values(body)[0]?.mappings.properties ?? {};
    const missing = types.filter((type) => !Object.hasOwn(existing, type));
    if (missing.length === 0) return;
    const properties = Object.fromEntries(
      missing.map((type) => [type, { type: 'object', dynamic: 'false' }])
    );
    await requestJson(this.send, { method: 'PUT', path, body: { properties } });
  }

  private async prepareNow(alias: string): Promise<void> {
    await this.addTemplate();
    const { statusCode } = await requestJson(
      this.send,
      { method: 'GET', path: `/${alias}/_alias` },
      [404]
    );
    if (statusCode === 404) await this.create(alias);
  }

  /** Creates index and alias in one request, so that a concurrent server finds both. */
  private async create(alias: string): Promise<void> {
    const { statusCode, body } = await requestJson<{ error?: unknown }>(
      this.send,
      {
        method: 'PUT',
        path: `/${alias}_1`,
        body: {
          settings: { number_of_shards: 1, auto_expand_replicas: '0-1' },
          mappings: MAPPINGS,
          aliases: { [alias]: {} },
        },
      },
      [400]
    );
    const error = statusCode === 400 && reportedError(body.error);
    if (error && error.type !== 'resource_already_exists_exception')
      throw toClusterError(statusCode, error);
  }

  /**
   * Adds a template for all tenant indices, including those that the plugin creates. A template of
   * the same name belongs to Dashboards, which may replace ours; if it is for another index of
   * saved objects, ours gets another name.
   */
  private async addTemplate(): Promise<void> {
    const patterns = tenantPatterns(this.index);
    const named = await this.templatePatterns(TEMPLATE);
    if (named === undefined) return this.putTemplate(TEMPLATE, patterns, HIGHEST_PRIORITY);
    const own = `${TEMPLATE}_${this.index.replace(/^\./, '')}`;
    if (named.includes(patterns[0] as string) || (await this.templatePatterns(own))) return;
    await this.putTemplate(own, patterns, HIGHEST_PRIORITY - 1);
  }

  /** @returns `undefined` if there is no template of this name */
  private async templatePatterns(name: string): Promise<readonly string[] | undefined> {
    const path = `/_index_template/${name}`;
    const { statusCode, body } = await requestJson<FoundTemplates>(
      this.send,
      { method: 'GET', path },
      [404]
    );
    if (statusCode === 404) return undefined;
    return [body.index_templates[0]?.index_template.index_patterns ?? []].flat();
  }

  private async putTemplate(name: string, patterns: string[], priority: number): Promise<void> {
    const settings = { number_of_shards: 1, auto_expand_replicas: '0-1' };
    const body = {
      priority,
      index_patterns: patterns,
      template: { settings, mappings: MAPPINGS },
    };
    // With `create`, a second request changes nothing and gets 400.
    const call = { method: 'PUT', path: `/_index_template/${name}`, body } as const;
    await requestJson(this.send, { ...call, query: { create: 'true' } }, [400]);
  }
}

interface FoundTemplates {
  readonly index_templates: ReadonlyArray<{
    readonly index_template: { readonly index_patterns: string | readonly string[] };
  }>;
}
