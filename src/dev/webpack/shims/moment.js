'use strict';
/**
 * `moment` and `moment-timezone` in the browser: moment with ten years of time zone data, loaded
 * with the first screen that shows dates and then kept in sync with the user's settings
 * (src/core/public/integrations/date_integration.ts).
 */
const moment = require('moment-timezone/builds/moment-timezone-with-data-10-year-range');

const link = (globalThis.__sdMoment__ ??= {});
link.loaded = moment;
link.follow?.(moment);

module.exports = moment;
