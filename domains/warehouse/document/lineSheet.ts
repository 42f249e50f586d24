import { z } from 'zod'
import { choice, date, int, money, quantity, text } from '#kit/fields/shared.ts'
import { binary } from '#kit/shared/binary.ts'
import { answerOf, get, post } from '#kit/shared/call.ts'
import type { Field } from '#kit/shared/field.ts'
import { STOCK_COST } from '../stock/stock.entity.ts'

/** A column of a sheet of lines: the field of the line it fills, how its cell is read and by which other headings it is known. */
export interface LineColumn {
  field: Field
  aliases?: readonly string[]
  example?: string
  note?: string
}

/** The lines of one kind of document as a sheet. Warehouse §9. */
export interface LineSheet {
  /** of its template: 入库明细 */
  title: string
  columns: Readonly<Record<string, LineColumn>>
}

const CODE = text('条码或商品编码', { max: 64, required: true })
const SECTION = ['库区', '入库库区', '出库库区', '移出库区']

interface Wanted {
  title: string
  /** lines name their section; else where the goods lie, or are usually put, is taken */
  named?: boolean
  /** goods come in: dates and price are theirs */
  comes?: boolean
  moves?: boolean
  /** why a line is in the document */
  reasons?: NonNullable<Field['choices']>
}

/** Columns by the fields of the line they fill; `code` and the sections are names that become ids. */
export function lineSheet({
  title,
  named = false,
  comes = false,
  moves = false,
  reasons,
}: Wanted): LineSheet {
  return {
    title,
    columns: {
      code: {
        field: CODE,
        aliases: ['条码', '商品编码', '规格编码', '编码'],
        example: 'P00000001-01',
        note: '规格编码、条码或商品编码；商品有多个规格时填写规格编码',
      },
      qty: {
        field: quantity('数量', { required: true }),
        aliases: ['实收数量', '调拨数量', '移库数量', '冻结数量'],
        example: '10',
        note: '按基本单位',
      },
      sectionId: {
        field: text('库区编码', { max: 50, required: named }),
        aliases: SECTION,
        example: 'A01',
        note: named ? '编码或名称' : comes ? '编码或名称，不填为默认库区' : '编码或名称，不填按先到期先出',
      },
      ...(moves
        ? {
            toSectionId: {
              field: text('目标库区', { max: 50, required: true }),
              aliases: ['移入库区'],
              example: 'B01',
            },
          }
        : {}),
      lotNo: { field: text('批次号', { max: 32 }), aliases: ['批次'] },
      ...(comes
        ? {
            productionDate: { field: date('生产日期') },
            expiryDate: { field: date('到期日期') },
            price: { field: money('单价', { permission: STOCK_COST }), aliases: ['入库单价'] },
          }
        : {}),
      ...(reasons === undefined ? {} : { reason: { field: choice('原因', reasons) } }),
      remark: { field: text('备注', { max: 100 }) },
    },
  }
}

const cell = z.union([z.string(), z.number(), z.null()])

/** The calls by which the lines of a document come from a sheet into its form: nothing is stored. Warehouse §9. */
export const lineSheetCalls = (permission: string, path: string, { title }: LineSheet) => ({
  lineTemplate: get(`${path}/line/template`, { title: `下载${title}模板`, permission, answer: binary }),
  lineSheet: post(`${path}/line/sheet`, {
    title: `读取${title}`,
    permission,
    change: false,
    multipart: true,
    input: { warehouseId: int('仓库', { min: 1, required: true }) },
    answer: answerOf(
      z.object({
        /** as the form has them */
        lines: z.array(z.record(z.string(), cell)),
        faults: z.array(z.object({ rowNo: z.number(), column: z.string(), message: z.string() })),
      }),
    ),
  }),
})

/** Calls of one kind of document, whichever it is. */
export type LineSheetCalls = ReturnType<typeof lineSheetCalls>
