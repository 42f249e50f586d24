// Answers over a real port, read by a client that decodes what their header says.
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#app/program.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { SYNC_LIMIT } from './compress.ts'
import { open, randomToken, seal } from './envelope.ts'

// First two bytes that are those of deflate, in the letters of base64.
const PAIRS = ['HK', 'Hj', 'XG', 'Xf', 'hC', 'hb', '8O', '8n', '80']
const KEY = randomToken()
const SMALL = 8_000
const BIG = SYNC_LIMIT * 3

/** A sealed text that begins with a pair: the first block follows from the first 16 characters and the IV alone. */
function sealedLike(pair: string, plain: string): string {
  for (;;) {
    const iv = randomToken(16)
    if (seal(KEY, plain.slice(0, 16), iv).startsWith(pair)) return seal(KEY, plain, iv)
  }
}

const envelopeOf = (length: number): string =>
  JSON.stringify({ code: 200, message: 'ok', data: '通商列表'.repeat(length / 12) })
const sheetLike = (begin: string, length: number): string =>
  `${begin},名称\n${'A-100,螺栓\n'.repeat(length / 14)}`

const texts = new Map<string, { type: string; body: string }>()
let folder: string
let base: string

let product: TestApp
let http: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ts-compress-'))
  product = await testApp()
  http = await buildApp(product.house, () => false)
  addRoutes(http)
  base = await http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await http.close()
  await product.close()
  await rm(folder, { recursive: true, force: true })
})

/** Answers of every kind beside those of the product. */
function addRoutes(http: FastifyInstance): void {
  const found = (id: string) => texts.get(id) ?? { type: 'text/plain', body: '' }
  http.get<{ Params: { id: string } }>('/text/:id', (request, reply) => {
    const { type, body } = found(request.params.id)
    return reply.type(type).send(body)
  })
  http.get<{ Params: { id: string } }>('/bytes/:id', (request, reply) => {
    const { type, body } = found(request.params.id)
    return reply.type(type).send(Buffer.from(body))
  })
  http.get<{ Params: { id: string } }>('/file/:id', async (request, reply) => {
    const { type, body } = found(request.params.id)
    const path = join(folder, request.params.id)
    await writeFile(path, body)
    return reply
      .type(type)
      .header('Content-Length', String(Buffer.byteLength(body)))
      .send(createReadStream(path))
  })
  http.get('/lost', (_request, reply) =>
    reply
      .type('text/csv')
      .header('Content-Disposition', 'attachment')
      .send(createReadStream(join(folder, 'not-there'))),
  )
  http.get('/broken', (_request, reply) =>
    reply.type('text/csv').send(
      Readable.from(
        (async function* () {
          for (let n = 0; n < 200; n++) yield randomToken(10_000)
          throw new Error('the disk is gone')
        })(),
      ),
    ),
  )
  http.get('/part', (_request, reply) =>
    reply.status(206).header('Content-Range', 'bytes 0-4999/9000').type('text/plain').send('x'.repeat(5000)),
  )
  http.get('/same', (_request, reply) => reply.status(304).type('text/plain').send())
  http.get('/picture', (_request, reply) => reply.type('image/png').send(Buffer.alloc(9000)))
  http.get('/sent-packed', (_request, reply) =>
    reply.type('text/plain').header('Content-Encoding', 'br').send(Buffer.alloc(9000)),
  )
  http.get('/varied', (_request, reply) =>
    reply.type('text/plain').header('Vary', 'Origin').send('x'.repeat(5000)),
  )
}

const ask = (path: string, encoding = 'br', method = 'GET') =>
  fetch(base + path, { method, headers: { 'Accept-Encoding': encoding } })

const WAYS = ['text', 'bytes', 'file'] as const

test.each(PAIRS.flatMap((pair) => (['br', 'gzip'] as const).map((encoding) => [pair, encoding] as const)))(
  'a sealed answer that begins with %s arrives in %s',
  async (pair, encoding) => {
    for (const size of [SMALL, BIG]) {
      const plain = envelopeOf(size)
      const body = sealedLike(pair, plain)
      texts.set('sealed', { type: 'text/plain', body })
      for (const way of WAYS) {
        const answer = await ask(`/${way}/sealed`, encoding)
        expect(answer.headers.get('content-encoding'), `${way} ${size}`).toBe(encoding)
        const got = await answer.text()
        expect(got === body, `${way} ${size}`).toBe(true)
        expect(open(KEY, got)).toBe(plain)
      }
    }
  },
)

