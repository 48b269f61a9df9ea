'use strict';
/** Requires calls of the HTTP API to be declared: reports routes and requests of their own. */

const VERBS = new Set(['get', 'post', 'put', 'patch', 'delete']);
const MESSAGES = {
  route:
    'Declare the call in common/calls, and handle it with handle(CALL, …) or respond(CALL, …).',
  request: 'Declare the call in common/calls, and send it with send(http, CALL, …).',
};

/** `http` of `http.get`, `this.http.get` and `core.http.get`. */
const ownerName = ({ object }) =>
  object.type === 'Identifier' ? object.name : object.property?.name;

const declaredCall = {
  meta: { type: 'problem', schema: [], messages: MESSAGES },
  create: (context) => ({
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || !VERBS.has(callee.property.name)) return;
      const name = ownerName(callee);
      if (name === 'router') context.report({ node, messageId: 'route' });
      if (name === 'http') context.report({ node, messageId: 'request' });
    },
  }),
};

module.exports = { declaredCall };
