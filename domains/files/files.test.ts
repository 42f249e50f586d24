import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Person, type TestApp, testApp } from '#app/testing.ts'
import { html, int, text } from '#kit/fields/shared.ts'
import { declareEntity } from '#kit/server/dbErrors.ts'
import { declareFileTask, exportOf } from '#kit/server/fileTask.ts'
import { openSheet } from '#kit/server/spreadsheet/spreadsheet.ts'
import { runFileTasks } from '#kit/server/tasks/run.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import { entity } from '#kit/shared/entity.ts'
import { TEXT_IMAGES } from '#kit/shared/media.ts'
import { registerNow } from '../../tests/registering.ts'
import { waitsFor } from '../../tests/waitsFor.ts'
import type { Stored } from './attachment.calls.ts'
import { collectAttachments } from './attachment.server.ts'
import { fileUrl, keepFile } from './files.door.ts'
import { filesGround } from './files.storage.ts'
import { expireTasks } from './task.server.ts'

const never = new AbortController().signal
const LIBRARY = [
  'admin:upload:file',
  'admin:system:attachment:list',
  'admin:system:attachment:info',
  'admin:system:attachment:move',
  'admin:system:attachment:update',
]

const pictured = entity(
  'pictured',
  '文章',
  { name: text('标题', { max: 50 }), content: html('内容') },
  { title: 'name' },
)

let app: TestApp
let editor: Person
let cleaner: Person
let importer: Person
let other: Person
let stopWorker: () => Promise<void>

beforeAll(async () => {
  app = await testApp()
  const { db } = app
  await sql`create table "thing" ("code" text not null unique, "qty" integer not null)`.execute(db)
  registerNow(app.db, declareEntity(pictured))
  await sql`create table "pictured" ("name" text, "content" text, "isDel" smallint not null default 0)`.execute(
    db,
  )
  registerNow(
    app.db,
    declareFileTask({
      kind: 'import',
      bizType: 'thing',
      title: '物品导入',
      permission: 'thing:import',
      mode: 'rows',
      columns: [
        {
          name: 'code',
          title: '编码',
          field: text('编码', { max: 20, required: true }),
          required: true,
          example: 'A',
        },
        {
          name: 'qty',
          title: '数量',
          field: int('数量', { min: 1, required: true }),
          required: true,
          example: '1',
        },
      ],
      source: { permission: 'login', ids: async () => [] },
      stored: async () => [],
      check: async () => [],
      async write(tx, _who, rows) {
        for (const { values } of rows)
          await sql`insert into "thing" values (${values.code}, ${values.qty})`.execute(tx)
        return []
      },
    }),
  )
  registerNow(
    app.db,
    declareFileTask({
      kind: 'export',
      bizType: 'thing',
      title: '物品导出',
      permission: 'thing:export',
      columns: [{ name: 'code', title: '编码', kind: 'text' }],
      count: async () => 3,
      async *rows() {
        yield [{ code: 'A' }, { code: 'B' }, { code: 'C' }]
      },
    }),
  )
  editor = await app.person({ permissions: LIBRARY })
  cleaner = await app.person({ permissions: [...LIBRARY, 'admin:system:attachment:delete'] })
  const lists = ['file:import:list', 'file:export:list']
  importer = await app.person({ permissions: ['thing:import', 'thing:export', ...lists] })
  other = await app.person({ permissions: lists })
  const stopping = new AbortController()
  const worker = runFileTasks({ db, files: filesGround(app.db).storage, signal: stopping.signal })
  stopWorker = async () => {
    stopping.abort()
    await worker
  }
})
afterAll(async () => {
  await stopWorker()
  await app.close()
})

// ---- what people send

interface Part {
  name: string
  content: Buffer | string
}

function multipart(parts: readonly Part[]): { body: Buffer; headers: Record<string, string> } {
  const boundary = '----files-test'
  const chunks = parts.flatMap(({ name, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="multipart"; filename="${name}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  const body = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

function upload(
  parts: readonly Part[],
  query: Record<string, string | number> = {},
  path = '/admin/upload/image',
  token = editor.token,
): Promise<Answer<Stored & { list?: { error?: string; attId?: number }[] }>> {
  return app.request('POST', path, { token, query: { pid: 0, ...query }, ...multipart(parts) })
}

/** What a browser gets at an address of this server outside /api. */
const open = (address: string) => app.request('GET', address.slice(1))

const picture = (width: number, height: number, red = 0): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 9, b: 9 } } })
    .png()
    .toBuffer()

