'use strict';
/** The project's own lint rules, as an ESLint plugin named `house`. */
const { literalText } = require('./literal_text');
const { fileName, literalSpread, suppressionReason } = require('./house_style');

module.exports = {
  rules: {
    'literal-text': literalText,
    'file-name': fileName,
    'literal-spread': literalSpread,
    'suppression-reason': suppressionReason,
  },
};
