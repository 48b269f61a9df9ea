/** The sides of a comparison, as the path of the page names them. */
import type { ClusterEntry, ComparisonRequest } from '@sd/contracts';
import { t } from '@sd/core/public';
import type { AdminParts } from '@sd/plugins/security/public';

export type ReadFile = Awaited<ReturnType<AdminParts['readFile']>>;

const COMPARE_PAGE = '/compare';

/** In the place of the id of a cluster, which never begins like this. */
export const FILES_SIDE = '~files';

/** @param left - id of a cluster, or `FILES_SIDE`; empty if it has not been chosen */
export const comparePath = (left: string, right: string): string =>
  right === '' ? `${COMPARE_PAGE}/${left || '-'}` : `${COMPARE_PAGE}/${left || '-'}/${right}`;

export const sideRequest = (side: string, files: readonly ReadFile[]): ComparisonRequest['left'] =>
  side === FILES_SIDE
    ? { files: Object.fromEntries(files.map(({ kind, entries }) => [kind, entries])) }
    : { cluster: side };

export function sideName(side: string, clusters: readonly ClusterEntry[]): string {
  if (side === FILES_SIDE) return t('clusters.comparison.files', 'Configuration files');
  const entry = clusters.find(({ id }) => id === side);
  if (entry?.is_home) return t('clusters.comparison.home', 'This installation');
  return entry?.name ?? side;
}
