import { mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LoggingService, type LoggingOptions } from './logging_service';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';

function create(options: Partial<LoggingOptions> = {}) {
  const lines: string[] = [];
  const service = new LoggingService(
    { level: 'info', json: true, dest: 'stdout', ...options },
    {
      writer: {
        write: (line) => void lines.push(line),
        flush: () => undefined,
        reopen: () => undefined,
        close: () => undefined,
      },
      now: () => 0,
    }
  );
  return { service, log: service.root, lines, last: () => JSON.parse(lines.at(-1) as string) };
}

describe('log lines', () => {
  // @asvs V1.7/1
  it('have the documented shape', () => {
    const { log, last } = create();
    log.get('plugins', 'security').get('session').info('Logged in', { userName: 'anna' });
    expect(last()).toEqual({
      type: 'log',
      '@timestamp': '1970-01-01T00:00:00.000Z',
      tags: ['info', 'plugins', 'security', 'session'],
      pid: process.pid,
      message: 'Logged in',
      userName: 'anna',
    });
  });

  it('are written from the configured level up', () => {
    const { log, lines } = create({ level: 'warn' });
    log.info('no');
    log.debug('no');
    log.warn('yes');
    log.error('yes');
    expect(lines).toHaveLength(2);
    expect([log.isEnabled('info'), log.isEnabled('error')]).toEqual([false, true]);
    const off = create({ level: 'off' });
    off.log.error(new Error('no'));
    expect(off.lines).toEqual([]);
  });

  it('of requests have a separate level', () => {
    const enabled = (options: Partial<LoggingOptions>) => {
      const { service } = create(options);
      return [service.access.isEnabled('info'), service.access.isEnabled('warn')];
    };
    expect(enabled({})).toEqual([false, true]);
    expect(enabled({ level: 'debug' })).toEqual([true, true]);
    expect(enabled({ level: 'error', access: true })).toEqual([true, true]);
    expect(enabled({ level: 'error' })).toEqual([false, false]);
  });

  it('include errors with stack and cause', () => {
    const { log, last } = create();
    log.error(new Error('outer', { cause: new Error('inner') }));
    expect(last()).toMatchObject({
      message: 'outer',
      error: {
        name: 'Error',
        stack: expect.stringContaining('outer'),
        cause: { message: 'inner' },
      },
    });
  });

  // @asvs V7.1/1
  it('contain no secrets', () => {
    const { log, lines } = create();
    log.info('Calling http://user:hunter2@host/?token=hunter2&x=1 with Basic aHVudGVyMg==', {
      headers: { Authorization: 'hunter2', cookie: 'hunter2', 'x-other': 'Bearer hunter2hunter2' },
      body: {
        password: 'hunter2',
        current_password: 'hunter2',
        nested: [{ sessionId: 'hunter2', clientSecret: 'hunter2' }],
      },
      error: new Error('failed for https://a:hunter2@b'),
    });
    log.error(new Error('password https://a:hunter2@b'));
    expect(lines.join('\n')).not.toMatch(/hunter2|aHVudGVyMg/);
    expect(lines[0]).toContain('x=1');
  });

  it('support cycles and large values', () => {
    const { log, last } = create();
    const cycle: Record<string, unknown> = {
      list: Array.from({ length: 1000 }, (_, i) => i),
      big: 1n,
    };
    cycle['self'] = cycle;
    log.info('x', { cycle });
    expect(last().cycle.list).toHaveLength(100);
    expect(JSON.stringify(last())).toContain('[deeper]');
  });

  // @asvs V7.3.1/1
  it('can be plain text, safe for a terminal', () => {
    const { log, lines } = create({ json: false });
    log.get('http').info('GET \u001b[31m/x\r\nforged', { tookMs: 1 });
    expect(lines).toEqual(['00:00:00.000 INFO  [http] GET ?[31m/x?\nforged {"tookMs":1}']);
  });
});

describe('a log file', () => {
  it('contains whole lines, and only its owner can read it', async () => {
    const folder = temporaryFolder();
    const dest = join(folder, 'sd.log');
    const service = new LoggingService({ level: 'info', dest });
    service.root.info('one');
    service.root.info('two');
    service.flush();
    expect(
      readFileSync(dest, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).message)
    ).toEqual(['one', 'two']);
    expect(statSync(dest).mode & 0o777).toBe(0o600);
    service.root.info('three');
    service.stop();
    expect(readFileSync(dest, 'utf8')).toContain('three');
  });

  it('is reopened by name after log rotation', () => {
    const folder = temporaryFolder();
    const dest = join(folder, 'sd.log');
    const service = new LoggingService({ level: 'info', dest });
    service.root.info('one');
    renameSync(dest, `${dest}.1`);
    service.reopen();
    service.root.info('two');
    renameSync(dest, `${dest}.2`);
    mkdirSync(dest);
    expect(() => service.reopen()).toThrow(`Cannot write the log file ${dest}`);
    service.root.info('three');
    service.stop();
    service.reopen();
    expect(readFileSync(`${dest}.1`, 'utf8')).toMatch(/one.*\n$/);
    expect(readFileSync(`${dest}.2`, 'utf8')).toMatch(/two.*\n.*three.*\n$/);
  });

  it('is named in the error if it cannot be written', () => {
    expect(() => new LoggingService({ level: 'info', dest: '/nowhere/x.log' })).toThrow(
      'Cannot write the log file /nowhere/x.log (logging.dest)'
    );
  });
});
