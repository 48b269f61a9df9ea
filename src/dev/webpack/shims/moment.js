'use strict';
/**
 * What `moment` and `moment-timezone` mean in the browser: moment with ten years of zones,
 * downloaded with the first screen that shows dates and from then on in step with the user's
 * settings (src/core/public/integrations/date_integration.ts).
 */
const moment = require('moment-timezone/builds/moment-timezone-with-data-10-year-range');

const link = (globalThis.__sdMoment__ ??= {});
link.loaded = moment;
link.follow?.(moment);

module.exports = moment;
