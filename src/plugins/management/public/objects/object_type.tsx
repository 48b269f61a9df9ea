/** Kinds of saved objects, for people. */
import { EuiIcon } from '@elastic/eui';
import type { ReactElement } from 'react';
import { i18n } from '@sd/core/public';

interface TypeTexts {
  readonly label: string;
  readonly iconType: string;
}

const TYPES: Readonly<Record<string, () => TypeTexts>> = {
  dashboard: () => ({
    label: i18n.translate('management.type.dashboard', { defaultMessage: 'Dashboard' }),
    iconType: 'dashboardApp',
  }),
  visualization: () => ({
    label: i18n.translate('management.type.visualization', { defaultMessage: 'Visualization' }),
    iconType: 'visualizeApp',
  }),
  search: () => ({
    label: i18n.translate('management.type.search', { defaultMessage: 'Search' }),
    iconType: 'discoverApp',
  }),
  'index-pattern': () => ({
    label: i18n.translate('management.type.indexPattern', { defaultMessage: 'Index pattern' }),
    iconType: 'indexPatternApp',
  }),
  config: () => ({
    label: i18n.translate('management.type.config', { defaultMessage: 'Advanced settings' }),
    iconType: 'gear',
  }),
};

/** Types of plugins nobody told us about go by their own name. */
const textsOf = (type: string): TypeTexts =>
  Object.hasOwn(TYPES, type)
    ? (TYPES[type] as () => TypeTexts)()
    : { label: type, iconType: 'document' };

export const typeLabel = (type: string): string => textsOf(type).label;

export function ObjectType({ type }: { readonly type: string }): ReactElement {
  const { label, iconType } = textsOf(type);
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
      <EuiIcon type={iconType} aria-hidden />
      {label}
    </span>
  );
}
