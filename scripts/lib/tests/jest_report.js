'use strict';
/**
 * A reporter of jest: writes what is known after each file, as a run may be ended before its own
 * end. JEST_REPORT_FILE names the file.
 */
const fs = require('node:fs');

/**
 * @typedef {{ passed: number, failed: number, failedFiles: ReadonlyArray<{ file: string, passed:
 *   number, tookMs: number }> }} Report Counts of tests; a file that does not load is one that
 *   failed.
 */

class JestReport {
  onTestResult(_test, _result, all) {
    const failed = all.testResults.filter(
      ({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError
    );
    const report = {
      passed: all.numPassedTests,
      failed: all.numFailedTests + all.numRuntimeErrorTestSuites,
      failedFiles: failed.map(({ testFilePath, numPassingTests, perfStats }) => ({
        file: testFilePath,
        passed: numPassingTests,
        tookMs: perfStats.end - perfStats.start,
      })),
    };
    fs.writeFileSync(process.env.JEST_REPORT_FILE, JSON.stringify(report));
  }
}

module.exports = JestReport;
