// A real server process for tests of starting, stopping and living together.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const scriptPath = (name: string): string => fileURLToPath(new URL(`../scripts/${name}`, import.meta.url))
const START_MS = 40_000

export interface ServerProcess {
  child: ChildProcess
  /** everything it has printed so far */
  output(): string
  /** its exit code, null when a signal ended it */
  ended: Promise<number | null>
  url: string
}

/**
 * Starts a server with these variables on top of quiet ones; does not wait. It leads a process group of its own, so
 * that it can be killed together with its workers.
 */
export function launchServer(port: number, dataDir: string, env: Record<string, string> = {}): ServerProcess {
  const launched = launch('serve.ts', [], {
    TS_PORT: String(port),
    TS_HOST: '127.0.0.1',
    TS_DATA_DIR: dataDir,
    TS_LOGIN_CAPTCHA: 'off',
    TS_LOG_LEVEL: 'silent',
    TS_WORKERS: '0',
    TS_OUTSIDE_PRIVATE: '1',
    ...env,
  })
  return { ...launched, url: `http://127.0.0.1:${port}` }
}

/** Runs a command on a data directory to its end. */
export async function runScript(
  name: string,
  dataDir: string,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const { ended, output } = launch(name, args, { TS_DATA_DIR: dataDir })
  const code = await ended
  return { code, output: output() }
}

function launch(name: string, args: string[], env: Record<string, string>): Omit<ServerProcess, 'url'> {
  const child = spawn(process.execPath, [scriptPath(name), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    // Compiled once for all, as `npm start` has it.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      printed += part
    })
  // 'close' comes when the last output has been read too; worker processes hold it open.
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => resolve(code))
  })
  return { child, output: () => printed, ended }
}

/** Starts a server and waits until it is ready. Throws with what it printed when it ends instead. */
export async function startServer(
  port: number,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const server = launchServer(port, dataDir, env)
  const until = Date.now() + START_MS
  for (;;) {
    const ready = await fetch(`${server.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return server
    if (server.child.exitCode !== null || Date.now() > until) {
      server.child.kill('SIGKILL')
      throw new Error(`The server did not start:\n${server.output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Ends a server as an operator would; answers its exit code. */
export function stopServer(server: ServerProcess): Promise<number | null> {
  server.child.kill('SIGTERM')
  return server.ended
}

/** Kills a server and its workers as a failing machine would, but not its database. */
export async function killServer(server: ServerProcess): Promise<void> {
  const { pid, exitCode, signalCode } = server.child
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
  await server.ended
}

export interface Reply<T> {
  code: number
  message: string
  data: T
}

/** A call to a server over its port. */
export async function ask<T>(
  server: ServerProcess,
  method: 'GET' | 'POST',
  path: string,
  options: { token?: string; body?: unknown } = {},
): Promise<Reply<T>> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(options.token === undefined ? {} : { 'x-token': options.token }),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST' ? { body: JSON.stringify(options.body ?? {}) } : {}),
  })
  return JSON.parse(await answer.text())
}

/**
 * Signs the first administrator in. The given password is a first one, which is changed before anything else is done.
 * Answers the token.
 */
export async function firstToken(server: ServerProcess, password: string): Promise<string> {
  const account = { account: 'admin', pwd: password, key: '', code: '' }
  const { token } = (await ask<{ token: string }>(server, 'POST', '/admin/login', { body: account })).data
  const newPwd = 'Ts-second-2026'
  const body = { oldPassword: password, password: newPwd, confirmPassword: newPwd }
  const { code, message } = await ask(server, 'POST', '/admin/login/update/password', { token, body })
  if (code !== 200) throw new Error(`The password was not changed: ${message}`)
  return token
}
