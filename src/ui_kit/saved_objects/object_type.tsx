/** Types of saved objects with icon and display name. */
import { EuiIcon } from '@elastic/eui';
import type { ReactElement } from 'react';
import { t } from '@sd/core/public';

interface TypeTexts {
  readonly label: string;
  readonly iconType: string;
}

const TYPES: Readonly<Record<string, () => TypeTexts>> = {
  dashboard: () => ({
    label: t('uiKit.objectType.dashboard', 'Dashboard'),
    iconType: 'dashboardApp',
  }),
  visualization: () => ({
    label: t('uiKit.objectType.visualization', 'Visualization'),
    iconType: 'visualizeApp',
  }),
  search: () => ({
    label: t('uiKit.objectType.search', 'Search'),
    iconType: 'discoverApp',
  }),
  'index-pattern': () => ({
    label: t('uiKit.objectType.indexPattern', 'Index pattern'),
    iconType: 'indexPatternApp',
  }),
  config: () => ({
    label: t('uiKit.objectType.config', 'Advanced settings'),
    iconType: 'gear',
  }),
};

const typeTexts = (type: string): TypeTexts =>
  Object.hasOwn(TYPES, type)
    ? (TYPES[type] as () => TypeTexts)()
    : { label: type, iconType: 'document' };

/** Display name of a saved object type; unknown types are shown by their own name. */
export const objectTypeLabel = (type: string): string => typeTexts(type).label;

/** Props of {@link ObjectType}. */
export interface ObjectTypeProps {
  /** Name of the type, for example `index-pattern`. */
  readonly type: string;
}

/** Shows a saved object type by its icon and display name. */
export function ObjectType({ type }: ObjectTypeProps): ReactElement {
  const { label, iconType } = typeTexts(type);
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
      <EuiIcon type={iconType} aria-hidden />
      {label}
    </span>
  );
}
