import { i18n } from '@sd/core/public';
import type { Facet } from '@sd/ui_kit';

/** Reserved or Custom. Source: specification section 2.1. */
export const customizationFacet = (): Facet => ({
  name: 'customization',
  label: i18n.translate('security.facet.customization', { defaultMessage: 'Customization' }),
  options: [
    {
      value: 'reserved',
      label: i18n.translate('security.facet.reserved', { defaultMessage: 'Reserved' }),
    },
    {
      value: 'custom',
      label: i18n.translate('security.facet.custom', { defaultMessage: 'Custom' }),
    },
  ],
});
