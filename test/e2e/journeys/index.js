'use strict';
/** Names of the files in `definitions`, with their journeys, in the order of their names. */
const fs = require('node:fs');
const path = require('node:path');

const FOLDER = path.join(__dirname, 'definitions');

/** @type {Array<[name: string, journey: any]>} */
const JOURNEYS = fs
  .readdirSync(FOLDER)
  .map((file) => [path.basename(file, '.js'), require(path.join(FOLDER, file))]);

module.exports = { JOURNEYS };
