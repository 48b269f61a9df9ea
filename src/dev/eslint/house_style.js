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

const LITERALS = { ObjectExpression: 'ObjectExpression', ArrayExpression: 'ArrayExpression' };

/** The formatter decides the layout: members belong in the literal around the spread. */
const literalSpread = {
  meta: {
    type: 'layout',
    fixable: 'code',
    schema: [],
    messages: { spread: 'Write these members without a spread around them.' },
  },
  create(context) {
    const { sourceCode } = context;
    return {
      SpreadElement(node) {
        const { argument, parent } = node;
        const isFlat = LITERALS[argument.type] === parent.type || isArgumentList(node);
        if (!isFlat) return;
        const fix = (fixer) => {
          const [open, close] = [
            sourceCode.getFirstToken(argument),
            sourceCode.getLastToken(argument),
          ];
          const last = sourceCode.getTokenBefore(close);
          const end = last.value === ',' ? last.range[0] : close.range[0];
          const members = sourceCode.text.slice(open.range[1], end);
          const hasComment = sourceCode.getCommentsBefore(close).length > 0;
          return hasComment ? null : fixer.replaceText(node, members.trim());
        };
        context.report({ node, messageId: 'spread', fix });
      },
    };
  },
};

/** A list in place of arguments. */
const isArgumentList = ({ argument, parent }) =>
  argument.type === 'ArrayExpression' &&
  (parent.type === 'CallExpression' || parent.type === 'NewExpression');

/** `isOneOf` and the like; `indexOf` is JavaScript's. */
const PLAIN_OF = /^(is[A-Z].*Of|indexOf|(all|any|list|map|one|onBehalf)Of)$/;
const VERBS_IN_ED = /^(embed|exceed|feed|need|proceed|seed|shed|speed|succeed)$/;

const functionName = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { name: 'Name a function by a verb, or by what it returns; "{{name}}" is neither.' },
  },
  create(context) {
    const check = (id) => {
      const { name } = id;
      const isVague =
        (/[a-z]Of$/.test(name) && !PLAIN_OF.test(name)) ||
        (/^[a-z]+ed$/.test(name) && !VERBS_IN_ED.test(name));
      if (isVague) context.report({ node: id, messageId: 'name', data: { name } });
    };
    return {
      FunctionDeclaration: ({ id }) => id && check(id),
      'VariableDeclarator[id.type="Identifier"] > :matches(ArrowFunctionExpression, FunctionExpression).init':
        ({ parent }) => check(parent.id),
    };
  },
};

module.exports = { fileName, functionName, literalSpread, suppressionReason };
