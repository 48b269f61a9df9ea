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

export function syslogMessage(event: AuditEvent, source: SyslogSource): string {
  const category = String(event['audit_category']);
  const stamp = String(event['@timestamp']);
  const header = [
    `<${source.facility * 8 + severityOf(category)}>1`,
    TIMESTAMP.test(stamp) ? stamp : new Date().toISOString(),
    printable(source.host, HOST_MAX_LENGTH),
    APP_NAME,
    source.processId,
    printable(category, MESSAGE_ID_MAX_LENGTH),
    '- ',
  ].join(' ');
  return header + limitedJson(event, source.maxBytes - header.length, asciiJson);
}

function severityOf(category: string): number {
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
