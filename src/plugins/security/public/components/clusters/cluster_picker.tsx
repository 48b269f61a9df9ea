/** Choice of the cluster that the Security app works on; absent without connected clusters. */
import { EuiBadge, EuiFormRow, EuiSelect, EuiSpacer } from '@elastic/eui';
import type { ClusterEntry } from '@sd/contracts';
import { t } from '@sd/core/public';
import { useAppLocation, useServerQuery } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { HOME_CLUSTER } from '../../../common';
import { useAdmin } from '../../services/admin_context';
import { listClusters, onCluster } from '../../services/clusters';
import { ADMIN_ROUTE } from '../../services/paths';
import { environmentText, homeText } from './environment';

export function ClusterPicker(): ReactElement | null {
  const { core, page, cluster } = useAdmin();
  const { pathname } = useAppLocation();
  // Not invalidated by changes of the configuration.
  const { data } = useServerQuery(['clusters'], (signal) => listClusters(core.http, signal));
  if (!data) return null;
  const open = (id: string): void => {
    // The entry of the current page may not exist there, so its list is opened.
    const list = `/${pathname.split('/')[1] ?? ''}`;
    page.assign(core.http.basePath.prepend(onCluster(ADMIN_ROUTE + list, id)));
  };
  const current = cluster?.entry;
  return (
    <>
      <EuiFormRow label={t('security.clusters.picker', 'Cluster')} display="rowCompressed">
        <EuiSelect
          compressed
          data-test-subj="cluster-picker"
          value={current?.id ?? HOME_CLUSTER}
          options={data.map((entry) => ({ value: entry.id, text: optionText(entry) }))}
          onChange={({ target }) => open(target.value)}
        />
      </EuiFormRow>
      {current?.environment && (
        <>
          <EuiSpacer size="xs" />
          <EuiBadge color={current.color ?? COLORS[current.environment]}>
            {environmentText(current.environment)}
          </EuiBadge>
        </>
      )}
      <EuiSpacer size="m" />
    </>
  );
}

const COLORS = { development: 'success', staging: 'warning', production: 'danger' } as const;

function optionText({ is_home: isHome, name, environment }: ClusterEntry): string {
  if (isHome) return homeText();
  if (!environment) return name;
  return t('security.clusters.option', '{name} ({environment})', {
    name,
    environment: environmentText(environment),
  });
}
