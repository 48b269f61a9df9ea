import { type AppCategory, DEFAULT_APP_CATEGORIES, DEFAULT_PRODUCT_NAME } from '../../../common';
import { i18n } from '../../i18n';

type StandardId = (typeof DEFAULT_APP_CATEGORIES)[keyof typeof DEFAULT_APP_CATEGORIES]['id'];

/** What the standard categories are called on the screen; `kibana` goes by the product's name. */
const STANDARD: Readonly<Partial<Record<StandardId, () => string>>> = {
  enterpriseSearch: () =>
    i18n.translate('core.ui.enterpriseSearchNavList.label', {
      defaultMessage: 'Enterprise Search',
    }),
  observability: () =>
    i18n.translate('core.ui.observabilityNavList.label', { defaultMessage: 'Observability' }),
  securitySolution: () =>
    i18n.translate('core.ui.securityNavList.label', { defaultMessage: 'Security' }),
  management: () =>
    i18n.translate('core.ui.managementNavList.label', { defaultMessage: 'Management' }),
};

/** A plugin may give a standard category another label, which then stands. */
export function categoryLabel({ id, label }: AppCategory, productName: string): string {
  const isStandard = Object.values(DEFAULT_APP_CATEGORIES).some(
    (category) => category.id === id && category.label === label
  );
  if (isStandard && label === DEFAULT_PRODUCT_NAME) return productName;
  return (isStandard && STANDARD[id as StandardId]?.()) || label;
}
