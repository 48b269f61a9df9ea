/** Choice of the cluster that the Security app works on; absent without connected clusters. */
import { EuiBadge, EuiFormRow, EuiSelect, EuiSpacer } from '@elastic/eui';
import { type ClusterEntry, HOME_CLUSTER } from '@sd/contracts';
import { type HttpSetup, send, t } from '@sd/core/public';
import { useAppLocation, useServerQuery } from '@sd/ui_kit';
import { type ReactElement, useEffect, useState } from 'react';
import type { AdminParts } from '@sd/plugins/security/public';
import { TEST_CLUSTER } from '../../common';
import { CLUSTERS_KEY, listClusters } from '../choice';
import { useAdmin, useParts, withParts } from '../parts';
import { environmentColor, environmentText } from './environment';

function ClusterPicker(): ReactElement | null {
  const parts = useParts();
  const { core, page, cluster } = useAdmin();
  const { pathname } = useAppLocation();
  // Not invalidated by changes of the configuration.
  const { data } = useServerQuery(CLUSTERS_KEY, (signal) => listClusters(core.http, signal));
  const [isUsed, setIsUsed] = useState(false);
  const lost = useUnreachable(isUsed ? (data ?? []) : []);
  if (!data) return null;
  const open = (id: string): void => {
    // The entry of the current page may not exist there, so its list is opened.
    const list = `/${pathname.split('/')[1] ?? ''}`;
    page.assign(core.http.basePath.prepend(parts.onCluster(parts.ADMIN_ROUTE + list, id)));
  };
  const current = cluster?.entry;
  return (
    <>
      <EuiFormRow label={t('clusters.common.cluster', 'Cluster')} display="rowCompressed">
        <EuiSelect
          compressed
          data-test-subj="cluster-picker"
          value={current?.id ?? HOME_CLUSTER}
          options={data.map((entry) => ({
            value: entry.id,
            text: optionText(parts, entry, lost.has(entry.id)),
          }))}
          onFocus={() => setIsUsed(true)}
          onChange={({ target }) => open(target.value)}
        />
      </EuiFormRow>
      {current?.environment && (
        <>
          <EuiSpacer size="xs" />
          <EuiBadge color={environmentColor(current)}>
            {environmentText(current.environment)}
          </EuiBadge>
        </>
      )}
      <EuiSpacer size="m" />
    </>
  );
}

export const clusterPicker = withParts(ClusterPicker);

/** Tests each cluster by itself once the picker is used. @returns ids of those that fail */
function useUnreachable(entries: readonly ClusterEntry[]): ReadonlySet<string> {
  const { needsLogin } = useParts();
  const { http } = useAdmin().core;
  const [lost, setLost] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const controller = new AbortController();
    for (const entry of entries.filter((one) => !one.is_home && !needsLogin(one)))
      void isReached(http, entry.id, controller.signal).then((isThere) => {
        if (controller.signal.aborted) return;
        setLost((known) => {
          const next = new Set(known);
          if (isThere) next.delete(entry.id);
          else next.add(entry.id);
          return next;
        });
      });
    return () => controller.abort();
  }, [http, entries, needsLogin]);
  return lost;
}

const isReached = (
  http: Pick<HttpSetup, 'post'>,
  id: string,
  signal: AbortSignal
): Promise<boolean> =>
  send(http, TEST_CLUSTER, { params: { id }, signal }).then(
    () => true,
    () => false
  );

function optionText(
  { clusterName, needsLogin }: AdminParts,
  entry: ClusterEntry,
  isLost: boolean
): string {
  const { is_home: isHome, name, environment } = entry;
  if (isHome) return clusterName(entry);
  return t(
    'clusters.clusters.option',
    '{name}{environment, select, none {} other { ({environment})}}{state, select, lost { – not connected} login { – log in} other {}}',
    {
      name,
      environment: environment ? environmentText(environment) : 'none',
      state: isLost ? 'lost' : needsLogin(entry) ? 'login' : 'connected',
    }
  );
}
