import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { ByteSink } from '#kit/server/spreadsheet/byte-sink.ts'
import { ZipWriter } from '#kit/server/spreadsheet/zip-write.ts'
import { openShop, type Shop, specs } from '../../../tests/catalogShop.ts'
import { ended, exportedSheet, multipart, startWorker } from '../../../tests/importing.ts'
import { isLitter, readPictureName, withPictures } from './pictures.rules.ts'

let app: TestApp
let shop: Shop
let stopWorker: () => Promise<void>
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  stopWorker = startWorker(app)
})
afterAll(async () => {
  await stopWorker()
  await app.close()
})

const IMG = '/admin/product/store/img'
const get = (path: string, query: Record<string, string | number> = {}, token = shop.token) =>
  app.request('GET', path, { token, query })

/** A picture of one colour, so that no two of them are the same. */
function picture(shade: number): Promise<Buffer> {
  const background = { r: shade % 256, g: Math.floor(shade / 256), b: 90 }
  return sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

async function zipped(files: Readonly<Record<string, Buffer | string>>): Promise<Buffer> {
  const out = new PassThrough()
  const whole = buffer(out)
  const zip = new ZipWriter(new ByteSink(out))
  for (const [name, content] of Object.entries(files)) {
    const entry = await zip.entry(name)
    await entry.write(content)
    await entry.end()
  }
  await zip.end()
  out.end()
  return whole
}

const upload = async (content: Buffer | string, token = shop.token, fileName = 'pictures.zip') =>
  app.request<{ taskId: number }>('POST', `${IMG}/import`, { token, ...multipart(fileName, content) })

async function imported(files: Readonly<Record<string, Buffer | string>>, token = shop.token) {
  const answer = await upload(await zipped(files), token)
  expect([answer.code, answer.message]).toEqual([200, '操作成功'])
  const task = await ended(app, answer.data.taskId)
  expect([task.status, task.message]).toEqual([2, ''])
  const { rows } = await sql<{ ok: number; errors: { file: string; message: string }[] }>`
    select "okCount" as "ok", "errors" from "productImgLog" order by "id" desc limit 1`.execute(app.db)
  const [row] = rows
  return {
    ok: row?.ok,
    errors: Object.fromEntries((row?.errors ?? []).map((one) => [one.file, one.message])),
  }
}

const productOf = (id: number) =>
  app.db
    .selectFrom('product')
    .select(['image', 'sliderImage', 'content', 'auditStatus', 'isShow', 'completeness'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('the name of a file says whose picture it is and what for', () => {
  const place = (name: string) => readPictureName(name)?.place
  expect(readPictureName('p00012_1.JPG')).toEqual({ productCode: 'P00012', place: { kind: 'cover' } })
  expect(place('P1_10.png')).toEqual({ kind: 'slider', place: 10 })
  expect(place('P1_D3.jpeg')).toEqual({ kind: 'detail', place: 3 })
  expect(place('P1_SP1-2.jpg')).toEqual({ kind: 'sku', skuCode: 'P1-2' })
  for (const name of ['P1_11.jpg', 'P1_0.jpg', 'P1.jpg', 'P1_1.gif', '_1.jpg', 'P1_1.jpg.exe'])
    expect(readPictureName(name)).toBeNull()
  expect(['a/', '__MACOSX/a.jpg', 'x/.DS_Store', 'Thumbs.db'].every(isLitter)).toBe(true)
  expect(isLitter('x/P1_1.jpg')).toBe(false)
  expect(withPictures('<p>介绍</p><p><img src="/a.jpg"></p>', ['/b.jpg'])).toBe(
    '<p>介绍</p><p><img src="/b.jpg"></p>',
  )
})

test('pictures of an archive go where their names say; what cannot be taken is told file by file', async () => {
  const id = await shop.save({
    productCode: 'TP100',
    content: '<p>好喝</p><p><img src="/upload/old.jpg"></p>',
    ...specs({ 原味: { skuCode: 'TP100-1', image: '' }, 草莓: { skuCode: 'TP100-2', image: '' } }),
  })
  const gaps = await get(`${IMG}/list`, { gap: '4' })
  expect(gaps.data.list).toMatchObject([
    { id, productCode: 'TP100', hasCover: 1, sliderCount: 1, detailCount: 1, skuGaps: 2 },
  ])
  const result = await imported({
    'TP100_1.jpg': await picture(1),
    'in/TP100_3.jpg': await picture(3),
    'in/TP100_2.jpg': await picture(2),
    'TP100_D2.jpg': await picture(12),
    'TP100_D1.jpg': await picture(11),
    'TP100_STP100-1.jpg': await picture(21),
    'TP100_SNONE.jpg': await picture(22),
    'TP100_4.jpg': '没有图片内容',
    'TP100_5.jpg': Buffer.alloc(2 * 1024 * 1024 + 1, 1),
    'other/TP100_1.jpg': await picture(31),
    'NONE99_1.jpg': await picture(4),
    'readme.txt': '说明',
    'TP100_99.jpg': await picture(5),
    '__MACOSX/._TP100_1.jpg': 'x',
  })
  expect(result.ok).toBe(6)
  expect(result.errors).toEqual({
    'TP100_SNONE.jpg': '规格编码不存在',
    'TP100_4.jpg': expect.stringContaining('文件格式不正确'),
    'TP100_5.jpg': '图片大小不能超过 2 MB!',
    'other/TP100_1.jpg': '同一位置有多张图片',
    'NONE99_1.jpg': '商品编码不存在',
    'readme.txt': '文件格式不正确, 请上传png、jpg、jpeg格式文件!',
    'TP100_99.jpg': '文件名不符合命名规则',
  })
  const row = await productOf(id)
  expect(row.image).toMatch(/^\/files\//)
  expect(row.sliderImage).toHaveLength(2)
  expect(row.content.match(/<img/g)).toHaveLength(2)
  expect(row.content).toContain('好喝')
  expect(row.content).not.toContain('old.jpg')
  const left = await get(`${IMG}/list`, { keywords: 'TP100' })
  expect(left.data.list).toMatchObject([{ sliderCount: 2, detailCount: 2, skuGaps: 1 }])
  const log = await get(`${IMG}/log/list`)
  expect(log.data.list[0]).toMatchObject({ fileName: 'pictures.zip', okCount: 6, failCount: 7 })
  const history = await get('/admin/product/operatelog/list', { productId: id })
  expect(history.data.list[0]).toMatchObject({ action: '导入图片', source: '商品图片' })
})

test('a product on shelf takes pictures only from who may change those', async () => {
  const id = await shop.save({ productCode: 'TP200' })
  await app.db.updateTable('product').set({ isShow: 1, auditStatus: 1 }).where('id', '=', id).execute()
  const person = await app.person({ permissions: ['admin:product:store:img:import'] })
  const refused = await imported({ 'TP200_1.jpg': await picture(41) }, person.token)
  expect(refused).toEqual({ ok: 0, errors: { 'TP200_1.jpg': '商品已上架，请先下架或提交商品资料修改' } })
  const trusted = await app.person({
    permissions: ['admin:product:store:img:import', 'admin:product:store:img:onShelf'],
  })
  expect((await imported({ 'TP200_1.jpg': await picture(41) }, trusted.token)).ok).toBe(1)
  expect(await productOf(id)).toMatchObject({ isShow: 1, auditStatus: 1 })
  const clear = await app.request('POST', `${IMG}/clear/${id}`, { token: shop.token })
  expect([clear.code, clear.message]).toEqual([409, '商品已上架，请先下架或提交商品资料修改'])
})

test('pictures of a product that is not sold are cleared, and an approved one is decided anew', async () => {
  const id = await shop.save({ productCode: 'TP300', content: '<p>字</p><p><img src="/upload/a.jpg"></p>' })
  await app.db.updateTable('product').set({ auditStatus: 1 }).where('id', '=', id).execute()
  expect((await app.request('POST', `${IMG}/clear/${id}`, { token: shop.token })).code).toBe(200)
  expect(await productOf(id)).toMatchObject({
    image: '',
    sliderImage: [],
    content: '<p>字</p>',
    auditStatus: 0,
  })
  const found = await get(`${IMG}/list`, { gap: '1,2' })
  expect(found.data.list.map((row) => row.id)).toEqual([id])
  const again = await app.request('POST', `${IMG}/clear/${id}`, { token: shop.token })
  expect([again.code, again.message]).toEqual([409, '当前状态为待审核，不能编辑'])
})

test('what is no archive of pictures is refused at once', async () => {
  const refusal = async (content: Buffer | string, name?: string) => {
    const answer = await upload(content, shop.token, name)
    return [answer.code, answer.message]
  }
  expect(await refusal('x', 'pictures.rar')).toEqual([422, '文件格式不正确, 请上传zip格式文件!'])
  expect(await refusal('not a zip')).toEqual([422, '压缩包无法读取，请重新打包后上传'])
  expect(await refusal(await zipped({ '__MACOSX/x': '' }))).toEqual([422, '压缩包内没有图片'])
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`A${n}_1.jpg`, '']))
  expect(await refusal(await zipped(many))).toEqual([422, '压缩包内的图片不能超过1000张'])
  const person = await app.person({ permissions: [`admin:product:store:img:list`] })
  expect((await upload('x', person.token)).code).toBe(403)
})

test('which product lacks which pictures leaves as the list shows it', async () => {
  await shop.save({ productCode: 'TP900', ...specs({ 原味: { image: '' }, 草莓: {} }) })
  const [head = [], ...rows] = await exportedSheet(app, shop.token, `${IMG}/export`, {
    keywords: 'TP900',
    gap: '4',
  })
  expect(rows.map((row) => Object.fromEntries(head.map((title, at) => [title, row[at]])))).toMatchObject([
    { 商品编码: 'TP900', 封面: '有', 轮播数: '1', 详情图数: '0', 规格图缺: '1' },
  ])
})
