/**
 * Stands in for chroma-js, whose index registers every colour space, the names of CSS and the
 * palettes of ColorBrewer. These are the parts that EUI and its themes call; chroma.test.ts
 * compares the two. Colours by name ("red") are not known: EUI takes hex, rgb and hsl.
 */
import chroma from '../../../../node_modules/chroma-js/src/chroma.js';
import '../../../../node_modules/chroma-js/src/io/css/index.js';
import '../../../../node_modules/chroma-js/src/io/hex/index.js';
import '../../../../node_modules/chroma-js/src/io/hsl/index.js';
import '../../../../node_modules/chroma-js/src/io/hsv/index.js';
import '../../../../node_modules/chroma-js/src/io/lab/index.js';
import '../../../../node_modules/chroma-js/src/io/rgb/index.js';
import '../../../../node_modules/chroma-js/src/ops/alpha.js';
import '../../../../node_modules/chroma-js/src/ops/darken.js';
import '../../../../node_modules/chroma-js/src/ops/get.js';
import '../../../../node_modules/chroma-js/src/ops/luminance.js';
import '../../../../node_modules/chroma-js/src/ops/mix.js';
import '../../../../node_modules/chroma-js/src/ops/set.js';
import '../../../../node_modules/chroma-js/src/interpolator/rgb.js';
import bezier from '../../../../node_modules/chroma-js/src/generator/bezier.js';
import mix from '../../../../node_modules/chroma-js/src/generator/mix.js';
import scale from '../../../../node_modules/chroma-js/src/generator/scale.js';
import contrast from '../../../../node_modules/chroma-js/src/utils/contrast.js';
import valid from '../../../../node_modules/chroma-js/src/utils/valid.js';

export default Object.assign(chroma, { bezier, contrast, interpolate: mix, mix, scale, valid });
