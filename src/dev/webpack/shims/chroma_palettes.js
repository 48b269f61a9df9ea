/** The parts of chroma-js that only computing palettes needs, so not the login page. */
import bezier from '../../../../node_modules/chroma-js/src/generator/bezier.js';
import scale from '../../../../node_modules/chroma-js/src/generator/scale.js';
import chroma from './chroma';

export default Object.assign(chroma, { bezier, scale });
