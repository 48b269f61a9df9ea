'use strict';
/** Groups differences by cause and shows the smallest example of each. */

const EXAMPLE_LENGTH = 400;

/** The key of differences that one fix would resolve. */
function causeOf({ call, verdict, ours, theirs }) {
  return [
    verdict,
    call.kind,
    call.method,
    `${ours.status} for ${theirs.status}`,
    `${summaryOf(ours)} / ${summaryOf(theirs)}`,
  ].join(' | ');
}

/** The message without names. */
function summaryOf({ body, status }) {
  if (typeof body === 'string') return shortened(body.replace(/\d+/g, 'N'), 60);
  const message = body?.message ?? body?.reason ?? body?.error?.reason ?? body?.error;
  if (typeof message === 'string')
    return shortened(message.replace(/'[^']*'/g, "'…'").replace(/\[[^\]]*\]/g, '[…]'), 80);
  return status < 400 ? 'content' : Object.keys(body ?? {}).join(',');
}

const shortened = (text, length) => (text.length > length ? `${text.slice(0, length)}…` : text);

/**
 * @param {import('./rest').Finding[]} findings
 * @returns {{ cause: string, count: number, example: import('./rest').Finding }[]}
 */
function causes(findings) {
  return sorted(findings, ['equal', 'waived'], causeOf);
}

/**
 * The observed intentional differences.
 * @returns {ReturnType<typeof causes>}
 */
const waivers = (findings) =>
  sorted(
    findings.filter(({ verdict }) => verdict === 'waived'),
    [],
    ({ waiver }) => `on purpose: ${waiver}`
  );

/** Groups findings, the most frequent first, each with its smallest example. */
function sorted(findings, left, nameOf) {
  const found = new Map();
  for (const finding of findings) {
    if (left.includes(finding.verdict)) continue;
    const cause = nameOf(finding);
    const known = found.get(cause);
    const size = (finding.call.body ?? '').length + finding.call.path.length;
    if (!known) found.set(cause, { cause, count: 1, size, example: finding });
    else {
      known.count++;
      if (size < known.size) Object.assign(known, { size, example: finding });
    }
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}

function describeCause({ cause, count, example: { call, ours, theirs } }) {
  const type = call.headers['content-type'];
  return `${count} × ${cause}
  ${call.who}: ${call.method} ${call.path}${type && type !== 'application/json' ? ` (${type})` : ''}
  ${shortened(call.body ?? '', EXAMPLE_LENGTH)}
  product: ${ours.status} ${shortened(ours.text, EXAMPLE_LENGTH)}
  cluster: ${theirs.status} ${shortened(theirs.text, EXAMPLE_LENGTH)}
`;
}

module.exports = { causes, told: describeCause, waivers };
