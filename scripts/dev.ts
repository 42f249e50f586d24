// npm run dev: Vite with hot reload at the address the product usually has, the server behind it on the next port,
// started again by Node whenever one of its files changes.
import { spawn } from 'node:child_process'
import { createServer } from 'vite'
import { readSettings } from '#kit/server/settings.ts'

const { port, host } = readSettings(process.env)
const apiPort = String(port + 1)
const target = `http://127.0.0.1:${apiPort}`

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'scripts/serve.ts'], {
  stdio: 'inherit',
  env: { ...process.env, TS_PORT: apiPort, TS_HOST: '127.0.0.1' },
})
const vite = await createServer({
  server: { port, host, strictPort: true, proxy: { '/api': { target, ws: true }, '/files': target } },
})
await vite.listen()
vite.printUrls()

// Vite would end this process at once and leave the server behind; here Vite goes when the server has.
process.removeAllListeners('SIGTERM')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.kill(signal))
server.on('exit', async (code) => {
  await vite.close()
  process.exit(code ?? 0)
})
