/** Kinds of saved objects, for people. */
import { EuiFlexGroup, EuiFlexItem, EuiIcon } from '@elastic/eui';
import type { ReactElement } from 'react';
import { i18n } from '@sd/core/public';
import type { HomeObjectType } from '../../common';

interface TypeTexts {
  readonly label: string;
  readonly iconType: string;
}

const TYPES: Readonly<Record<HomeObjectType, () => TypeTexts>> = {
  dashboard: () => ({
    label: i18n.translate('home.type.dashboard', { defaultMessage: 'Dashboard' }),
    iconType: 'dashboardApp',
  }),
  visualization: () => ({
    label: i18n.translate('home.type.visualization', { defaultMessage: 'Visualization' }),
    iconType: 'visualizeApp',
  }),
  search: () => ({
    label: i18n.translate('home.type.search', { defaultMessage: 'Search' }),
    iconType: 'discoverApp',
  }),
  'index-pattern': () => ({
    label: i18n.translate('home.type.indexPattern', { defaultMessage: 'Index pattern' }),
    iconType: 'indexPatternApp',
  }),
};

export function ObjectTypeLabel({ type }: { readonly type: string }): ReactElement {
  const { label, iconType } = Object.hasOwn(TYPES, type)
    ? TYPES[type as HomeObjectType]()
    : { label: type, iconType: 'document' };
  return (
    <EuiFlexGroup gutterSize="s" alignItems="center" responsive={false}>
      <EuiFlexItem grow={false}>
        <EuiIcon type={iconType} aria-hidden />
      </EuiFlexItem>
      <EuiFlexItem grow={false}>{label}</EuiFlexItem>
    </EuiFlexGroup>
  );
}
