/** First script of every page. The plugin registry precedes it (webpack.config.js). */
import { bootstrap } from './bootstrap';
import { browserLog } from './utils/browser_log';

bootstrap().catch((error: unknown) => {
  // Without metadata there is no fatal error screen; the page keeps its message that loading
  // failed.
  browserLog.error(error);
});
