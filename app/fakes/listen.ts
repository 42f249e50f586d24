import { type Listening, listenLocally } from './local.ts'

/** What a stand-in is asked. */
export interface Asked {
  /** without slashes at its ends */
  path: string
  body: Record<string, unknown>
  /** of the authorization header */
  token: string
}

/** What it answers: the envelope of docs/outside.md, or an error of HTTP. */
export type Told = { code: number; msg?: string; data?: unknown } | { http: number }

/** A stand-in of a service outside; JSON in the form of docs/outside.md. */
export function listen(answer: (asked: Asked) => Told): Promise<Listening> {
  return listenLocally(({ path, body, headers }) => {
    const token = String(headers.authorization ?? '').replace(/^Bearer /, '')
    const told = answer({ path, body: bodyOf(body.toString()), token })
    return 'http' in told ? told : { json: { msg: '', data: null, ...told } }
  })
}

function bodyOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

export const done = (data: unknown = null): Told => ({ code: 200, data })
export const refused = (msg: string, code = 422): Told => ({ code, msg })
