import { createServer } from 'node:http'
import { trust } from '#kit/shared/loose.ts'

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

export interface Listening {
  /** where it listens */
  base: string
  stop(): Promise<void>
}

/** A stand-in of a service outside on a port of its own, this machine only; JSON in the form of docs/outside.md. */
export async function listen(answer: (asked: Asked) => Told): Promise<Listening> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const path = (request.url ?? '').replace(/\?.*$/, '').replace(/^\/+|\/+$/g, '')
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    const told = answer({ path, body: bodyOf(text), token })
    if ('http' in told) response.writeHead(told.http).end('stand-in out of order')
    else {
      const envelope = JSON.stringify({ msg: '', data: null, ...told })
      response.writeHead(200, { 'content-type': 'application/json' }).end(envelope)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    base: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function bodyOf(text: string): Record<string, unknown> {
  try {
    return trust(JSON.parse(text))
  } catch {
    return {}
  }
}

export const done = (data: unknown = null): Told => ({ code: 200, data })
export const refused = (msg: string, code = 422): Told => ({ code, msg })
