/** Audit events as syslog messages (RFC 5424): one line of ASCII, the event as JSON. */
import { limitedJson, type AuditEvent } from './output_queue';

export interface SyslogSource {
  /** 0 to 23. */
  readonly facility: number;
  readonly host: string;
  readonly processId: number;
  /** Of the whole message. */
  readonly maxBytes: number;
}

const APP_NAME = 'security-dashboards';
const HOST_MAX_LENGTH = 255;
const MESSAGE_ID_MAX_LENGTH = 32;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/;

const SEVERITY = { warning: 4, notice: 5, informational: 6 } as const;
const DENIALS: readonly string[] = ['FAILED_LOGIN', 'MISSING_PRIVILEGES', 'BAD_HEADERS'];
const ACCESSES: readonly string[] = ['AUTHENTICATED', 'GRANTED_PRIVILEGES'];

/** As registered with IANA. */
export const SYSLOG_PORTS = { udp: 514, tcp: 601, tls: 6514 } as const;

/** The parts of a message before its contents. */
export interface SyslogHeader extends SyslogSource {
  /** 0 (emergency) to 7 (debug). */
  readonly severity: number;
  /** RFC 3339; the current time if it is not of this form. */
  readonly timestamp: string;
  /** Kind of the message. */
  readonly messageId: string;
}

export function syslogMessage(event: AuditEvent, source: SyslogSource): string {
  const category = String(event['audit_category']);
  const timestamp = String(event['@timestamp']);
  const severity = getSeverity(category);
  return syslogLine(event, { ...source, severity, timestamp, messageId: category });
}

/** One message, with an object as JSON. The largest members of a longer one are left out. */
export function syslogLine(contents: AuditEvent, header: SyslogHeader): string {
  const { facility, severity, timestamp, host, processId, messageId, maxBytes } = header;
  const start = [
    `<${facility * 8 + severity}>1`,
    TIMESTAMP.test(timestamp) ? timestamp : new Date().toISOString(),
    printable(host, HOST_MAX_LENGTH),
    APP_NAME,
    processId,
    printable(messageId, MESSAGE_ID_MAX_LENGTH),
    '- ',
  ].join(' ');
  return start + limitedJson(contents, maxBytes - start.length, asciiJson);
}

function getSeverity(category: string): number {
  if (DENIALS.includes(category)) return SEVERITY.warning;
  return ACCESSES.includes(category) ? SEVERITY.informational : SEVERITY.notice;
}

/** Removes spaces, because they separate the fields of a header. */
const printable = (text: string, maxLength: number): string =>
  text.replace(/[^\x21-\x7e]/g, '').slice(0, maxLength) || '-';

/** Its length is its number of bytes; JSON itself escapes the control characters below a space. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  );
