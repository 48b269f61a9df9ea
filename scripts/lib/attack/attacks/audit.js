'use strict';
/** Attempts to suppress or forge audit events. */
const { basic, runPool } = require('../http');
const { ENGINE } = require('../people');

const MARK = 'atk_marker_of_a_change';

const auditFlood = {
  name: 'audit_flood',
  what: 'refusals by strangers that push a recorded change out of a small audit log',
  start: async () => ({ args: ['--engine.audit.max_size_mib=1'] }),
  async fire({ fire, people: users, check, until, isShort }) {
    const { admin } = users;
    await fire({
      method: 'PUT',
      path: `${ENGINE}/api/roles/${MARK}`,
      headers: admin.headers,
      body: { cluster_permissions: [] },
    });
    const find = async () => {
      const { text } = await fire({
        path: `/api/v1/audit/events?search=${MARK}`,
        headers: admin.headers,
      });
      return text.includes(MARK);
    };
    check(await until(find, 5_000), 'the change was not recorded at all');
    const jobs = Array.from(
      { length: isShort ? 5_000 : 20_000 },
      (_, at) => () =>
        fire({
          path: `${ENGINE}/api/internalusers/${'n'.repeat(300)}${at}`,
          headers: at % 20 ? {} : { authorization: basic(`stranger${at}`, 'x') },
          from: `127.0.0.${10 + (at % 40)}`,
        })
    );
    await runPool(50, jobs);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    check(await find(), 'strangers have pushed a recorded change out of the audit log');
  },
};

module.exports = [auditFlood];
