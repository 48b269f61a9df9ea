/**
 * The other parts of chroma-js that EUI calls. They are only needed to compute palettes, so not on
 * the login page.
 */
import bezier from '../../../../node_modules/chroma-js/src/generator/bezier.js';
import scale from '../../../../node_modules/chroma-js/src/generator/scale.js';
import chroma from './chroma';

export default Object.assign(chroma, { bezier, scale });
