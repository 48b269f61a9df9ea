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
