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
