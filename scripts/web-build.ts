import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const SOURCES = ['app', 'domains', 'kit', 'index.html', 'vite.config.ts', 'package-lock.json']
const STAMP = 'dist/.build-hash'

/** Builds the web application into dist/web unless nothing it is made of changed since the last build. */
export async function buildWeb(): Promise<void> {
  const hash = await hashSources()
  const built = await readFile(STAMP, 'utf8').catch(() => '')
  if (built === hash) return
  // Loaded only here: an installation that was built elsewhere runs without the tools.
  const { build } = await import('vite')
  await build({ logLevel: 'warn' })
  await writeFile(STAMP, hash)
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const path of await filesUnder(source))
      hash
        .update(path)
        .update('\0')
        .update(await readFile(path))
  }
  return hash.digest('hex')
}

async function filesUnder(path: string): Promise<string[]> {
  if (path.includes('.')) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.(server|door|test)\.ts$|\.(sql|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(join('kit', 'server')))
    .sort()
}

if (import.meta.main) await buildWeb()
