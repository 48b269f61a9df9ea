/** Menu of a connected cluster, and the way to its own pages. */
import type { ClusterEntry } from '@sd/contracts';
import { t } from '@sd/core/public';
import { type ActionItem, useKit } from '@sd/ui_kit';
import { HISTORY_PAGES } from '../../../components/history/history_pages';
import { useAdmin } from '../../../services/admin_context';
import { onCluster } from '../../../services/clusters';
import { useFeature } from '../../../services/features';
import { ADMIN_ROUTE } from '../../../services/paths';
import { missingRightText, useMay } from '../../../services/rights';
import { CLUSTER_PAGES, START_PAGE } from '../paths';

/** Returns a function that opens a page of the Security app for a cluster. */
export function useOpenCluster(): (path: string, id: string) => void {
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
  const { cluster } = useAdmin();
  const { history } = useKit();
  const openCluster = useOpenCluster();
  const isFull = useMay()('full');
  // The history of another cluster does not have the connections of this installation.
  const hasHistory = useFeature('history') && (cluster?.entry.is_home ?? true);

  const open = ({ id }: ClusterEntry): ActionItem => ({
    id: 'open',
    label: t('security.clustersPage.open', 'Manage this cluster'),
    iconType: 'sortRight',
    onClick: () => openCluster(START_PAGE, id),
  });
  const showHistory = ({ id }: ClusterEntry): ActionItem => ({
    id: 'history',
    label: t('security.history.tab', 'History'),
    iconType: 'clock',
    onClick: () => history.push(HISTORY_PAGES.of('connections', id)),
  });
  return (entry) => {
    if (entry.is_home) return [open(entry)];
    const disabledReason = readOnlyReason(entry, isFull);
    const objection = disabledReason === undefined ? {} : { disabledReason };
    return [
      open(entry),
      {
        id: 'edit',
        label: t('security.clustersPage.edit', 'Edit connection'),
        iconType: 'pencil',
        onClick: () => history.push(CLUSTER_PAGES.edit(entry.id)),
        ...objection,
      },
      ...(hasHistory && !entry.is_from_file ? [showHistory(entry)] : []),
      {
        id: 'remove',
        label: t('security.clustersPage.remove', 'Remove connection'),
        iconType: 'trash',
        onClick: () => remove(entry),
        ...objection,
      },
    ];
  };
}

/** Why a connection cannot be changed or removed here; `undefined` if it can. */
function readOnlyReason(
  { is_from_file: isFromFile }: ClusterEntry,
  isFull: boolean
): string | undefined {
  if (!isFull) return missingRightText();
  return isFromFile
    ? t('security.clustersPage.fromFile', "It's set in the server's configuration file.")
    : undefined;
}
