/** Alarms of a configuration: its destinations, each with a queue. */
import { readFileSync } from 'node:fs';
import {
  type Logger,
  type PreventedLockout,
  type PrivilegedBackend,
  readUsedCertificates,
  SYSLOG_PORTS,
} from '@sd/core/server';
import type { Observable } from 'rxjs';
import type { ServerFindings } from '@sd/plugins/findings/server';
import type { Sender } from './alarm_message';
import { AlarmRecords } from './alarm_records';
import { AlarmService } from './alarm_service';
import { AlarmSources } from './alarm_sources';
import { type AlarmsConfig, type DestinationSection, webhookHosts } from './config';
import { DeliveryQueue } from './delivery_queue';
import { Email } from './email';
import { FindingWatch } from './finding_watch';
import { StoredDeliveries } from './stored_deliveries';
import { Syslog } from './syslog';
import { WatchedClusters } from './watched_clusters';
import { Webhook } from './webhook';

/** As registered with IANA. */
const SMTP_PORTS = { tls: 465, starttls: 587, none: 25 } as const;
/** "Log audit", unless the configuration says otherwise. */
const FACILITY = 13;

const NO_FINDINGS: Pick<ServerFindings, 'connected' | 'withoutAccepted'> = {
  connected: () => new Map(),
  withoutAccepted: async () => [],
};

interface AlarmDeps {
  readonly config: AlarmsConfig;
  readonly backend: Pick<PrivilegedBackend, 'internal' | 'documents' | 'addCertificates'> & {
    readonly preventedLockouts$: Observable<PreventedLockout>;
  };
  /** Absent while the plugin of findings is off. */
  readonly findings?: ServerFindings | undefined;
  readonly server: string;
  readonly publicBaseUrl?: string | undefined;
  readonly log: Logger;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

/** @throws if a file of authorities cannot be read */
export function createAlarms(deps: AlarmDeps): AlarmService {
  const { config, backend, findings, server, publicBaseUrl, log } = deps;
  const { now = Date.now } = deps;
  const { destinations, allowed_hosts: hosts } = config;
  const records = new AlarmRecords(backend.documents('findings'));
  const watch = new FindingWatch({ config, findings: findings ?? NO_FINDINGS, records });
  const stored = new StoredDeliveries({ records, log, now });
  const alarms = new AlarmService({
    config,
    server,
    publicBaseUrl,
    watch,
    stored,
    log,
    now,
    destinations: destinations.map(
      (one) => new DeliveryQueue(one.name, senderTo(one, hosts, now), { stored, log, now })
    ),
    sources: new AlarmSources({
      internal: backend.internal,
      findings,
      records,
      watch,
      log,
    }),
    clusters: new WatchedClusters({
      config: findings ? config : { clusters: [] },
      findings: findings ?? NO_FINDINGS,
      watch,
      log,
    }),
  });
  const certificates = destinations.flatMap(({ name, certificate_authorities: files }) =>
    readUsedCertificates(`opensearch_security.alarms: ${name}`, files)
  );
  backend.addCertificates(() => certificates);
  backend.preventedLockouts$.subscribe(alarms.lockoutPrevented);
  return alarms;
}

/** `alarmProblems` has checked that each kind has its keys. */
function senderTo(one: DestinationSection, hosts: readonly string[], now: () => number): Sender {
  const ca = getAuthorities(one);
  const { host = '', url = '', secret = '', from = '', to = [] } = one;
  switch (one.kind) {
    case 'webhook':
      return new Webhook({ url, secret, hosts: webhookHosts(hosts), now, ...(ca && { ca }) });
    case 'syslog': {
      const { protocol = 'tcp', facility = FACILITY } = one;
      const { port = SYSLOG_PORTS[protocol] } = one;
      return new Syslog({ host, port, protocol, ca }, facility);
    }
    case 'email': {
      const { security = 'starttls', username: user, password: pass } = one;
      const { port = SMTP_PORTS[security] } = one;
      const credentials = user !== undefined && pass !== undefined ? { user, pass } : undefined;
      return new Email({
        host,
        port,
        security,
        from,
        to,
        ...(credentials && { credentials }),
        ...(ca && { ca }),
      });
    }
  }
}

function getAuthorities({
  name,
  certificate_authorities: files,
}: DestinationSection): string | undefined {
  if (files === undefined) return undefined;
  try {
    return [files]
      .flat()
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
  } catch (error) {
    throw new Error(
      `opensearch_security.alarms: certificate_authorities of ${name}: ${(error as Error).message}`,
      { cause: error }
    );
  }
}
