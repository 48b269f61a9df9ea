/** Levels and how the wire shows them (core-services section 22). Pure. */
import type { StatusEntry } from '../../common';
import type { ServiceStatus, ServiceStatusLevel } from './types';

const SEVERITY: Record<ServiceStatusLevel, number> = {
  available: 0,
  degraded: 1,
  unavailable: 2,
  critical: 3,
};

interface Shown {
  readonly state: StatusEntry['state'];
  readonly title: string;
  readonly nickname: string;
  readonly icon: string;
  readonly uiColor: string;
}

const RED: Shown = {
  state: 'red',
  title: 'Red',
  nickname: 'Out of order',
  icon: 'danger',
  uiColor: 'danger',
};
const SHOWN: Record<ServiceStatusLevel, Shown> = {
  available: {
    state: 'green',
    title: 'Green',
    nickname: 'Looking good',
    icon: 'success',
    uiColor: 'secondary',
  },
  degraded: {
    state: 'yellow',
    title: 'Yellow',
    nickname: 'Not at its best',
    icon: 'warning',
    uiColor: 'warning',
  },
  unavailable: RED,
  critical: RED,
};

/** The worst of all, in one sentence. */
export function overallStatus(statuses: ReadonlyMap<string, ServiceStatus>): ServiceStatus {
  const worst = [...statuses.values()].reduce<ServiceStatusLevel>(
    (level, status) => (SEVERITY[status.level] > SEVERITY[level] ? status.level : level),
    'available'
  );
  if (worst === 'available') return { level: worst, summary: 'All services are available' };
  const affected = [...statuses].filter(([, status]) => status.level === worst);
  const [[name, status]] = affected as [[string, ServiceStatus]];
  return affected.length === 1
    ? { level: worst, summary: `[${name}]: ${status.summary}`, detail: status.detail }
    : { level: worst, summary: `[${affected.length}] services are ${worst}` };
}

export function overallEntry(
  { level }: ServiceStatus,
  since: string
): StatusEntry & { nickname: string } {
  return { since, ...SHOWN[level] };
}

export function serviceEntry(
  id: string,
  { level, summary }: ServiceStatus,
  since: string
): StatusEntry {
  const { state, icon, uiColor } = SHOWN[level];
  return { id, message: summary, since, state, icon, uiColor };
}
