import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const SOURCES = ['app', 'domains', 'kit', 'index.html', 'vite.config.ts', 'package-lock.json']
const ASSETS = 'dist/web/assets'
const STAMP = 'dist/.build-hash'

const lastBuild = (): Promise<string> => readFile(STAMP, 'utf8').catch(() => '')

/** Whether nothing the web application is made of changed since the last build. */
export const isBuilt = async (): Promise<boolean> => (await lastBuild()) === (await hashSources())

/** Builds the web application into dist/web unless it is built. */
async function buildWeb(): Promise<void> {
  const hash = await hashSources()
  if ((await lastBuild()) === hash) return
  // Loaded only here: an installation that was built elsewhere runs without the tools.
  const { build } = await import('vite')
  await build({ logLevel: 'warn' })
  await compressAssets()
  await writeFile(STAMP, hash)
}

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
const BEST = constants.Z_BEST_COMPRESSION
/** bytes below which compressing gains nothing */
const WORTH = 1024
/** bytes above which the best level takes ten seconds for a tenth less; none that every page loads is that large */
const LARGE = 1024 * 1024
const LARGE_QUALITY = 9
/** What every page loads first (architecture §9): searched longer for the smallest file, which takes seconds. */
const FIRST = /^(start|pages|products|window|webRooms)-/
const ROUNDS = 3

/** Lays .gz and .br of the best level beside the files the pages load, so that serving them costs no work. */
async function compressAssets(): Promise<void> {
  for (const name of await readdir(ASSETS)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const path = join(ASSETS, name)
    const bytes = await readFile(path)
    if (bytes.length < WORTH) continue
    await writeFile(`${path}.gz`, await (FIRST.test(name) ? smallest(bytes) : toGzip(bytes, { level: BEST })))
    const quality = bytes.length > LARGE ? LARGE_QUALITY : constants.BROTLI_MAX_QUALITY
    await writeFile(
      `${path}.br`,
      await toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    )
  }
}

async function smallest(bytes: Buffer): Promise<Uint8Array> {
  const { gzipAsync } = await import('@gfx/zopfli')
  return gzipAsync(bytes, { numiterations: ROUNDS })
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const path of await filesUnder(source))
      hash
        .update(path)
        .update('\0')
        // One by one: to wait for thousands of small files takes three times as long as to read them.
        .update(readFileSync(path))
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
