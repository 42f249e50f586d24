import { createServer } from 'node:http'

/** A request as a stand-in sees it. */
export interface LocalRequest {
  method: string
  /** without slashes at its ends */
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

/** What it answers: JSON, or an error of HTTP. */
export type LocalAnswer = { json: unknown } | { http: number }

export interface Listening {
  /** where it listens */
  base: string
  stop(): Promise<void>
}

/** A stand-in of a system outside, on a free port that only this machine reaches. */
export async function listenLocally(
  handle: (request: LocalRequest) => LocalAnswer | Promise<LocalAnswer>,
): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const url = new URL(request.url ?? '/', 'http://local')
    const answer = await handle({
      method: request.method ?? 'GET',
      path: url.pathname.replace(/^\/+|\/+$/g, ''),
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(parts),
    })
    if ('http' in answer) response.writeHead(answer.http).end('stand-in out of order')
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.json))
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
