import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { keepFile, withTaskSource } from '#domains/files/files.door.ts'
import type { Db } from '#kit/server/database.ts'
import type { PackDefinition } from '#kit/server/fileTask.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { createWorkbook, SpreadsheetError } from '#kit/server/spreadsheet/spreadsheet.ts'
import { openZip, type ZipArchive } from '#kit/server/spreadsheet/zip-read.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { may, type Who } from '#kit/server/who.ts'
import { cutStart } from '#kit/shared/characters.ts'
import { AppError, refuse } from '#kit/shared/errors.ts'
import { ON_SHELF } from '../product/product.rules.ts'
import { ON_SHELF_PICTURES, pictureCalls } from './pictures.calls.ts'
import {
  isLitter,
  MAX_FILES,
  MAX_PICTURE_MB,
  type NamedPicture,
  PICTURE_TYPES,
  readPictureName,
} from './pictures.rules.ts'
import { productImgLog } from './productImgLog.entity.ts'
import { setPictures } from './setPictures.server.ts'

const MB = 1024 * 1024
const SHOWN_ERRORS = 1000

/** A file of the archive, what its name says, and why it was refused; '' for one that was taken. */
interface Picture {
  file: string
  size: number
  named: NamedPicture | null
  refusal: string
}

interface Target {
  id: number
  isShow: 0 | 1
  skuCodes: ReadonlySet<string>
}

async function withZip<T>(path: string, work: (zip: ZipArchive) => Promise<T>): Promise<T> {
  const file = await open(path)
  try {
    // What the entries unpack to together says nothing: each is held against its own limit before it is read.
    return await work(await openZip(file, Number.MAX_SAFE_INTEGER))
  } catch (error) {
    throw error instanceof SpreadsheetError ? refuse('压缩包无法读取，请重新打包后上传') : error
  } finally {
    await file.close()
  }
}

/** Refuses an archive that cannot be read, is empty, or holds too many files. Catalog §3.6. */
export function checkZip(path: string): Promise<void> {
  return withZip(path, async (zip) => {
    const { length } = zip.list().filter(({ name }) => !isLitter(name))
    if (length === 0) throw refuse('压缩包内没有图片')
    if (length > MAX_FILES) throw refuse(`压缩包内的图片不能超过${MAX_FILES}张`)
  })
}

/** What the files are for, and what can be said against them before they are read. */
function readEntries(zip: ZipArchive): Picture[] {
  const taken = new Set<string>()
  return zip
    .list()
    .filter(({ name }) => !isLitter(name))
    .map(({ name, size }) => {
      const base = name.slice(name.lastIndexOf('/') + 1)
      const named = readPictureName(base)
      const place = JSON.stringify(named).toLowerCase()
      const refusal = refusalOf(base, size, named, taken.has(place))
      if (refusal === '') taken.add(place)
      return { file: name, size, named, refusal }
    })
}

function refusalOf(name: string, size: number, named: NamedPicture | null, isSecond: boolean): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (!PICTURE_TYPES.some((one) => one === extension))
    return `文件格式不正确, 请上传${PICTURE_TYPES.join('、')}格式文件!`
  if (named === null) return '文件名不符合命名规则'
  if (size > MAX_PICTURE_MB * MB) return `图片大小不能超过 ${MAX_PICTURE_MB} MB!`
  return isSecond ? '同一位置有多张图片' : ''
}

/** The products the files name, by code in capitals. */
async function readTargets(db: Db, codes: readonly string[]): Promise<Map<string, Target>> {
  if (codes.length === 0) return new Map()
  const products = await db
    .selectFrom('product')
    .select(['id', 'productCode', 'isShow'])
    .where('productCode', 'in', [...codes])
    .where('isDel', '=', 0)
    .execute()
  const ids = products.map((one) => one.id)
  const skus =
    ids.length === 0
      ? []
      : await db
          .selectFrom('sku')
          .select(['productId', 'skuCode'])
          .where('productId', 'in', ids)
          .where('isDel', '=', 0)
          .execute()
  const codesOf = Map.groupBy(skus, (one) => one.productId)
  return new Map(
    products.map(({ id, productCode, isShow }) => [
      productCode.toUpperCase(),
      { id, isShow, skuCodes: new Set((codesOf.get(id) ?? []).map((one) => one.skuCode.toLowerCase())) },
    ]),
  )
}

/** Stores one picture; '' and the reason with it when it is refused. */
async function keepPicture(db: Db, who: Who, zip: ZipArchive, picture: Picture): Promise<string> {
  const fileName = picture.file.slice(picture.file.lastIndexOf('/') + 1)
  try {
    const { url } = await keepFile(db, who, Readable.from(zip.chunks(picture.file)), { fileName, pid: 0 })
    return url
  } catch (error) {
    if (error instanceof AppError) picture.refusal = error.message
    else if (error instanceof SpreadsheetError) picture.refusal = '文件已损坏'
    else throw error
    return ''
  }
}

