/** Of the page about connections, and of what leads there. */
import { i18n } from '@sd/core/public';

export const connectionsTitle = (): string =>
  i18n.translate('security.connections.title', { defaultMessage: 'Connections' });
