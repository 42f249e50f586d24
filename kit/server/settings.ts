import { join } from 'node:path'
import { CronExpressionParser } from 'cron-parser'
import { z } from 'zod'
import { isNetwork } from './network.ts'
import { parseSecretKey } from './secrets.ts'

const text = z.string()
const number = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, '须为整数')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `须在 ${min} 到 ${max} 之间`)
const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.enum(values, `须为 ${values.join('、')} 之一`)
const address = (...protocols: string[]) =>
  text.refine(
    (value) => {
      // pg's form for a Unix socket has no host, which URL does not accept.
      const url = URL.parse(value.replace('@/', '@localhost/'))
      return url !== null && protocols.includes(url.protocol)
    },
    `须为 ${protocols.map((protocol) => `${protocol}//`).join(' 或 ')} 开头的地址`,
  )
const list = <T extends z.ZodType<string, string>>(item: T) =>
  text
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(item))
const web = address('http:', 'https:')
const proxy = text.refine(
  (value) => ['loopback', 'linklocal', 'uniquelocal'].includes(value) || isNetwork(value),
  '须为 off、loopback、linklocal、uniquelocal 或 IP、网段',
)
const FAKES = ['wechat', 'sms', 'express', 'onepass', 'pay', 'apple'] as const

// One line per variable of platform §14.2, in its order; `variable` gives its name outside.
const SCHEMA = z.object({
  port: number(0, 65_535).default(8080),
  host: text.default('0.0.0.0'),
  dataDir: text.default('data'),
  databaseUrl: address('postgres:', 'postgresql:').optional(),
  databaseReplicaUrl: address('postgres:', 'postgresql:').optional(),
  s3Url: web.optional(),
  secretKey: text
    .refine((value) => parseSecretKey(value) !== undefined, '须为 64 位十六进制或 32 字节的 base64')
    .optional(),
  siteUrl: web.transform((value) => value.replace(/\/+$/, '')).optional(),
  // Addresses and networks whose forwarded-for headers count; none: nobody's.
  trustProxy: text
    .transform((value) => (value === 'off' ? '' : value))
    .pipe(list(proxy))
    .default([]),
  adminAccount: text.default('admin'),
  adminPassword: text.optional(),
  demo: oneOf('0', '1')
    .transform((value) => value === '1')
    .default(false),
  envelope: oneOf('optional', 'required', 'off').default('optional'),
  envelopeFallbackKey: text.regex(/^[\x21-\x7e]{32}$/, '须为 32 个可见字符').optional(),
  loginCaptcha: oneOf('always', 'after', 'off').default('always'),
  logLevel: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
  metricsToken: text.min(16, '至少 16 个字符').optional(),
  wechatApiBase: web.optional(),
  onepassBase: web.optional(),
  expressBase: web.optional(),
  smsBase: web.optional(),
  sapBase: web.optional(),
  payBase: web.optional(),
  appleBase: web.optional(),
  // Services outside may lie on this machine or in a network of the house.
  outsidePrivate: oneOf('0', '1')
    .transform((value) => value === '1')
    .default(false),
  fake: list(oneOf(...FAKES)).default([]),
  backupDir: text.optional(),
  backupCron: text.refine(isCron, '须为六段的 cron 表达式').default('0 30 2 * * *'),
  migrate: oneOf('auto', 'check', 'off').default('auto'),
  bodyLimitMb: number(1, 100).default(2),
  previewHosts: list(text.regex(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/i, '须为主机名')).default([]),
  timeZone: text.refine(isTimeZone, '不是时区名称').default('Asia/Shanghai'),
  workers: number(0, 64).default(1),
  // Seconds without work after which a worker ends; 0: never.
  workerIdle: number(0, 86_400).default(30),
})

const SECRET: readonly string[] = ['secretKey', 'adminPassword', 'envelopeFallbackKey', 'metricsToken']

export type Settings = z.output<typeof SCHEMA> & { backupDir: string }

/** All that is wrong with the environment, one line per variable; the program ends with 78 on it. */
export class SettingsError extends Error {
  readonly list: string[]

  constructor(list: string[]) {
    super(`配置有误：\n${list.map((line) => `  ${line}`).join('\n')}`)
    this.name = 'SettingsError'
    this.list = list
  }
}

/**
 * Reads and checks all variables of platform §14.2 together; empty ones count as not given.
 * Throws SettingsError with every fault at once.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.keys(SCHEMA.shape).map((name) => [name, env[variable(name)]?.trim() || undefined]),
  )
  const parsed = SCHEMA.safeParse(given)
  const faults =
    parsed.error?.issues.map(({ path, message }) => `${variable(String(path[0]))}：${message}`) ?? []
  if (env.NODE_ENV === 'production' && given.fake !== undefined) faults.push('TS_FAKE：生产环境不可使用')
  if (!parsed.success || faults.length > 0) throw new SettingsError(faults)
  return { ...parsed.data, backupDir: parsed.data.backupDir ?? join(parsed.data.dataDir, 'backups') }
}

/** The effective values as `NAME=value` lines for `config:print`, secrets and passwords in addresses hidden. */
export function describeSettings(settings: Settings): string[] {
  return Object.keys(SCHEMA.shape).map((name) => {
    const value = Object.entries(settings).find(([key]) => key === name)?.[1]
    if (value === undefined) return `${variable(name)}=`
    return `${variable(name)}=${SECRET.includes(name) ? '******' : shown(value)}`
  })
}

function shown(value: string | number | boolean | string[]): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return String(value).replace(/(?<=\/\/[^/@]*:)[^/@]*(?=@)/, '******')
}

function variable(name: string): string {
  if (name === 'timeZone') return 'TS_TZ'
  return `TS_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

function isCron(value: string): boolean {
  try {
    CronExpressionParser.parse(value, { strict: true })
    return true
  } catch {
    return false
  }
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}
