/** Status levels, and their representation in the API (docs/reference/core.md#status-api). */
import { defineMessage, type StatusEntry, type Text } from '../../common';
import { inEnglish } from '../i18n';
import type { ServiceStatus, ServiceStatusLevel } from './types';

const SEVERITY: Record<ServiceStatusLevel, number> = {
  available: 0,
  degraded: 1,
  unavailable: 2,
  critical: 3,
};

interface LevelAppearance {
  readonly state: StatusEntry['state'];
  readonly title: string;
  readonly nickname: string;
  readonly icon: string;
  readonly uiColor: string;
}

const RED: LevelAppearance = {
  state: 'red',
  title: 'Red',
  nickname: 'Out of order',
  icon: 'danger',
  uiColor: 'danger',
};
const APPEARANCES: Record<ServiceStatusLevel, LevelAppearance> = {
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

type Translate = (text: Text) => string;

const ALL_AVAILABLE = defineMessage('core.status.allAvailable', {
  defaultMessage: 'All services are available',
});

const severalAre = (level: ServiceStatusLevel, count: number): Text =>
  defineMessage('core.status.several', {
    defaultMessage:
      '[{count}] services are {level, select, degraded {degraded} unavailable {unavailable} other {critical}}',
    values: { count, level },
  });

/** The worst level of all services, with a summary in one sentence. */
export function overallStatus(
  statuses: ReadonlyMap<string, ServiceStatus>,
  translate: Translate = inEnglish
): ServiceStatus & { readonly summary: string } {
  const worst = [...statuses.values()].reduce<ServiceStatusLevel>(
    (level, status) => (SEVERITY[status.level] > SEVERITY[level] ? status.level : level),
    'available'
  );
  if (worst === 'available') return { level: worst, summary: translate(ALL_AVAILABLE) };
  const affected = [...statuses].filter(([, status]) => status.level === worst);
  const [[name, status]] = affected as [[string, ServiceStatus]];
  return affected.length === 1
    ? { level: worst, summary: `[${name}]: ${translate(status.summary)}`, detail: status.detail }
    : { level: worst, summary: translate(severalAre(worst, affected.length)) };
}

/** @param summary - in the user's language, as returned by `overallStatus` */
export function overallEntry(
  { level, summary }: ReturnType<typeof overallStatus>,
  since: string
): StatusEntry & { nickname: string } {
  return { id: 'overall', message: summary, since, ...APPEARANCES[level] };
}

export function serviceEntry(
  id: string,
  { level, summary, detail }: ServiceStatus,
  since: string,
  translate: Translate
): StatusEntry {
  const { state, title, icon, uiColor } = APPEARANCES[level];
  return { id, message: translate(summary), detail, since, state, title, icon, uiColor };
}
