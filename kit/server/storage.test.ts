import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderStorage, openStorage, type Storage } from './storage.ts'

let folder: string
let files: Storage
let server: Server
const asked: { method: string; path: string; body: string }[] = []
const objects = new Map<string, string>()

async function answer(request: IncomingMessage): Promise<[number, string]> {
  const path = new URL(request.url ?? '', 'http://x').pathname
  const body = await text(request)
  asked.push({ method: request.method ?? '', path, body })
  if (request.method === 'PUT') objects.set(path, body)
  if (request.method === 'DELETE') objects.delete(path)
  if (request.method !== 'GET') return [200, '']
  const found = objects.get(path)
  if (found !== undefined) return [200, found]
  return [404, '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>gone</Message></Error>']
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ts-storage-'))
  files = folderStorage(join(folder, 'files'))
  server = createServer(async (request, reply) => {
    const [status, body] = await answer(request)
    reply.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const content = async (storage: Storage, key: string): Promise<string | null> => {
  const found = await storage.get(key)
  return found === null ? null : text(found.stream)
}

test('bytes go in, come out with their size, and are gone when removed', async () => {
  expect(await files.put(Readable.from(['hel', 'lo']), 'public/2026/a.txt')).toBe(5)
  const again = await files.get('public/2026/a.txt')
  expect(again?.size).toBe(5)
  again?.stream.destroy()
  expect(await content(files, 'public/2026/a.txt')).toBe('hello')
  await files.remove('public/2026/a.txt')
  await files.remove('public/2026/a.txt')
  expect(await files.get('public/2026/a.txt')).toBe(null)
  expect(await files.get('public/2026')).toBe(null)
})

test('a stream that breaks leaves nothing behind', async () => {
  async function* broken() {
    yield 'half'
    throw new Error('gone')
  }
  await expect(files.put(Readable.from(broken()), 'b.txt')).rejects.toThrow('gone')
  expect(await files.get('b.txt')).toBe(null)
  expect(await readdir(join(folder, 'files', '.part'))).toEqual([])
})

test('what a killed writer left is removed after a day', async () => {
  const left = join(folder, 'files', '.part', 'left')
  await files.put(Readable.from(['x']), 'c.txt')
  await writeFile(left, 'half')
  expect(await files.sweep()).toBe(0)
  const old = new Date(Date.now() - 25 * 3600 * 1000)
  await utimes(left, old, old)
  expect(await files.sweep()).toBe(1)
  await expect(readFile(left)).rejects.toThrow()
})

test('a key that climbs out of the folder is refused', async () => {
  for (const key of ['../secrets', 'a/../../b', '/etc/passwd', '.part/x', ''])
    await expect(files.put(Readable.from(['x']), key)).rejects.toThrow('No storage key')
})

test('less than 5 % free: 存储空间不足', async () => {
  const full = folderStorage(join(folder, 'full'), async () => 0.049)
  await expect(full.put(Readable.from(['x']), 'a.txt')).rejects.toMatchObject({
    code: 422,
    message: '存储空间不足',
  })
  expect(await full.get('a.txt')).toBe(null)
  expect(await files.freeSpace()).toBeGreaterThan(0)
})

test('an S3-compatible store gets the same bytes by path', async () => {
  const at = server.address()
  const port = typeof at === 'object' && at !== null ? at.port : 0
  const s3 = openStorage({
    dataDir: folder,
    s3Url: `http://key:sec%2Fret@127.0.0.1:${port}/bucket?region=cn-1`,
  })
  expect(await s3.put(Readable.from(['a', 'bc']), 'public/2026/x.png')).toBe(3)
  expect(await content(s3, 'public/2026/x.png')).toBe('abc')
  expect(await s3.get('public/none.png')).toBe(null)
  await s3.remove('public/2026/x.png')
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /bucket/public/2026/x.png',
    'GET /bucket/public/2026/x.png',
    'GET /bucket/public/none.png',
    'DELETE /bucket/public/2026/x.png',
  ])
  expect(asked[0]?.body).toBe('abc')
})