/** Gives one product its pictures: those that can be stored, or none when the product cannot be changed. */
async function applyTo(
  db: Db,
  who: Who,
  zip: ZipArchive,
  target: Target | undefined,
  pictures: readonly Picture[],
): Promise<void> {
  const onShelf = may(who, ON_SHELF_PICTURES)
  const refusal = target === undefined ? '商品编码不存在' : target.isShow === 1 && !onShelf ? ON_SHELF : ''
  const urls: { place: NamedPicture['place']; url: string }[] = []
  for (const picture of pictures) {
    const place = picture.named?.place
    if (place === undefined) continue
    picture.refusal = refusal
    if (place.kind === 'sku' && target !== undefined && !target.skuCodes.has(place.skuCode.toLowerCase()))
      picture.refusal = '规格编码不存在'
    if (picture.refusal !== '') continue
    const url = await keepPicture(db, who, zip, picture)
    if (url !== '') urls.push({ place, url })
  }
  if (target === undefined || urls.length === 0) return
  try {
    await inTransaction(db, who, (tx) =>
      setPictures(tx, target.id, picturesOf(urls), { action: '导入图片', source: '商品图片', onShelf }),
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    for (const picture of pictures) picture.refusal ||= error.message
  }
}

function picturesOf(urls: readonly { place: NamedPicture['place']; url: string }[]) {
  const ordered = (kind: 'slider' | 'detail') =>
    urls
      .flatMap(({ place, url }) => (place.kind === kind ? [{ place: place.place, url }] : []))
      .sort((a, b) => a.place - b.place)
      .map((one) => one.url)
  const cover = urls.find(({ place }) => place.kind === 'cover')?.url
  const [slider, detail] = [ordered('slider'), ordered('detail')]
  return {
    ...(cover === undefined ? {} : { cover }),
    ...(slider.length === 0 ? {} : { slider }),
    ...(detail.length === 0 ? {} : { detail }),
    skus: new Map(
      urls.flatMap(({ place, url }) =>
        place.kind === 'sku' ? [[place.skuCode.toLowerCase(), url] as const] : [],
      ),
    ),
  }
}

/** One row per archive, also when the worker died behind its last product and begins anew. */
async function writeLog(
  db: Db,
  who: Who,
  { sourceFile, fileName }: { sourceFile: string; fileName: string },
  pictures: readonly Picture[],
): Promise<void> {
  const refused = pictures.filter((one) => one.refusal !== '')
  const values = {
    fileName,
    sourceFile,
    okCount: pictures.length - refused.length,
    failCount: refused.length,
    adminName: who.realName,
    errors: refused
      .slice(0, SHOWN_ERRORS)
      .map(({ file, refusal }) => ({ file: cutStart(file, 300), message: refusal })),
  }
  await inTransaction(db, who, async (tx) => {
    const before = await tx
      .selectFrom('productImgLog')
      .select('id')
      .where('sourceFile', '=', sourceFile)
      .executeTakeFirst()
    if (before === undefined) await insertRow(tx, productImgLog, values)
    else await updateRow(tx, productImgLog, await lockRow(tx, productImgLog, before.id), values)
  })
}

const asked = z.object({ sourceFile: z.string(), fileName: z.string() })

/**
 * The import of an archive of pictures: product by product, one picture in memory at a time; what cannot be taken is
 * told file by file in a workbook, the others stand. Done again it does the same again. Catalog §3.6.
 */
export const pictureBatch: PackDefinition = {
  kind: 'pack',
  taskKind: 4,
  bizType: 'productImg',
  title: '商品图片导入',
  permission: pictureCalls.importZip.permission,
  extension: 'xlsx',
  async write(db, who, params, target, progress) {
    const source = asked.parse(params)
    const pictures = await withTaskSource(db, source.sourceFile, (path) =>
      withZip(path, async (zip) => {
        const all = readEntries(zip)
        const good = all.filter((one) => one.refusal === '')
        const byCode = Map.groupBy(good, (one) => one.named?.productCode ?? '')
        const targets = await readTargets(db, [...byCode.keys()])
        let done = 0
        for (const [code, own] of byCode) {
          await progress(done, all.length)
          await applyTo(db, who, zip, targets.get(code), own)
          done += own.length
        }
        return all
      }),
    )
    await writeLog(db, who, source, pictures)
    const columns = ['文件', '商品编码', '结果', '原因'].map((title) => ({ title, width: 30 }))
    const book = createWorkbook(target, { sheets: [{ name: '导入结果', columns }] })
    for (const { file, named, refusal } of pictures)
      await book.addRow(0, [file, named?.productCode ?? '', refusal === '' ? '成功' : '失败', refusal])
    await book.end()
    await progress(pictures.length, pictures.length)
  },
}
