/**
 * `opensearch_security.alarms`. A destination has the keys of its kind; the schema allows those of
 * all kinds, so that `alarmProblems` can say what is missing and what does not belong there.
 */
import { type Static, Type } from '@sinclair/typebox';
import {
  ALARM_EVENTS,
  ALARM_KINDS,
  ALARM_LIMITS,
  type AlarmKind,
  isClusterId,
  SEVERITIES,
} from '@sd/contracts';
import {
  allowedHostProblems,
  AllowedHosts,
  isConfidential,
  isHost,
  type PluginConfigDescriptor,
  PRIVATE_RANGES,
  unreadableFileProblems,
} from '@sd/core/server';

const KEY = 'opensearch_security.alarms';
const choice = <T extends string>(values: readonly T[]) =>
  Type.Union(values.map((value) => Type.Literal(value)));
const time = { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', wants: 'a time such as 07:30' } as const;
const section = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }));
const secret = (maxLength: number) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, secret: true }));

const destination = section({
  name: Type.String(),
  kind: choice(ALARM_KINDS),
  /** Its path may be a secret. */
  url: secret(2_048),
  secret: secret(ALARM_LIMITS.maxSecretLength),
  host: text(253),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  protocol: Type.Optional(choice(['udp', 'tcp', 'tls'] as const)),
  facility: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
  security: Type.Optional(choice(['tls', 'starttls', 'none'] as const)),
  username: text(ALARM_LIMITS.maxSecretLength),
  password: secret(ALARM_LIMITS.maxSecretLength),
  from: text(320),
  to: Type.Optional(Type.Array(Type.String({ maxLength: 320 }))),
  certificate_authorities: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
});
export type DestinationSection = Static<typeof destination>;

export const alarmsSchema = section({
  destinations: Type.Array(destination, {
    default: [],
    wants: 'a list of destinations with name and kind; see docs/guide/findings.md#alarms',
  }),
  events: Type.Array(choice(ALARM_EVENTS), { default: [...ALARM_EVENTS] }),
  min_severity: Type.Union(
    SEVERITIES.map((severity) => Type.Literal(severity)),
    { default: 'high' }
  ),
  /** Ids of connections whose stored credentials the server may use by itself. */
  clusters: Type.Array(Type.String(), { default: [] }),
  check_minutes: Type.Integer({ default: 5, minimum: 1, maximum: 1_440 }),
  failed_logins: section({
    threshold: Type.Integer({ default: 10, minimum: 2, maximum: 10_000 }),
    window_minutes: Type.Integer({ default: 10, minimum: 1, maximum: 1_440 }),
  }),
  time_zone: Type.String({ default: 'UTC' }),
  digest_at: Type.Optional(Type.String(time)),
  quiet_hours: section({
    from: Type.Optional(Type.String(time)),
    to: Type.Optional(Type.String(time)),
    except: Type.Optional(Type.Literal('critical')),
  }),
  /** Of webhooks: host patterns, addresses and CIDR ranges. */
  allowed_hosts: Type.Array(Type.String(), { default: ['*'] }),
});
export type AlarmsConfig = Static<typeof alarmsSchema>;

const COMMON = ['name', 'kind', 'certificate_authorities'] as const;
const KEYS: Readonly<
  Record<
    AlarmKind,
    Readonly<Record<'required' | 'optional', readonly (keyof DestinationSection)[]>>
  >
> = {
  webhook: { required: ['url', 'secret'], optional: [] },
  syslog: { required: ['host'], optional: ['port', 'protocol', 'facility'] },
  email: {
    required: ['host', 'from', 'to'],
    optional: ['port', 'security', 'username', 'password'],
  },
};
const NAME = /^[a-z0-9][a-z0-9_-]*$/;
const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/** One sentence per problem, without secrets. */
function alarmProblems(alarms: AlarmsConfig): readonly string[] {
  const { destinations, clusters, quiet_hours: quiet, time_zone: zone } = alarms;
  const names = destinations.map(({ name }) => name);
  const { allowed_hosts: hosts } = alarms;
  return [
    ...(destinations.length > ALARM_LIMITS.destinations
      ? [`${KEY}.destinations: at most ${ALARM_LIMITS.destinations}.`]
      : []),
    ...(new Set(names).size < names.length ? [`${KEY}.destinations: a name occurs twice.`] : []),
    ...(isTimeZone(zone) ? [] : [`${KEY}.time_zone: "${zone}" is no time zone.`]),
    ...((quiet.from === undefined) === (quiet.to === undefined)
      ? []
      : [`${KEY}.quiet_hours: from and to are set together.`]),
    ...(quiet.from !== undefined && quiet.from === quiet.to
      ? [`${KEY}.quiet_hours: from and to are the same.`]
      : []),
    ...clusterProblems(clusters),
    ...allowedHostProblems(`${KEY}.allowed_hosts`, hosts),
    ...destinations.flatMap((one, index) => destinationProblems(one, index, hosts)),
  ];
}