// ---- attachments

test('P16-21: what a picture is not is refused by name, by content, by size and by number', async () => {
  const html = await upload([{ name: 'a.png', content: '<html><script>alert(1)</script></html>' }])
  expect(html).toMatchObject({ code: 422 })
  expect(html.message).toBe('文件格式不正确, 请上传jpg、jpeg、gif、png、bmp、ico、mp4格式文件!')
  expect((await upload([{ name: 'a.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' }])).code).toBe(
    422,
  )
  const png = await picture(20, 10)
  expect((await upload([{ name: 'a.jpg', content: png }])).message).toContain('文件格式不正确')
  const broken = Buffer.concat([png.subarray(0, 60), Buffer.alloc(100)])
  expect(await upload([{ name: 'a.png', content: broken }])).toMatchObject({ code: 422 })
  const huge = await sharp({ create: { width: 10_000, height: 6000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  expect((await upload([{ name: 'a.png', content: huge }])).message).toBe('图片不能超过5000万像素')
  const big = await upload([{ name: 'a.png', content: Buffer.concat([png, Buffer.alloc(20 * 1024 * 1024)]) }])
  expect(big).toMatchObject({ code: 422, message: '上传文件大小不能超过 20 MB!' })
  const six = await upload(Array.from({ length: 6 }, (_, index) => ({ name: `${index}.png`, content: png })))
  expect(six).toMatchObject({ code: 422, message: '上传文件数量不能超过 5 个!' })
  expect((await upload([])).message).toBe('请选择文件')
  expect((await upload([{ name: 'a.png', content: png }], { pid: 424_242 })).message).toBe('请选择上级分类')
  expect(
    (await upload([{ name: 'a.png', content: png }], {}, '/admin/upload/image', importer.token)).code,
  ).toBe(403)
  const count = await app.db.selectFrom('attachment').select('id').execute()
  expect(count).toEqual([])
})

test('P-095: without the right to upload nothing is taken, wherever it is sent', async () => {
  const content = await picture(9, 9)
  for (const path of ['/admin/upload/image', '/admin/upload/image/quick', '/admin/upload/attachment'])
    expect((await upload([{ name: 'a.png', content }], {}, path, importer.token)).code).toBe(403)
})

async function pictureOf(extension: string): Promise<Buffer> {
  const png = sharp(await picture(6, 6))
  if (extension === 'png') return png.toBuffer()
  if (extension === 'gif') return png.gif().toBuffer()
  if (extension !== 'bmp') return png.jpeg().toBuffer()
  const bmp = Buffer.alloc(58)
  bmp.write('BM')
  bmp.writeInt32LE(1, 18)
  bmp.writeInt32LE(1, 22)
  return bmp
}

const ASF = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex')
const FILMS: Record<string, Buffer> = {
  mp4: Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0', 'latin1'),
  m4v: Buffer.from('\0\0\0\x18ftypM4V \0\0\x02\0', 'latin1'),
  mov: Buffer.from('\0\0\0\x14ftypqt  \0\0\x02\0', 'latin1'),
  m2v: Buffer.from('\0\0\x01\xb3\x14\0', 'latin1'),
  mkv: Buffer.from('\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska', 'latin1'),
  rmvb: Buffer.from('.RMF\0\0\0\x12\0', 'latin1'),
  wmv: Buffer.concat([ASF, Buffer.alloc(8)]),
  avi: Buffer.from('RIFF\x10\0\0\0AVI LIST', 'latin1'),
  flv: Buffer.from('FLV\x01\x05\0\0\0\x09', 'latin1'),
}

test('P-200, P-201: a text takes films of all kinds whose content is what their name says, the library only mp4', async () => {
  const quick = '/admin/upload/image/quick'
  for (const extension of TEXT_IMAGES) {
    const content = await pictureOf(extension)
    expect((await upload([{ name: `a.${extension}`, content }], {}, quick)).data.extName).toBe(extension)
  }
  for (const [extension, content] of Object.entries(FILMS)) {
    const named = (name: string, path = quick) => upload([{ name, content }], {}, path)
    const { data } = await named(`片.${extension.toUpperCase()}`)
    expect(data).toMatchObject({ extName: extension, fileName: `片.${extension.toUpperCase()}` })
    const served = await open(data.url)
    const played = ['mp4', 'm4v', 'mov'].includes(extension)
    expect(served.headers['content-disposition']).toBe(played ? 'inline' : 'attachment')
    expect((await named(`a.${extension}`, '/admin/upload/image')).code).toBe(extension === 'mp4' ? 200 : 422)
    for (const other of Object.keys(FILMS)) {
      // They differ in what they hold, not in what they are wrapped in.
      const same = new Set([extension, other])
      if (same.size === 1 || (same.has('mp4') && same.has('m4v'))) continue
      expect((await named(`a.${other}`)).message, `${extension} as ${other}`).toContain('文件格式不正确')
    }
  }
})

test('M-024, M-026: the library takes six kinds of pictures and mp4; what is kept has uid and url', async () => {
  const kinds = {
    ico: Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0, 6, 6]), Buffer.alloc(22)]),
    mp4: FILMS.mp4 ?? Buffer.alloc(0),
  }
  for (const extension of ['jpg', 'gif', 'png', 'bmp'])
    Object.assign(kinds, { [extension]: await pictureOf(extension) })
  // The same bytes once more would be the file that is there.
  Object.assign(kinds, {
    jpeg: await sharp(await picture(7, 7))
      .jpeg()
      .toBuffer(),
  })
  for (const [extension, content] of Object.entries(kinds)) {
    const { data } = await upload([{ name: `a.${extension}`, content }])
    expect(data).toMatchObject({
      extName: extension,
      uid: String(data.attId),
      url: expect.stringMatching(/./),
    })
  }
  for (const extension of Object.keys(FILMS).filter((one) => one !== 'mp4'))
    expect((await upload([{ name: `a.${extension}`, content: FILMS[extension] ?? '' }])).code).toBe(422)
})

