// npm start: the product, with its web application built when its sources changed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { isBuilt } from './web-build.ts'

// In a process of its own: what building takes of memory the server would keep.
if (!(await isBuilt())) {
  const { NODE_OPTIONS: _, ...env } = process.env
  const build = spawn(process.execPath, [fileURLToPath(new URL('web-build.ts', import.meta.url))], {
    stdio: 'inherit',
    env,
  })
  const stop = (): void => void build.kill()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  const [code] = await once(build, 'exit')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeListener(signal, stop)
  if (code !== 0) process.exit(code ?? 1)
}
await import('./serve.ts')
