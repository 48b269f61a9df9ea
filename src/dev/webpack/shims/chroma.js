/**
 * Replaces chroma-js by the parts that EUI and its themes call, except those for palettes
 * (chroma_palettes.js). shims.test.ts compares it with chroma-js.
 */
import chroma from '../../../../node_modules/chroma-js/src/chroma.js';
import Color from '../../../../node_modules/chroma-js/src/Color.js';
import input from '../../../../node_modules/chroma-js/src/io/input.js';
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
import mix from '../../../../node_modules/chroma-js/src/generator/mix.js';
import contrast from '../../../../node_modules/chroma-js/src/utils/contrast.js';
import valid from '../../../../node_modules/chroma-js/src/utils/valid.js';

/** The color names in EUI's code: for fades (red) and for the ends of palettes. */
const NAMED = { black: '#000', red: '#f00', white: '#fff' };

input.format.named = (name) => new Color(NAMED[String(name).toLowerCase()], 'hex')._rgb;
input.autodetect.push({
  p: 5,
  test: (name, ...rest) =>
    rest.length === 0 && Object.hasOwn(NAMED, String(name).toLowerCase()) ? 'named' : undefined,
});

export default Object.assign(chroma, { contrast, interpolate: mix, mix, valid });