// The same two bytes, and those of gzip, at the head of sheets and texts.
test.each(
  [...PAIRS, 'x ', 'x\u0001', 'x^', '\u001f\u008b'].flatMap((begin) =>
    (['text/csv; charset=utf-8', 'text/plain; charset=utf-8'] as const).map((type) => [begin, type] as const),
  ),
)('a text that begins with %j arrives as %s', async (begin, type) => {
  for (const size of [SMALL, BIG]) {
    const body = sheetLike(begin, size)
    texts.set('sheet', { type, body })
    for (const way of WAYS)
      for (const encoding of ['br', 'gzip']) {
        const answer = await ask(`/${way}/sheet`, encoding)
        expect(answer.headers.get('content-encoding'), `${way} ${encoding} ${size}`).toBe(encoding)
        expect((await answer.text()) === body, `${way} ${encoding} ${size}`).toBe(true)
      }
  }
})

test('what the browser takes decides; without compression the bytes are plain and told so', async () => {
  texts.set('sheet', { type: 'text/csv', body: sheetLike('80', SMALL) })
  const encodingOf = async (accepted: string) => {
    const answer = await ask('/text/sheet', accepted)
    expect(await answer.text()).toBe(sheetLike('80', SMALL))
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    return answer.headers.get('content-encoding')
  }
  expect(await encodingOf('gzip, deflate, br, zstd')).toBe('br')
  expect(await encodingOf('gzip;q=1, br;q=0.5')).toBe('gzip')
  expect(await encodingOf('br;q=0, gzip')).toBe('gzip')
  expect(await encodingOf('*')).toBe('br')
  expect(await encodingOf('identity')).toBeNull()
  expect(await encodingOf('deflate')).toBeNull()
})

test('small answers, parts, pictures and what is compressed already go out as they are', async () => {
  texts.set('small', { type: 'text/plain', body: '80'.repeat(900) })
  const small = await ask('/text/small')
  expect(small.headers.get('content-encoding')).toBeNull()
  expect(small.headers.get('vary')).toBeNull()
  expect(await small.text()).toBe('80'.repeat(900))
  const part = await ask('/part')
  expect(part).toMatchObject({ status: 206 })
  expect(part.headers.get('content-encoding')).toBeNull()
  expect((await part.text()).length).toBe(5000)
  const same = await ask('/same')
  expect(same.status).toBe(304)
  expect(same.headers.get('content-encoding')).toBeNull()
  const picture = await ask('/picture')
  expect(picture.headers.get('content-encoding')).toBeNull()
  expect((await picture.arrayBuffer()).byteLength).toBe(9000)
  expect((await raw('/sent-packed')).body).toEqual(Buffer.alloc(9000))
  expect((await ask('/varied')).headers.get('vary')).toBe('Origin, Accept-Encoding')
})

test('HEAD tells what GET would send', async () => {
  for (const size of [SMALL, BIG]) {
    texts.set('page', { type: 'text/html', body: sheetLike('Hj', size) })
    const [head, get] = [await raw('/text/page', 'HEAD'), await raw('/text/page')]
    expect(head.body.length).toBe(0)
    expect(head.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(head.headers['content-length']).toBe(String(get.body.length))
    expect(get.headers['content-length']).toBe(String(get.body.length))
  }
  const file = await raw('/file/page', 'HEAD')
  expect(file.headers['content-length']).toBeUndefined()
})

test('a stream that fails before its first byte is an answer in words, one that fails later never ends well', async () => {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const answer = await ask('/lost', encoding)
    expect(answer.status).toBe(500)
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('content-disposition')).toBeNull()
    expect(await answer.json()).toMatchObject({ code: 500, message: expect.stringContaining('系统繁忙') })
    const broken = await ask('/broken', encoding)
    await expect(broken.text(), encoding).rejects.toThrow()
  }
})

test('a big answer is compressed beside the others: a small one asked later arrives earlier', async () => {
  texts.set('huge', { type: 'text/plain', body: randomToken(1_000_000).repeat(40) })
  texts.set('tiny', { type: 'text/plain', body: 'ok' })
  const order: string[] = []
  const huge = raw('/text/huge').then(() => order.push('huge'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  for (let n = 0; n < 3; n++) await raw('/text/tiny')
  order.push('tiny')
  await huge
  expect(order).toEqual(['tiny', 'huge'])
})

test('every answer of the product goes this way: sealed and plain, of calls and of pages', async () => {
  const token = await product.admin()
  for (const encoding of ['br', 'gzip'] as const) {
    const headers = { 'accept-encoding': encoding }
    const menus = () =>
      product.request('GET', '/admin/getMenus', { token, headers: { ...headers, 'x-encrypt': '1' } })
    const answer = await menus()
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, 'x-encrypted': '1' })
    const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync
    expect(JSON.parse(open(token, unpack(answer.bytes).toString()))).toMatchObject({ code: 200 })
    const description = await product.request('GET', '/api/openapi.json', { token, headers })
    expect(JSON.parse(unpack(description.bytes).toString())).toHaveProperty('openapi')
  }
})

interface Raw {
  status: number
  headers: Record<string, unknown>
  body: Buffer
}

/** The bytes as they stand on the wire. */
function raw(path: string, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(base + path, { method, headers: { 'Accept-Encoding': 'br' } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      )
    })
    asked.on('error', reject)
    asked.end()
  })
}
