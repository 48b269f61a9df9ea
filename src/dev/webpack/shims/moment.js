'use strict';
/**
 * What `moment` and `moment-timezone` mean in the browser: moment with ten years of zones, downloaded with the first
 * screen that shows dates and from then on in step with the user's settings
 * (src/core/public/integrations/date_integration.ts).
 */
const moment = require('moment-timezone/builds/moment-timezone-with-data-10-year-range');

const door = (globalThis.__sdMoment__ ??= {});
door.loaded = moment;
door.follow?.(moment);

module.exports = moment;
