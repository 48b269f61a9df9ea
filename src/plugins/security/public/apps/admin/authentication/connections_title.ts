/** Title of the connections page and of the links to it. */
import { t } from '@sd/core/public';

export const connectionsTitle = (): string =>
  t('security.connections.title', 'Connection settings');
