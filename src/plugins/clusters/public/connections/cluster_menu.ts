/** Menu of a connected cluster, and the way to its own pages. */
import type { ClusterEntry } from '@sd/contracts';
import { t } from '@sd/core/public';
import { type ActionItem, useKit } from '@sd/ui_kit';
import type { AdminParts } from '@sd/plugins/security/public';
import { useAdmin, useParts } from '../parts';
import { CLUSTER_PAGES } from '../paths';

/** Returns a function that opens a page of the Security app for a cluster. */
export function useOpenCluster(): (path: string, id: string) => void {
  const { ADMIN_ROUTE, onCluster } = useParts();
  const { core, page } = useAdmin();
  return (path, id) => page.assign(core.http.basePath.prepend(onCluster(ADMIN_ROUTE + path, id)));
}

/**
 * Returns a function that lists the actions of a row.
 * @param remove - asks whether to remove a connection
 */
export function useClusterMenu(
  remove: (entry: ClusterEntry) => void
): (entry: ClusterEntry) => readonly ActionItem[] {
  const parts = useParts();
  const { HISTORY_PAGES, START_PAGE, useFeature, useMay } = parts;
  const { cluster } = useAdmin();
  const { history } = useKit();
  const openCluster = useOpenCluster();
  const isFull = useMay()('full');
  // The history of another cluster does not have the connections of this installation.
  const hasHistory = useFeature('history') && (cluster?.entry.is_home ?? true);

  const open = ({ id }: ClusterEntry): ActionItem => ({
    id: 'open',
    label: t('clusters.clustersPage.open', 'Manage this cluster'),
    iconType: 'sortRight',
    onClick: () => openCluster(START_PAGE, id),
  });
  const showHistory = ({ id }: ClusterEntry): ActionItem => ({
    id: 'history',
    label: t('clusters.history.tab', 'History'),
    iconType: 'clock',
    onClick: () => history.push(HISTORY_PAGES.of('connections', id)),
  });
  return (entry) => {
    if (entry.is_home) return [open(entry)];
    const disabledReason = readOnlyReason(parts, entry, isFull);
    const objection = disabledReason === undefined ? {} : { disabledReason };
    return [
      open(entry),
      {
        id: 'edit',
        label: t('clusters.clustersPage.edit', 'Edit connection'),
        iconType: 'pencil',
        onClick: () => history.push(CLUSTER_PAGES.edit(entry.id)),
        ...objection,
      },
      ...(hasHistory && !entry.is_from_file ? [showHistory(entry)] : []),
      {
        id: 'remove',
        label: t('clusters.clustersPage.remove', 'Remove connection'),
        iconType: 'trash',
        onClick: () => remove(entry),
        ...objection,
      },
    ];
  };
}

/** Why a connection cannot be changed or removed here; `undefined` if it can. */
function readOnlyReason(
  { missingRightText }: AdminParts,
  { is_from_file: isFromFile }: ClusterEntry,
  isFull: boolean
): string | undefined {
  if (!isFull) return missingRightText();
  return isFromFile
    ? t('clusters.clustersPage.fromFile', "It's set in the server's configuration file.")
    : undefined;
}
