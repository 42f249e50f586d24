import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createWorkbook } from '#kit/server/spreadsheet/spreadsheet.ts'
import { creditCode } from '../tests/creditCode.ts'
import { childrenOf, peakMegabytes } from './processes.ts'
import { atLeast, atMost, type Figure, round } from './report.ts'
import type { Bench } from './run.ts'
import { untilEnded } from './tasks.ts'

const ROWS = 10_000
const HEADINGS = [
  '外部编号',
  '商品名称',
  '分类路径',
  '单位',
  '售价',
  '原价',
  '成本价',
  '税率',
  '储存条件',
  '渠道',
  '封面图地址',
]

const PRODUCTS = 50_000
const PARTIES = 5000

const productRow = (no: string, row: number): string[] => [
  no,
  `导入商品${row}`,
  `压测${1 + (row % 50)}`,
  '件',
  '12.80',
  '15.00',
  '8.00',
  '13%',
  '常温',
  '商城、供应链',
  '/files/a.png',
]

/** What an import took: its rows per second, whatever it was. */
async function bringIn(
  bench: Bench,
  bizType: string,
  headings: readonly string[],
  count: number,
  rowOf: (row: number) => readonly string[],
): Promise<number> {
  const file = join(bench.dataDir, `${bizType}.xlsx`)
  const book = createWorkbook(file, {
    sheets: [{ name: '数据', columns: headings.map((title) => ({ title })) }],
  })
  for (let row = 1; row <= count; row++) await book.addRow(0, rowOf(row))
  await book.end()
  const form = new FormData()
  form.append('multipart', new Blob([await readFile(file)]), `${bizType}.xlsx`)
  const start = performance.now()
  const answer = await fetch(`${bench.base}/api/file/import/upload?bizType=${bizType}&force=1`, {
    method: 'POST',
    headers: { 'x-token': bench.token },
    body: form,
  })
  const { code, message, data } = await answer.json()
  if (code !== 200) throw new Error(`upload refused: ${message}`)
  const ended = await untilEnded(bench, data.taskId, start)
  if (ended.status !== 2 || ended.success !== count)
    throw new Error(`import of ${bizType} ended with ${ended.status}: ${ended.message}`)
  return count / (ended.ms / 1000)
}

/** Imports of new products, suppliers and companies in rows per second, and the memory of the worker that did them. */
export async function importRates(bench: Bench): Promise<Figure[]> {
  const products = await bringIn(bench, 'product', HEADINGS, PRODUCTS, (row) => productRow(`Y${row}`, row))
  const address = '福建省/福州市/鼓楼区'
  const suppliers = await bringIn(
    bench,
    'supplier',
    ['供应商名称', '类型', '统一社会信用代码', '联系人', '联系手机', '地区', '地址', '结算方式'],
    PARTIES,
    (row) => [
      `压测供应商${row}`,
      '服务商',
      creditCode(row),
      '张三',
      '13800138000',
      address,
      `示例路${row}号`,
      '月结',
    ],
  )
  const companies = await bringIn(
    bench,
    'company',
    ['单位名称', '单位类型', '渠道', '所在地区', '详细地址', '联系人', '联系电话', '结算方式'],
    PARTIES,
    (row) => [`压测单位${row}`, '个人', '供应链', address, `示例路${row}号`, '张三', '13800138000', '预付'],
  )
  const workers = await childrenOf(bench.server.child.pid ?? 0)
  const memory = Math.max(0, ...(await Promise.all(workers.map(peakMegabytes))))
  return [
    atLeast('import of 50,000 products', products, 1000, 'rows/s'),
    atLeast('import of 5,000 suppliers', suppliers, 500, 'rows/s'),
    atLeast('import of 5,000 companies', companies, 500, 'rows/s'),
    atMost('imports: memory of the worker', memory, 300, 'MB'),
  ]
}

/** Import of 10,000 new products from a workbook: seconds, and the memory of the worker that did it. */
export async function importProducts(bench: Bench): Promise<Figure[]> {
  const file = join(bench.dataDir, 'bench.xlsx')
  const book = await createWorkbook(file, {
    sheets: [{ name: '商品', columns: HEADINGS.map((title) => ({ title })) }],
  })
  for (let row = 1; row <= ROWS; row++) await book.addRow(0, productRow(`X${row}`, row))
  await book.end()
  const form = new FormData()
  form.append('multipart', new Blob([await readFile(file)]), 'bench.xlsx')
  const start = performance.now()
  const answer = await fetch(`${bench.base}/api/file/import/upload?bizType=product&force=1`, {
    method: 'POST',
    headers: { 'x-token': bench.token },
    body: form,
  })
  const { code, message, data } = await answer.json()
  if (code !== 200) throw new Error(`upload refused: ${message}`)
  const ended = await untilEnded(bench, data.taskId, start)
  if (ended.status !== 2 || ended.success !== ROWS)
    throw new Error(`import ended with ${ended.status}: ${ended.message}`)
  const workers = await childrenOf(bench.server.child.pid ?? 0)
  const memory = Math.max(0, ...(await Promise.all(workers.map(peakMegabytes))))
  return [
    atMost(`import of 10,000 products`, ended.ms / 1000, 30, 's'),
    atMost(`import: memory of the worker (${round(memory)} MB with Node itself)`, memory, 300, 'MB'),
  ]
}
