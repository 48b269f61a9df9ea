/** Body of `GET /api/status` (docs/reference/core.md#status-api). */
export interface StatusResponse {
  readonly name: string;
  readonly uuid: string;
  readonly version: {
    readonly number: string;
    readonly build_hash: string;
    readonly build_number: number;
    readonly build_snapshot: boolean;
  };
  readonly status: {
    readonly overall: StatusEntry;
    readonly statuses: readonly StatusEntry[];
  };
  readonly metrics?: StatusMetrics;
}

export interface StatusEntry {
  readonly id?: string;
  readonly message?: string;
  readonly since: string;
  readonly state: 'green' | 'yellow' | 'red';
  readonly title?: string;
  readonly icon: string;
  readonly uiColor: string;
}

export interface StatusMetrics {
  readonly last_updated: string;
  readonly collection_interval_in_millis: number;
  readonly os: {
    readonly load: Readonly<Record<'1m' | '5m' | '15m', number>>;
    readonly [more: string]: unknown;
  };
  readonly process: {
    readonly memory: {
      readonly heap: {
        readonly total_in_bytes: number;
        readonly used_in_bytes: number;
        readonly size_limit: number;
      };
      readonly resident_set_size_in_bytes: number;
    };
    readonly event_loop_delay: number;
    readonly pid: number;
    readonly uptime_in_millis: number;
  };
  readonly response_times: { readonly avg_in_millis?: number; readonly max_in_millis: number };
  readonly requests: {
    readonly total: number;
    readonly disconnects: number;
    readonly statusCodes: Readonly<Record<string, number>>;
    readonly status_codes: Readonly<Record<string, number>>;
  };
  readonly concurrent_connections: number;
}