const clusterProblems = (ids: readonly string[]): readonly string[] => [
  ...(ids.length > ALARM_LIMITS.clusters
    ? [`${KEY}.clusters: at most ${ALARM_LIMITS.clusters}.`]
    : []),
  ...(new Set(ids).size < ids.length ? [`${KEY}.clusters: an id occurs twice.`] : []),
  ...ids
    .filter((id) => !isClusterId(id))
    .map((id) => `${KEY}.clusters: "${id}" is no id of a connected cluster.`),
];

function destinationProblems(
  one: DestinationSection,
  index: number,
  hosts: readonly string[]
): readonly string[] {
  const key = `${KEY}.destinations[${index}]`;
  const { required, optional } = KEYS[one.kind];
  const known: readonly string[] = [...COMMON, ...required, ...optional];
  const missing = required.filter((name) => one[name] === undefined);
  const foreign = Object.keys(one).filter((name) => !known.includes(name));
  const { certificate_authorities: files = [] } = one;
  return [
    ...(NAME.test(one.name) && one.name.length <= ALARM_LIMITS.nameLength
      ? []
      : [
          `${key}.name: use 1 to ${ALARM_LIMITS.nameLength} lower-case letters, digits, _ and -, such as "on-call".`,
        ]),
    ...missing.map((name) => `${key}.${name} is needed for the kind "${one.kind}".`),
    ...foreign.map((name) => `${key}.${name} does not belong to the kind "${one.kind}".`),
    ...(one.kind === 'webhook' ? webhookProblems(key, one, hosts) : []),
    ...(one.kind === 'email' ? emailProblems(key, one) : []),
    ...unreadableFileProblems(`${key}.certificate_authorities`, files),
  ];
}

/** The address is not repeated, because its path may be a secret. */
function webhookProblems(
  key: string,
  { url, secret }: DestinationSection,
  hosts: readonly string[]
): readonly string[] {
  const problems: string[] = [];
  if (secret !== undefined && secret.length < ALARM_LIMITS.minSecretLength)
    problems.push(`${key}.secret: use at least ${ALARM_LIMITS.minSecretLength} characters.`);
  if (url === undefined || !URL.canParse(url) || !isHost(url.replace(/[?].*$/, '')))
    return [...problems, `${key}.url: an https address without credentials.`];
  if (!isConfidential(url))
    problems.push(`${key}.url: use https; http is accepted for this machine only.`);
  if (!webhookHosts(hosts).mayAllow(url))
    problems.push(`${key}.url: ${KEY}.allowed_hosts does not name this address.`);
  return problems;
}

function emailProblems(
  key: string,
  { host, from, to, security, username, password }: DestinationSection
): readonly string[] {
  const isLocal = host !== undefined && isConfidential(`http://${bracket(host)}`);
  return [
    ...(from === undefined || ADDRESS.test(from) ? [] : [`${key}.from: no e-mail address.`]),
    ...(to === undefined ||
    (to.length > 0 && to.length <= ALARM_LIMITS.recipients && to.every((one) => ADDRESS.test(one)))
      ? []
      : [`${key}.to: a list of 1 to ${ALARM_LIMITS.recipients} e-mail addresses.`]),
    ...((username === undefined) === (password === undefined)
      ? []
      : [`${key}: username and password are set together.`]),
    ...(security === 'none' && password !== undefined && !isLocal
      ? [`${key}.security: a password needs tls or starttls, except on this machine.`]
      : []),
  ];
}

/** Private addresses are allowed only where a range names them. */
export const webhookHosts = (patterns: readonly string[]): AllowedHosts =>
  new AllowedHosts(patterns, PRIVATE_RANGES);

/** A host name or address before a port. */
export const bracket = (host: string): string => (host.includes(':') ? `[${host}]` : host);

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

export const config: PluginConfigDescriptor<typeof alarmsSchema> = {
  schema: alarmsSchema,
  validate: alarmProblems,
};
