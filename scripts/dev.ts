// npm run dev: Vite with hot reload at the address the product usually has, the server behind it on the next port,
// started again by Node whenever one of its files changes.
import { spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { createServer } from 'vite'
import { readSettings } from '#kit/server/settings.ts'

const { port, host } = readSettings(process.env)
const apiPort = String(port + 1)
const target = `http://127.0.0.1:${apiPort}`

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'scripts/serve.ts'], {
  stdio: 'inherit',
  env: { ...process.env, TS_PORT: apiPort, TS_HOST: '127.0.0.1' },
})
/** Writes into the page what the server does (app/pages.ts), with the envelope it asks for; waits until it answers. */
async function started(html: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${target}/api/admin/getLoginPic`).catch(() => null)
    if (answer !== null) {
      const { envelope } = (await answer.json()).data
      const told = JSON.stringify({ envelope, key: '', previewHosts: [] })
      return html.replace('name="ts-start" content=""', `name="ts-start" content='${told}'`)
    }
    await setTimeout(300)
  }
}

const vite = await createServer({
  plugins: [{ name: 'start-configuration', transformIndexHtml: started }],
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
