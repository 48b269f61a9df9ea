/**
 * What the demonstration users did in the last two weeks: the audit log and usage have something to
 * show. Cluster actions on indices are written as a cluster writes them.
 */
import { eventBase } from '../../changes/audit/change_event';
import type { NewEvent } from '../audit/audit_store';

interface DemoUser {
  readonly backend_roles: readonly string[];
}

interface Work {
  readonly action: string;
  readonly index: string;
}

const DAYS = 14;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** People begin between seven and nine o'clock, UTC, and work for eight hours. */
const [FIRST_HOUR, START_HOURS, WORK_HOURS] = [7, 2, 8];
const SHARE_AT_WORK = 0.8;
const MAX_REQUESTS = 8;

const search = (index: string): Work => ({ action: 'indices:data/read/search', index });
const bulk = (index: string): Work => ({ action: 'indices:data/write/bulk[s]', index });

/** By backend role. */
const WORK: Readonly<Record<string, readonly Work[]>> = {
  sales: [search('sales-europe'), search('sales-asia'), search('orders-2026')],
  'sales-analysts': [bulk('forecast-sales-2026'), search('forecast-sales-2026')],
  finance: [search('ledger-2026'), bulk('ledger-2026'), search('invoices-2026')],
  hr: [search('hr-people'), search('hr-absences')],
  operations: [search('metrics-web'), search('warehouse-stock')],
  oncall: [search('logs-web'), search('alerts-2026')],
  research: [search('experiments-2026'), search('sensors-lab')],
  platform: [bulk('logs-web'), bulk('metrics-web')],
  support: [search('orders-2026')],
};

/** Requests without the permission: index by user. */
const DENIED: Readonly<Record<string, Work>> = {
  'nadia.rossi': search('invoices-2026'),
  'kwame.mensah': bulk('logs-web'),
  'emi.sato': search('hr-people'),
};

/** From a range that is reserved for documentation (RFC 5737). */
const FOREIGN_ADDRESS = '203.0.113.7';
const GUESSES = 12;

/** @returns a repeatable sequence of numbers from 0 to 1 (Numerical Recipes, 3rd ed., 7.1.5) */
function createRandom(): () => number {
  let state = 20_261_129;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/**
 * @param nowMs - epoch milliseconds; all events are earlier
 * @returns the events of working days, the oldest first
 */
export function demoEvents(
  users: Readonly<Record<string, DemoUser>>,
  nowMs: number,
  nodeId: string
): NewEvent[] {
  const random = createRandom();
  const events: NewEvent[] = [];
  const add = (atMs: number, category: string, fields: Readonly<Record<string, unknown>>) => {
    if (atMs < nowMs)
      events.push({ atMs, document: { ...eventBase(nodeId, atMs, category), ...fields } });
  };
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  for (let dayMs = today - DAYS * DAY_MS; dayMs <= today; dayMs += DAY_MS) {
    if ([0, 6].includes(new Date(dayMs).getUTCDay())) continue;
    Object.entries(users).forEach(([name, { backend_roles: groups }], number) => {
      const by = userFields(name, `10.20.${number % 7}.${10 + number}`);
      if (random() > SHARE_AT_WORK) return;
      const startMs = dayMs + Math.floor((FIRST_HOUR + random() * START_HOURS) * HOUR_MS);
      add(startMs, 'AUTHENTICATED', by);
      const work = groups.flatMap((group) => WORK[group] ?? []);
      const moment = () => startMs + Math.ceil(random() * WORK_HOURS * HOUR_MS);
      for (let left = work.length && Math.ceil(random() * MAX_REQUESTS); left > 0; left--) {
        const one = work[Math.floor(random() * work.length)] as Work;
        add(moment(), 'GRANTED_PRIVILEGES', { ...by, ...requestFields(one) });
      }
      const denied = DENIED[name];
      if (denied) add(moment(), 'MISSING_PRIVILEGES', { ...by, ...requestFields(denied) });
    });
  }
  const guessedMs = today - 2 * DAY_MS + 3 * HOUR_MS;
  for (let guess = 0; guess < GUESSES; guess++)
    add(guessedMs + guess * 4_000, 'FAILED_LOGIN', userFields('admin', FOREIGN_ADDRESS));
  return events.sort((a, b) => a.atMs - b.atMs);
}

const userFields = (name: string, address: string) => ({
  audit_request_effective_user: name,
  audit_request_effective_user_is_admin: false,
  audit_request_remote_address: address,
});

const requestFields = ({ action, index }: Work) => ({
  audit_request_layer: 'TRANSPORT',
  audit_request_privilege: action,
  audit_trace_indices: [index],
  audit_trace_resolved_indices: [index],
});
