import type { Settings } from '#kit/server/settings.ts'

type Bases = Partial<Record<'onepass' | 'express' | 'sms', string>>

let bases: Bases = {}

/** Takes the addresses of the environment, which win over those of the forms; once per process. Platform §14.2. */
export function keepBases({ onepassBase, expressBase, smsBase }: Settings): void {
  bases = {
    ...(onepassBase === undefined ? {} : { onepass: onepassBase }),
    ...(expressBase === undefined ? {} : { express: expressBase }),
    ...(smsBase === undefined ? {} : { sms: smsBase }),
  }
}

/** Where a service listens: the address of the environment, else the given one of its form; '' when there is none. */
export const baseOf = (name: keyof Bases, ofForm: string): string => bases[name] ?? ofForm

/** The keys of the forms that these addresses win over. */
const OVERRIDDEN: Readonly<Record<string, { name: keyof Bases; variable: string }>> = {
  onepass_base: { name: 'onepass', variable: 'TS_ONEPASS_BASE' },
  logistics_url: { name: 'express', variable: 'TS_EXPRESS_BASE' },
  sms_gateway_url: { name: 'sms', variable: 'TS_SMS_BASE' },
}

/** Says by which variable a key is set, and to what; undefined where the form counts. Platform §14.2. */
export function overriddenBy(key: string): string | undefined {
  const found = OVERRIDDEN[key]
  const base = found === undefined ? undefined : bases[found.name]
  return base === undefined ? undefined : `由环境变量 ${found?.variable} 设定：${base}`
}
