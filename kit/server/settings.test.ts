import { expect, test } from 'vitest'
import { describeSettings, readSettings, SettingsError } from './settings.ts'

function faults(env: Record<string, string>): string[] {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.list
    throw error
  }
  return []
}

test('without variables the defaults of the design hold', () => {
  expect(readSettings({})).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    dataDir: 'data',
    trustProxy: [],
    adminAccount: 'admin',
    demo: false,
    envelope: 'optional',
    loginCaptcha: 'always',
    logLevel: 'info',
    backupDir: 'data/backups',
    backupCron: '0 30 2 * * *',
    migrate: 'auto',
    bodyLimitMb: 2,
    previewHosts: [],
    timeZone: 'Asia/Shanghai',
    workers: 1,
  })
  expect(readSettings({ TS_PORT: ' ', TS_DATABASE_URL: '' })).toEqual(readSettings({}))
})

test('every variable arrives under its name', () => {
  expect(
    readSettings({
      TS_PORT: '9000',
      TS_DATA_DIR: '/srv/ts',
      TS_DATABASE_URL: 'postgres://u:p@/db?host=/run/pg',
      TS_DATABASE_REPLICA_URL: 'postgres://u:p@replica/db',
      TS_S3_URL: 'https://key:secret@store.example/bucket',
      TS_SITE_URL: 'https://shop.example/',
      TS_TRUST_PROXY: 'loopback, 10.0.0.0/8,::1',
      TS_DEMO: '1',
      TS_FAKE: 'sms,wechat',
      TS_PREVIEW_HOSTS: 'cdn.example.com, *.example.org',
      TS_TZ: 'UTC',
      TS_WORKERS: '3',
    }),
  ).toMatchObject({
    port: 9000,
    databaseUrl: 'postgres://u:p@/db?host=/run/pg',
    databaseReplicaUrl: 'postgres://u:p@replica/db',
    s3Url: 'https://key:secret@store.example/bucket',
    siteUrl: 'https://shop.example',
    trustProxy: ['loopback', '10.0.0.0/8', '::1'],
    demo: true,
    fake: ['sms', 'wechat'],
    backupDir: '/srv/ts/backups',
    previewHosts: ['cdn.example.com', '*.example.org'],
    timeZone: 'UTC',
    workers: 3,
  })
})

test.each([
  ['TS_PORT', '65536'],
  ['TS_PORT', '80a'],
  ['TS_DATABASE_URL', 'mysql://x'],
  ['TS_S3_URL', 'bucket'],
  ['TS_SECRET_KEY', 'short'],
  ['TS_SITE_URL', 'ftp://x'],
  ['TS_TRUST_PROXY', '10.0.0.0/33'],
  ['TS_TRUST_PROXY', 'yes'],
  ['TS_DEMO', 'yes'],
  ['TS_ENVELOPE', 'on'],
  ['TS_ENVELOPE_FALLBACK_KEY', 'x'],
  ['TS_LOGIN_CAPTCHA', 'never'],
  ['TS_LOG_LEVEL', 'loud'],
  ['TS_METRICS_TOKEN', 'abc'],
  ['TS_SAP_BASE', 'sap'],
  ['TS_FAKE', 'bank'],
  ['TS_BACKUP_CRON', '30 2 * * *'],
  ['TS_MIGRATE', 'yes'],
  ['TS_BODY_LIMIT_MB', '0'],
  ['TS_PREVIEW_HOSTS', 'a b'],
  ['TS_TZ', 'Asia/Nowhere'],
  ['TS_WORKERS', '-1'],
])('%s=%s is refused by name', (name, value) => {
  expect(faults({ [name]: value })).toEqual([
    expect.stringMatching(new RegExp(`^${name}：.*\\p{Script=Han}`, 'u')),
  ])
})

test('all faults are told at once', () => {
  expect(faults({ TS_PORT: 'x', TS_TZ: 'y', TS_DEMO: '2' })).toHaveLength(3)
})

test('the stand-ins are refused in production', () => {
  expect(faults({ TS_FAKE: 'sms', NODE_ENV: 'production' })).toEqual(['TS_FAKE：生产环境不可使用'])
})

test('the description shows every value and no secret', () => {
  const lines = describeSettings(
    readSettings({
      TS_SECRET_KEY: 'ab'.repeat(32),
      TS_ADMIN_PASSWORD: 'Hidden-1',
      TS_METRICS_TOKEN: 'hidden-token-0000',
      TS_ENVELOPE_FALLBACK_KEY: 'e'.repeat(32),
      TS_DATABASE_URL: 'postgres://someone:pass-word@db.example/ts',
      TS_S3_URL: 'https://key:store-secret@s3.example/b',
    }),
  )
  const all = lines.join('\n')
  for (const secret of ['abab', 'Hidden-1', 'hidden-token', 'eeee', 'pass-word', 'store-secret']) {
    expect(all).not.toContain(secret)
  }
  expect(lines).toContain('TS_SECRET_KEY=******')
  expect(lines).toContain('TS_DATABASE_URL=postgres://someone:******@db.example/ts')
  expect(lines).toContain('TS_PORT=8080')
  expect(lines).toContain('TS_TZ=Asia/Shanghai')
  expect(lines).toContain('TS_SAP_BASE=')
})
