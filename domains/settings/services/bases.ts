import type { Db } from '#kit/server/database.ts'
import { contextOf } from '#kit/server/points.ts'

/** The addresses of the environment, which win over those of the forms. Platform §14.2. */
type Base = 'onepassBase' | 'expressBase' | 'smsBase'

/** Where a service listens: the address of the environment, else the given one of its form; '' when there is none. */
export const baseOf = (db: Db, name: Base, ofForm: string): string => contextOf(db).settings[name] ?? ofForm

/** The keys of the forms that these addresses win over. */
const OVERRIDDEN: Readonly<Record<string, { name: Base; variable: string }>> = {
  onepass_base: { name: 'onepassBase', variable: 'TS_ONEPASS_BASE' },
  logistics_url: { name: 'expressBase', variable: 'TS_EXPRESS_BASE' },
  sms_gateway_url: { name: 'smsBase', variable: 'TS_SMS_BASE' },
}

/** Says by which variable a key is set, and to what; undefined where the form counts. Platform §14.2. */
export function overriddenBy(db: Db, key: string): string | undefined {
  const found = OVERRIDDEN[key]
  const base = found === undefined ? undefined : contextOf(db).settings[found.name]
  return base === undefined ? undefined : `由环境变量 ${found?.variable} 设定：${base}`
}
