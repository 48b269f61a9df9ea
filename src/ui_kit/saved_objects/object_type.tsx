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
    label: i18n.translate('uiKit.objectType.dashboard', { defaultMessage: 'Dashboard' }),
    iconType: 'dashboardApp',
  }),
  visualization: () => ({
    label: i18n.translate('uiKit.objectType.visualization', { defaultMessage: 'Visualization' }),
    iconType: 'visualizeApp',
  }),
  search: () => ({
    label: i18n.translate('uiKit.objectType.search', { defaultMessage: 'Search' }),
    iconType: 'discoverApp',
  }),
  'index-pattern': () => ({
    label: i18n.translate('uiKit.objectType.indexPattern', { defaultMessage: 'Index pattern' }),
    iconType: 'indexPatternApp',
  }),
  config: () => ({
    label: i18n.translate('uiKit.objectType.config', { defaultMessage: 'Advanced settings' }),
    iconType: 'gear',
  }),
};

const textsOf = (type: string): TypeTexts =>
  Object.hasOwn(TYPES, type)
    ? (TYPES[type] as () => TypeTexts)()
    : { label: type, iconType: 'document' };

/** What people call a type of saved objects; one that nobody told us about goes by its own name. */
export const objectTypeLabel = (type: string): string => textsOf(type).label;

/** Props of {@link ObjectType}. */
export interface ObjectTypeProps {
  /** As saved objects have it, for example `index-pattern`. */
  readonly type: string;
}

/** A type of saved objects by its icon and its name for people. */
export function ObjectType({ type }: ObjectTypeProps): ReactElement {
  const { label, iconType } = textsOf(type);
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
      <EuiIcon type={iconType} aria-hidden />
      {label}
    </span>
  );
}
