import type { OutWireOf } from '#kit/shared/call.ts'
import { request } from '#kit/web/request.ts'
import { getLoginPic } from '../session/login.calls.ts'

/** What the login page shows, and the name of the site. Platform §2.1. */
export type StartConfig = OutWireOf<typeof getLoginPic>

let asked: Promise<StartConfig> | undefined

/** The start configuration, read once per page; a failure is thrown, and it is asked anew the next time. */
export function startConfig(): Promise<StartConfig> {
  asked ??= request(getLoginPic, {}, { quiet: true }).catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}
