/**
 * The rest of what EUI calls of chroma-js: only where it computes palettes, so not on the login
 * page.
 */
import bezier from '../../../../node_modules/chroma-js/src/generator/bezier.js';
import scale from '../../../../node_modules/chroma-js/src/generator/scale.js';
import chroma from './chroma';

export default Object.assign(chroma, { bezier, scale });
