'use strict';
/** Sorts differences by their cause and shows the smallest example of each. */

const SHOWN = 400;

/** What two differences have in common when one mend would end both. */
function causeOf({ call, verdict, ours, theirs }) {
  return [
    verdict,
    call.kind,
    call.method,
    `${ours.status} for ${theirs.status}`,
    `${summaryOf(ours)} / ${summaryOf(theirs)}`,
  ].join(' | ');
}

/** The message without the names in it. */
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
  const found = new Map();
  for (const finding of findings) {
    if (finding.verdict === 'equal' || finding.verdict === 'waived') continue;
    const cause = causeOf(finding);
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

function told({ cause, count, example: { call, ours, theirs } }) {
  const type = call.headers['content-type'];
  return `${count} × ${cause}
  ${call.who}: ${call.method} ${call.path}${type && type !== 'application/json' ? ` (${type})` : ''}
  ${shortened(call.body ?? '', SHOWN)}
  product: ${ours.status} ${shortened(ours.text, SHOWN)}
  cluster: ${theirs.status} ${shortened(theirs.text, SHOWN)}
`;
}

/** How often each difference on purpose was met. @returns {[string, number][]} */
function waivers(findings) {
  const counts = new Map();
  for (const { waiver } of findings)
    if (waiver !== undefined) counts.set(waiver, (counts.get(waiver) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

module.exports = { causes, told, waivers };
