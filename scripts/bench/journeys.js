'use strict';
/** Common administration tasks, measured in clicks, fields and seconds. */
const { excesses, journeys, walk } = require('../lib/bench/journeys/run');

const boundText = ({ bound }) =>
  'clicks' in bound ? `${bound.clicks} clicks` : `${bound.acts} clicks and fields`;

const bestText = ({ best }) => (best ? `${best.who}: ${best.clicks} + ${best.fields}` : 'none');

module.exports = {
  name: 'Journeys',
  columns: ['Journey', 'Clicks', 'Fields', 'Seconds', 'Bound', 'Best of the others'],
  async run() {
    const rows = [];
    for (const journey of journeys())
      for (const way of Object.keys(journey.ways)) {
        const measured = await walk(journey, way);
        rows.push([
          way === 'mouse' ? journey.title : `… by ${way}`,
          String(measured.clicks),
          String(measured.fields),
          measured.seconds.toFixed(1),
          [boundText(journey), ...excesses(journey, measured)].join('; '),
          bestText(journey),
        ]);
      }
    return rows;
  },
};
