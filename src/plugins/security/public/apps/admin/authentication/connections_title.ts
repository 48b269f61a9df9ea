/** Title of the connections page and of the links to it. */
import { i18n } from '@sd/core/public';

export const connectionsTitle = (): string =>
  i18n.translate('security.connections.title', { defaultMessage: 'Connections' });
