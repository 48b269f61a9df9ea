/** First script of every page. The registry of plugins stands before it (webpack.config.js). */
import { bootstrap } from './bootstrap';
import { browserLog } from './utils/browser_log';

bootstrap().catch((error: unknown) => {
  // Without metadata there is no fatal screen; the page keeps saying that it did not load.
  browserLog.error(error);
});
