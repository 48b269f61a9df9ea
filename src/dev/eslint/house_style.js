'use strict';
/** Project-specific style rules: file names, and reasons for suppressions. */
const path = require('node:path');

const SNAKE_CASE = /^[a-z0-9]+(_[a-z0-9]+)*(\.slow)?(\.(test|spec|d))?\.(tsx?|js)$/;

const fileName = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { name: 'File names are snake_case after their main export, "{{name}}" is not.' },
  },
  create(context) {
    return {
      Program(node) {
        const name = path.basename(context.filename);
        if (!SNAKE_CASE.test(name)) context.report({ node, messageId: 'name', data: { name } });
      },
    };
  },
};

const SUPPRESSION = /^\s*(eslint-disable|@ts-expect-error|@ts-ignore|@ts-nocheck)/;
const WITH_REASON = /(--\s*\S|@ts-expect-error[\s:-]+\S)/;

const suppressionReason = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { reason: 'A suppression says why: add " -- reason" after it.' },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (SUPPRESSION.test(comment.value) && !WITH_REASON.test(comment.value)) {
            context.report({ loc: comment.loc, messageId: 'reason' });
          }
        }
      },
    };
  },
};

module.exports = { fileName, suppressionReason };
