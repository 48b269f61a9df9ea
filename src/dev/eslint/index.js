'use strict';
/** The project's own lint rules, as an ESLint plugin named `house`. */
const { declaredCall } = require('./declared_call');
const { literalText } = require('./literal_text');
const { fileName, functionName, literalSpread, suppressionReason } = require('./house_style');

module.exports = {
  rules: {
    'declared-call': declaredCall,
    'literal-text': literalText,
    'file-name': fileName,
    'function-name': functionName,
    'literal-spread': literalSpread,
    'suppression-reason': suppressionReason,
  },
};
