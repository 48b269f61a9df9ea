'use strict';
/** Our own lint rules, as a plugin named `house`. */
const { boundaries } = require('./boundaries');
const { literalText } = require('./literal_text');
const { fileName, suppressionReason } = require('./house_style');

module.exports = {
  rules: {
    boundaries,
    'literal-text': literalText,
    'file-name': fileName,
    'suppression-reason': suppressionReason,
  },
};
