import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** What happens to an answer on its way: cut off in the middle of its body. */
export type Spoil = (path: string) => boolean

interface Line {
  /** address of the product behind the line */
  base: string
  close(): Promise<void>
}

/** A line to a product that cuts answers off: their head arrives whole, their body only half. */
export async function badLine(base: string, spoil: Spoil): Promise<Line> {
  const { hostname, port } = new URL(base)
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked
    const onward = request({ hostname, port, method, path, headers }, (got) =>
      spoil(path ?? '') ? cut(got, answer) : pass(got, answer),
    )
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  // The socket of notices goes straight through.
  server.on('upgrade', (asked, socket, head) => {
    const onward = connect(Number(port), hostname, () => {
      const lines = asked.rawHeaders.flatMap((text, at, all) =>
        at % 2 === 0 ? [`${text}: ${all[at + 1]}`] : [],
      )
      onward.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, hostname, resolve)
  })
  const { port: own } = server.address() as AddressInfo
  return {
    base: `http://${hostname}:${own}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // Those that became sockets of notices are no longer the server's to close.
        for (const socket of open) socket.destroy()
      }),
  }
}

function pass(got: IncomingMessage, answer: ServerResponse): void {
  answer.writeHead(got.statusCode ?? 502, got.headers)
  got.pipe(answer)
}

function cut(got: IncomingMessage, answer: ServerResponse): void {
  const chunks: Buffer[] = []
  got.on('data', (chunk: Buffer) => chunks.push(chunk))
  got.on('end', () => {
    const whole = Buffer.concat(chunks)
    answer.writeHead(got.statusCode ?? 502, { ...got.headers, 'content-length': whole.length })
    answer.write(whole.subarray(0, whole.length >> 1), () => answer.destroy())
  })
}