test('a film is served in the parts a browser asks for', async () => {
  const film = Buffer.concat([FILMS.mp4 ?? Buffer.alloc(0), Buffer.from('0123456789')])
  const { data } = await upload([{ name: 'a.mp4', content: film }])
  const part = async (range: string) => {
    const { status, headers, bytes } = await app.request('GET', data.url.slice(1), { headers: { range } })
    return [status, headers['content-range'], status === 416 ? '' : bytes.toString('latin1').slice(-4)]
  }
  const size = film.length
  expect(await part(`bytes=${size - 4}-`)).toEqual([206, `bytes ${size - 4}-${size - 1}/${size}`, '6789'])
  expect(await part(`bytes=${size - 8}-${size - 5}`)).toEqual([
    206,
    `bytes ${size - 8}-${size - 5}/${size}`,
    '2345',
  ])
  expect(await part(`bytes=0-${size * 9}`)).toEqual([206, `bytes 0-${size - 1}/${size}`, '6789'])
  expect(await part(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, ''])
  for (const unknown of ['bytes=5-2', 'bytes=-4', 'lines=1-2', 'bytes=0-1,3-4'])
    expect(await part(unknown)).toEqual([200, undefined, '6789'])
})

test('a picture of a text keeps to the limit of pictures, a film to that of files', async () => {
  const quick = '/admin/upload/image/quick'
  const rest = Buffer.alloc(21 * 1024 * 1024)
  const png = Buffer.concat([await picture(9, 9), rest])
  expect((await upload([{ name: 'a.png', content: png }], {}, quick)).message).toBe(
    '上传文件大小不能超过 20 MB!',
  )
  const film = Buffer.concat([FILMS.avi ?? rest, rest])
  const exact = Buffer.concat([film, rest, rest]).subarray(0, 50 * 1024 * 1024)
  expect((await upload([{ name: 'a.avi', content: exact }], {}, quick)).code).toBe(200)
  expect((await upload([{ name: 'a.avi', content: film }], {}, quick)).code).toBe(200)
  const long = Buffer.concat([film, rest, rest])
  expect((await upload([{ name: 'a.avi', content: long }], {}, quick)).message).toBe(
    '上传文件大小不能超过 50 MB!',
  )
})

