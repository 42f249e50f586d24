import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createWorkbook } from '#kit/server/spreadsheet/spreadsheet.ts'
import { childrenOf, peakMegabytes } from './processes.ts'
import { atMost, type Figure, round } from './report.ts'
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

/** Import of 10,000 new products from a workbook: seconds, and the memory of the worker that did it. */
export async function importProducts(bench: Bench): Promise<Figure[]> {
  const file = join(bench.dataDir, 'bench.xlsx')
  const book = await createWorkbook(file, {
    sheets: [{ name: '商品', columns: HEADINGS.map((title) => ({ title })) }],
  })
  for (let row = 1; row <= ROWS; row++)
    await book.addRow(0, [
      `X${row}`,
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
    ])
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
