'use strict';
/** The project's own lint rules, as an ESLint plugin named `house`. */
const { declaredCall } = require('./declared_call');
const { literalText } = require('./literal_text');
const { fileName, literalSpread, suppressionReason } = require('./house_style');

module.exports = {
  rules: {
    'declared-call': declaredCall,
    'literal-text': literalText,
    'file-name': fileName,
    'literal-spread': literalSpread,
    'suppression-reason': suppressionReason,
  },
};
