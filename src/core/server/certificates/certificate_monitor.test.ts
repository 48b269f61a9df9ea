import { firstValueFrom } from 'rxjs';
import { inEnglish } from '../i18n';
import { CertificateMonitor } from './certificate_monitor';

const DAY_MS = 86_400_000;

/** A monitor of one certificate that ends on 2027-01-31, at a time before or after that. */
async function monitored(daysBefore: number) {
  const endsAtMs = Date.parse('2027-01-31T00:00:00Z');
  const warnings: string[] = [];
  const monitor = new CertificateMonitor({
    log: { warn: (line) => void warnings.push(String(line)) },
    now: () => endsAtMs - daysBefore * DAY_MS,
  });
  monitor.add(() => [{ file: '/etc/tls.pem', usedBy: 'server.ssl', endsAtMs }]);
  monitor.add(async () => Promise.reject(new Error('a provider that does not respond')));
  await monitor.check();
  const { level, summary } = await firstValueFrom(monitor.status$);
  return { monitor, warnings, level, summary: inEnglish(summary) };
}

it.each([31, 30])('says nothing %s days before the end of a certificate', async (days) => {
  const { level, warnings, monitor } = await monitored(days);
  expect([level, warnings, monitor.ending()]).toEqual(['available', [], []]);
  expect(monitor.secondsLeft.get('/etc/tls.pem')).toBe(days * 86_400);
});

it.each([
  [29.5, 'ends in 29 days'],
  [-2, 'ended 2 days ago'],
])('reports a certificate %s days before its end', async (days, when) => {
  const { level, summary, warnings, monitor } = await monitored(days);
  expect(level).toBe('degraded');
  expect(summary).toContain('/etc/tls.pem (2027-01-31)');
  expect(warnings).toEqual([
    expect.stringContaining(`/etc/tls.pem (server.ssl) ${when}, on 2027-01-31`),
  ]);
  expect(monitor.ending()).toHaveLength(1);
  await monitor.check();
  expect(warnings).toHaveLength(2);
});

it('checks again every day, also certificates that came since', async () => {
  jest.useFakeTimers({ now: Date.parse('2026-12-30T00:00:00Z') });
  try {
    const warnings: string[] = [];
    const monitor = new CertificateMonitor({ log: { warn: (line) => void warnings.push(line) } });
    const files = ['/etc/tls.pem'];
    const endsAtMs = Date.parse('2027-01-31T00:00:00Z');
    monitor.add(() => files.map((file) => ({ file, usedBy: 'server.ssl', endsAtMs })));
    await monitor.start();
    // As on a reload.
    await monitor.start();
    const days: string[][] = [];
    for (let day = 0; day < 4; day++) {
      warnings.length = 0;
      await jest.advanceTimersByTimeAsync(DAY_MS);
      days.push(warnings.map((line) => /[a-z]+\.pem .* in \d+ days/.exec(line)?.[0] ?? line));
      if (day === 2) files.push('/etc/mail.pem');
    }
    expect(days).toEqual([
      [],
      [],
      ['tls.pem (server.ssl) ends in 29 days'],
      ['tls.pem (server.ssl) ends in 28 days', 'mail.pem (server.ssl) ends in 28 days'],
    ]);
    monitor.stop();
    warnings.length = 0;
    await jest.advanceTimersByTimeAsync(DAY_MS);
    expect(warnings).toEqual([]);
  } finally {
    jest.useRealTimers();
  }
});
