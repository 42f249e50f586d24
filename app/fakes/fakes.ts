import { startFakeApple } from './apple.ts'
import { startFakeExpress } from './express.ts'
import type { Listening } from './local.ts'
import { startFakeOnepass } from './onepass.ts'
import { startFakePay } from './pay.ts'
import { startFakeSms } from './sms.ts'
import { startFakeWechat } from './wechat.ts'

/** The stand-ins of services outside by their names in TS_FAKE: what starts one, and the variable it stands for. */
const FAKES: Record<string, { variable: string; start(): Promise<Listening> }> = {
  wechat: { variable: 'TS_WECHAT_API_BASE', start: startFakeWechat },
  sms: { variable: 'TS_SMS_BASE', start: startFakeSms },
  express: { variable: 'TS_EXPRESS_BASE', start: startFakeExpress },
  onepass: { variable: 'TS_ONEPASS_BASE', start: startFakeOnepass },
  pay: { variable: 'TS_PAY_BASE', start: startFakePay },
  apple: { variable: 'TS_APPLE_BASE', start: startFakeApple },
}

export interface Fakes {
  /** where they listen, by the variable of the environment that says so */
  bases: Record<string, string>
  stop(): Promise<void>
}

/** Starts stand-ins for development and trials; never in production. Platform §14.2 TS_FAKE. */
export async function startFakes(names: readonly string[]): Promise<Fakes> {
  const bases: Record<string, string> = {}
  const running: Listening[] = []
  for (const name of new Set(names)) {
    const fake = FAKES[name]
    if (fake === undefined) continue
    const one = await fake.start()
    bases[fake.variable] = one.base
    running.push(one)
  }
  return {
    bases,
    async stop() {
      await Promise.all(running.map((one) => one.stop()))
    },
  }
}