test('P16-21: the same picture twice in one folder is one row, in another folder another', async () => {
  const content = await picture(30, 20)
  const digest = createHash('sha256').update(content).digest('hex')
  const sends = ['same.png', 'again.png'].map((name) => () => upload([{ name, content }]))
  const [one, two] = await waitsFor(app, `hashtextextended('${digest}:0', 0)`, ...sends)
  expect(one?.code).toBe(200)
  expect(two?.data.attId).toBe(one?.data.attId)
  const folder = await app.db
    .insertInto('category')
    .values({ pid: 0, name: '测试', type: 2, path: '/0/' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const elsewhere = await upload([{ name: 'same.png', content }], { pid: folder.id })
  expect(elsewhere.data.attId).not.toBe(one?.data.attId)
})

test('a picture is turned by its EXIF, loses what it told of its maker, and gets a thumb', async () => {
  const raw = sharp({ create: { width: 1200, height: 900, channels: 3, background: '#369' } })
  const content = await raw
    .jpeg()
    .withExif({ IFD0: { Orientation: '6', Make: 'Spy' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { data } = await upload([{ name: 'turned.jpg', content }])
  expect(data.url).toMatch(/^\/files\/\d{4}\/\d{2}\/\d{2}\/[0-9a-f]{32}\.jpg$/)
  const info = await app.request<Record<string, unknown>>(
    'GET',
    `/admin/system/attachment/info/${data.attId}`,
    { token: editor.token },
  )
  expect(info.data).toMatchObject({
    width: 900,
    height: 1200,
    attType: 'image/jpeg',
    uses: [],
    isSelect: false,
  })
  const original = await open(data.url)
  const written = await sharp(original.bytes).metadata()
  expect([written.width, written.height, written.exif, written.orientation]).toEqual([
    900,
    1200,
    undefined,
    undefined,
  ])
  expect(original.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const thumb = await open(String(info.data.sattDir))
  expect((await sharp(thumb.bytes).metadata()).width).toBe(800)
})

test('only what this server named is served, and no directory is listed', async () => {
  const { data } = await upload([{ name: 'p.png', content: await picture(5, 5) }])
  const folder = data.url.slice(0, data.url.lastIndexOf('/'))
  for (const path of [
    folder,
    `${folder}/`,
    `${folder}/none.png`,
    '/files/..%2f..%2fsecret.key',
    '/files/.part/x',
  ])
    expect((await open(path)).status).toBe(404)
})

test('a batch of five with one bad file keeps the other four', async () => {
  const parts = await Promise.all(
    [1, 2, 3, 4].map(async (red) => ({ name: `${red}.png`, content: await picture(8, 8, red) })),
  )
  const { data } = await upload([...parts.slice(0, 2), { name: 'x.png', content: 'no' }, ...parts.slice(2)])
  expect(data.list?.map((one) => one.error === undefined)).toEqual([true, true, false, true, true])
})

test('P16-22: what is used stays with the place named, the rest goes; moving to 10000 is the root', async () => {
  const used = await upload([{ name: 'used.png', content: await picture(11, 11) }])
  const free = await upload(
    [{ name: 'free.png', content: await picture(12, 12) }],
    {},
    undefined,
    cleaner.token,
  )
  await sql`insert into "pictured" ("name", "content") values ('用图文章', ${`<img src="${used.data.url}">`})`.execute(
    app.db,
  )
  const path = `/admin/system/attachment/delete/${used.data.attId},${free.data.attId}`
  expect((await app.request('GET', path, { token: editor.token })).code).toBe(403)
  const answer = await app.request('GET', path, { token: cleaner.token })
  expect(answer).toMatchObject({ code: 409 })
  expect(answer.message).toContain('图片正在使用，不能删除')
  expect(answer.message).toContain('用图文章')
  const left = await app.db
    .selectFrom('attachment')
    .select(['id', 'isDel'])
    .where('id', 'in', [used.data.attId, free.data.attId])
    .orderBy('id')
    .execute()
  expect(left).toEqual([
    { id: used.data.attId, isDel: 0 },
    { id: free.data.attId, isDel: 1 },
  ])
  const logged = await sql<{ n: number }>`select count(*) as n from "operLog"
    where "title" = '删除素材' and "bizId" = ${free.data.attId}`.execute(app.db)
  expect(logged.rows[0]?.n).toBe(1)
  const move = (pid: number) =>
    app.request('POST', '/admin/system/attachment/move', {
      token: editor.token,
      body: { attrId: String(used.data.attId), pid },
    })
  expect((await move(1)).code).toBe(200)
  expect((await move(10_000)).code).toBe(200)
  const row = await app.db
    .selectFrom('attachment')
    .select('pid')
    .where('id', '=', used.data.attId)
    .executeTakeFirst()
  expect(row?.pid).toBe(0)
  expect((await move(424_242)).message).toBe('请选择上级分类')
})

test('a folder with pictures is not deleted', async () => {
  const token = await app.admin()
  const folder = await app.request('POST', '/admin/category/save', {
    token,
    body: { pid: 1000, name: '待清空', type: 2, sort: 1, status: 1 },
  })
  const picked = await upload([{ name: 'in.png', content: await picture(14, 14) }], { pid: folder.data.id })
  const remove = () => app.request('GET', '/admin/category/delete', { token, query: { id: folder.data.id } })
  expect(await remove()).toMatchObject({ code: 409, message: '该分类下有素材或下级分类，不能删除' })
  await app.request('GET', `/admin/system/attachment/delete/${picked.data.attId}`, { token: cleaner.token })
  expect((await remove()).code).toBe(200)
})

test('a picture of the settings is in use', async () => {
  const logo = await upload([{ name: 'logo.png', content: await picture(13, 13) }])
  const token = await app.admin()
  const set = (value: string) =>
    app.request('POST', '/admin/system/config/saveuniq', { token, body: { key: 'site_logo_square', value } })
  expect((await set(logo.data.url)).code).toBe(200)
  const remove = () =>
    app.request('GET', `/admin/system/attachment/delete/${logo.data.attId}`, { token: cleaner.token })
  expect((await remove()).message).toBe('图片正在使用，不能删除（logo.png：系统设置「方形LOGO」）')
  const info = await app.request<{ uses: unknown[] }>(
    'GET',
    `/admin/system/attachment/info/${logo.data.attId}`,
    { token },
  )
  expect(info.data.uses).toEqual([{ place: '系统设置「方形LOGO」', n: 1 }])
  // A logo may not be taken away without another in its place.
  expect((await set('/files/other.png')).code).toBe(200)
  expect((await remove()).code).toBe(200)
})

test('the library shows what is in a folder and below, by type and name', async () => {
  const { db } = app
  const parent = await db
    .insertInto('category')
    .values({ pid: 0, name: '上', type: 2, path: '/0/' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const child = await db
    .insertInto('category')
    .values({ pid: parent.id, name: '下', type: 2, path: `/0/${parent.id}/` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await upload([{ name: '蓝色.png', content: await picture(14, 14) }], { pid: child.id })
  await upload(
    [{ name: '文档.pdf', content: '%PDF-1.7 text' }],
    { pid: parent.id },
    '/admin/upload/attachment',
  )
  await upload(
    [{ name: '快.png', content: await picture(15, 15) }],
    { pid: parent.id },
    '/admin/upload/image/quick',
  )
  const list = async (query: Record<string, string | number>) =>
    (await app.request('GET', '/admin/system/attachment/list', { token: editor.token, query })).data.list.map(
      (row) => row.name,
    )
  expect(await list({ pid: parent.id })).toEqual(['文档.pdf', '蓝色.png'])
  expect(await list({ pid: child.id })).toEqual(['蓝色.png'])
  expect(await list({ pid: parent.id, attType: 'jpg,png' })).toEqual(['蓝色.png'])
  expect(await list({ pid: parent.id, attType: 'application/pdf' })).toEqual(['文档.pdf'])
  expect(await list({ pid: 10_000, keywords: '文档' })).toEqual(['文档.pdf'])
  const { data } = await app.request('GET', '/admin/system/attachment/list', {
    token: editor.token,
    query: { pid: child.id },
  })
  expect(data.list[0]).toMatchObject({ isSelect: false, createName: editor.account, attType: 'image/png' })
  const attId = Number(data.list[0]?.attId)
  const rename = { token: editor.token, body: { id: attId, name: '红色.png' } }
  expect((await app.request('POST', '/admin/system/attachment/update', rename)).code).toBe(200)
  expect(await list({ pid: child.id })).toEqual(['红色.png'])
})

test('a private file has no address but a signed one, and only for its owner', async () => {
  const { data } = await upload(
    [{ name: '合同.pdf', content: '%PDF-1.7 secret' }],
    { private: 1 },
    '/admin/upload/attachment',
  )
  expect(data.url).toMatch(/^\/api\/file\/view\/\d+\?expires=\d+&sign=[0-9a-f]{64}$/)
  const seen = await app.request('GET', data.url)
  expect(seen.body).toBe('%PDF-1.7 secret')
  expect(seen.headers['content-disposition']).toContain('inline')
  const forged = data.url.replace(/sign=./, (sign) => (sign === 'sign=0' ? 'sign=1' : 'sign=0'))
  expect(await app.request('GET', forged)).toMatchObject({ code: 404, message: '文件不存在' })
  expect(await app.request('GET', fileUrl(app.db, data.attId, -1))).toMatchObject({ code: 404 })
  const info = { token: cleaner.token }
  expect((await app.request('GET', `/admin/system/attachment/info/${data.attId}`, info)).code).toBe(404)
  const line = (by: string) =>
    app.request('GET', '/admin/record/line', {
      token: by,
      query: { recordType: 'attachment', recordId: data.attId },
    })
  expect([(await line(cleaner.token)).code, (await line(editor.token)).code]).toEqual([404, 200])
  const list = await app.request('GET', '/admin/system/attachment/list', {
    ...info,
    query: { keywords: '合同' },
  })
  expect(list.data.total).toBe(0)
})

test('other rooms keep files with the same checks', async () => {
  const { db } = app
  const kept = await keepFile(db, theSystem, Readable.from(['%PDF-1.4']), { fileName: 'a.pdf', pid: 0 })
  expect((await open(kept.url)).headers['content-disposition']).toBe('inline')
  await expect(
    keepFile(db, theSystem, Readable.from(['MZ']), { fileName: 'a.exe', pid: 0 }),
  ).rejects.toMatchObject({ code: 422 })
})

test('bytes of what was deleted go after 30 days; quick uploads only when nobody uses them', async () => {
  const { db } = app
  const gone = await upload(
    [{ name: 'gone.png', content: await picture(16, 16) }],
    {},
    undefined,
    cleaner.token,
  )
  const quick = (red: number) =>
    picture(17, 17, red).then((content) =>
      upload([{ name: 'q.png', content }], {}, '/admin/upload/image/quick'),
    )
  const [kept, lost] = [await quick(1), await quick(2)]
  await sql`insert into "pictured" ("name", "content") values ('正文', ${kept.data.url})`.execute(db)
  await app.request('GET', `/admin/system/attachment/delete/${gone.data.attId}`, { token: cleaner.token })
  expect(await collectAttachments(db, never)).toBe(0)
  await sql`update "attachment" set "updateTime" = now() - interval '31 days'
    where "id" in (${gone.data.attId}, ${kept.data.attId}, ${lost.data.attId})`.execute(db)
  expect(await collectAttachments(db, never)).toBe(2)
  expect(
    [await open(gone.data.url), await open(lost.data.url), await open(kept.data.url)].map(
      (one) => one.status,
    ),
  ).toEqual([404, 404, 200])
})

// ---- the file centre

const sheet = (rows: readonly string[]): Part => ({
  name: '物品.csv',
  content: ['编码,数量', ...rows].join('\n'),
})

const send = (
  part: Part,
  query: Record<string, string | number> = {},
  token = importer.token,
): Promise<Answer<{ taskId: number; taskNo: string; reason?: string }>> =>
  app.request('POST', '/file/import/upload', {
    token,
    query: { bizType: 'thing', ...query },
    ...multipart([part]),
  })

interface Info {
  status: number
  success: number
  fail: number
  message: string
  resultName: string
  errorName: string
  errors: { rowNo: number; message: string }[]
  preview: { headings: string[]; rows: string[][] } | null
}

const infoOf = async (id: number, token = importer.token) =>
  app.request<Info>('GET', `/file/task/info/${id}`, { token })

async function finished(id: number): Promise<Info> {
  for (let tries = 0; tries < 500; tries++) {
    const { data } = await infoOf(id)
    if (data.status > 1) return data
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the task does not end')
}

const act = (what: string, id: number, token = importer.token) =>
  app.request('POST', `/file/task/${what}/${id}`, { token })

async function startExport(): Promise<number> {
  const definition = exportOf(app.db, 'thing')
  if (definition === undefined) throw new Error('no definition')
  const who = { ...theSystem, adminId: importer.adminId }
  return (await inTransaction(app.db, who, (tx) => startTask(tx, who, definition, {}))).taskId
}

test('an import is sent, worked on, shown, and its refused rows fetched', async () => {
  const { data } = await send(sheet(['A1,1', 'A2,0', 'A3,3']))
  expect(data.taskNo).toMatch(/^WJ\d{14}$/)
  const info = await finished(data.taskId)
  expect(info).toMatchObject({ status: 6, success: 2, fail: 1 })
  expect(info.errors).toEqual([
    { sheet: '', rowNo: 3, bizKey: 'A2', field: '数量', message: '数量不能小于1' },
  ])
  expect(info.preview).toEqual({
    headings: ['编码', '数量'],
    rows: [
      ['A1', '1'],
      ['A2', '0'],
      ['A3', '3'],
    ],
  })
  const query = { fileName: info.errorName }
  const file = await app.request('GET', '/common/download', { token: importer.token, query })
  expect(file.headers['content-disposition']).toContain('attachment')
  const book = await openSheet(Readable.from([file.bytes]), { fileName: 'x.xlsx' })
  const rows: string[][] = []
  for await (const { cells } of book.rows()) rows.push(cells)
  await book.close()
  expect(rows[1]).toEqual(['A2', '0', '失败', '数量', '数量不能小于1'])
  const list = await app.request('GET', '/file/import/list', { token: importer.token, query: { status: 6 } })
  expect(list.data.list[0]).toMatchObject({
    taskNo: data.taskNo,
    fail: 1,
    percent: 100,
    errorName: info.errorName,
  })
})

test('what is wrong with a sheet is said at once', async () => {
  expect((await send({ name: 'a.csv', content: '编码\nA' })).message).toBe('缺少列：数量')
  expect((await send({ name: 'a.csv', content: '' })).message).toBe('文件没有数据')
  expect((await send({ name: 'a.xlsx', content: 'no' })).message).toBe(
    '文件无法读取，请另存为 xlsx 或 csv 后重试',
  )
  expect((await send({ name: 'a.txt', content: 'no' })).message).toBe(
    '文件格式不正确, 请上传xlsx、csv格式文件!',
  )
  expect(await send(sheet(['B1,1']), {}, other.token)).toMatchObject({ code: 403 })
  expect(await send(sheet(['B1,1']), { bizType: 'nothing' })).toMatchObject({
    code: 422,
    message: '任务类型不存在',
  })
})

test('the same file within a day asks first', async () => {
  const first = await send(sheet(['C1,1']))
  await finished(first.data.taskId)
  expect(await send(sheet(['C1,1']))).toMatchObject({
    code: 409,
    message: '该文件已导入过，是否继续',
    data: { reason: 'repeat', taskNo: first.data.taskNo },
  })
  const again = await send(sheet(['C1,1']), { force: 1 })
  expect(await finished(again.data.taskId)).toMatchObject({ status: 6, fail: 1 })
  expect((await send(sheet(['C1,1']), { dryRun: 1 })).code).toBe(200)
})

test('a person sees the imports and the template of what they may', async () => {
  const types = async (token: string) =>
    (await app.request<{ bizType: string }[]>('GET', '/file/import/types', { token })).data.map(
      (one) => one.bizType,
    )
  expect(await types(importer.token)).toEqual(['thing'])
  expect(await types(other.token)).toEqual([])
  const ask = (token: string) =>
    app.request('GET', '/file/import/template', { token, query: { bizType: 'thing' } })
  expect((await ask(other.token)).code).toBe(403)
  const file = await ask(importer.token)
  const book = await openSheet(Readable.from([file.bytes]), { fileName: 'x.xlsx' })
  const { value } = await book.rows().next()
  await book.close()
  expect(value?.cells).toEqual(['*编码', '*数量'])
})

test('P16-23: files of others and paths of any kind are not there', async () => {
  const id = await startExport()
  const { resultName } = await finished(id)
  const ask = (fileName: string, token: string) =>
    app.request('GET', '/common/download', { token, query: { fileName } })
  for (const name of [resultName, '../secrets', '..%2fsecret.key', '/etc/passwd', `tasks/${resultName}`])
    expect(await ask(name, other.token)).toMatchObject({ code: 404, message: '文件不存在' })
  expect((await infoOf(id, other.token)).code).toBe(404)
  expect((await act('delete', id, other.token)).code).toBe(404)
  const list = await app.request('GET', '/file/export/list', { token: other.token })
  expect(list.data.total).toBe(0)
  const overseer = await app.person({ permissions: ['file:export:list', 'file:task:all'] })
  expect((await ask(resultName, overseer.token)).status).toBe(200)
  const all = await app.request('GET', '/file/export/list', { token: overseer.token })
  expect(all.data.list[0]).toMatchObject({ resultName, createName: importer.account, downloadCount: 1 })
})

test('tabs count the tasks of the list by status, whichever of them is open', async () => {
  const id = await startExport()
  await finished(id)
  const counts = async (token: string, query: Record<string, string | number> = {}) =>
    (await app.request<Record<string, number>>('GET', '/file/export/counts', { token, query })).data
  const before = await counts(importer.token)
  expect(before['2']).toBeGreaterThan(0)
  expect(await counts(importer.token, { status: 3 })).toEqual(before)
  const { '': all, ...byStatus } = before
  expect(Object.values(byStatus).reduce((sum, one) => sum + one, 0)).toBe(all)
  expect(await counts(other.token)).toEqual({ '': 0 })
  await act('delete', id)
  expect((await counts(importer.token))['']).toBe((all ?? 0) - 1)
  expect(await counts(importer.token, { isDel: 1 })).toEqual({ '': 1, '2': 1 })
  await act('delete', id)
  expect(await counts(importer.token, { isDel: 1 })).toEqual({ '': 0 })
})

test('a person sees what they may have made as a file', async () => {
  const types = async (token: string) =>
    (await app.request<{ bizType: string }[]>('GET', '/file/export/types', { token })).data.map(
      (one) => one.bizType,
    )
  expect(await types(importer.token)).toContain('thing')
  expect(await types(other.token)).not.toContain('thing')
})

test('delete=true removes the file after it was fetched', async () => {
  const { resultName } = await finished(await startExport())
  const query = { fileName: resultName, delete: 'true' }
  expect((await app.request('GET', '/common/download', { token: importer.token, query })).status).toBe(200)
  await expect
    .poll(async () => (await app.request('GET', '/common/download', { token: importer.token, query })).code)
    .toBe(404)
})

test('what may be done follows from the state, and a wrong one is named', async () => {
  const id = await startExport()
  const { resultName } = await finished(id)
  expect(await act('cancel', id)).toMatchObject({ code: 409, message: '任务当前状态为已完成，不能取消' })
  expect(await act('retry', id)).toMatchObject({ code: 409, message: '任务当前状态为已完成，不能重试' })
  expect((await act('delete', id)).code).toBe(200)
  const binned = await app.request('GET', '/file/export/list', { token: importer.token, query: { isDel: 1 } })
  expect(binned.data.list.map((row) => row.id)).toEqual([id])
  expect((await act('recover', id)).code).toBe(200)
  await act('delete', id)
  expect((await act('delete', id)).code).toBe(200)
  expect((await infoOf(id)).code).toBe(404)
  expect(await filesGround(app.db).storage.get(`tasks/${resultName}`)).toBe(null)
})

test('P16-25: a week later the file is gone, the row tells so, and a retry makes it anew', async () => {
  const id = await startExport()
  const { resultName } = await finished(id)
  expect(await expireTasks(app.db, never)).toBe(0)
  await sql`update "fileTask" set "expireTime" = now() - interval '1 second' where "id" = ${id}`.execute(
    app.db,
  )
  expect(await expireTasks(app.db, never)).toBe(1)
  expect((await infoOf(id)).data).toMatchObject({ status: 5, resultName: '' })
  const query = { fileName: resultName }
  expect(await app.request('GET', '/common/download', { token: importer.token, query })).toMatchObject({
    code: 404,
  })
  expect(await app.request('GET', '/common/download', { query })).toMatchObject({ code: 401 })
  expect((await act('retry', id)).code).toBe(200)
  expect(await finished(id)).toMatchObject({ status: 2, success: 3 })
})

test('several files come as one zip, equal names told apart; more of them as a task', async () => {
  const [one, two] = [
    await upload([{ name: '图.png', content: await picture(18, 18) }]),
    await upload([{ name: '图.png', content: await picture(19, 19) }]),
  ]
  const ids = `${one.data.attId},${two.data.attId}`
  const zip = await app.request('GET', '/common/download/zip', { token: editor.token, query: { ids } })
  expect(zip.headers['content-type']).toBe('application/zip')
  const names = zip.bytes.toString('utf8')
  expect(names).toContain('图.png')
  expect(names).toContain('图(2).png')
  expect(
    (await app.request('GET', '/common/download/zip', { token: editor.token, query: { ids: '999999' } }))
      .code,
  ).toBe(404)
  const task = await app.request<{ taskId: number }>('POST', '/file/pack', {
    token: importer.token,
    body: { ids },
  })
  const { resultName } = await finished(task.data.taskId)
  const file = await app.request('GET', '/common/download', {
    token: importer.token,
    query: { fileName: resultName },
  })
  expect(file.bytes.length).toBe(zip.bytes.length)
})

test('a library file is fetched by its address under its own name', async () => {
  const { data } = await upload([{ name: '名片.png', content: await picture(21, 21) }])
  const file = await app.request('GET', '/common/download/resource', {
    token: other.token,
    query: { resource: data.url },
  })
  expect(file.headers['content-disposition']).toBe(
    `attachment; filename*=UTF-8''${encodeURIComponent('名片.png')}`,
  )
  const query = { resource: '/files/../secret.key' }
  expect(await app.request('GET', '/common/download/resource', { token: other.token, query })).toMatchObject({
    code: 404,
  })
})
