// Cases made from the declarations: every import reads its cells strictly and says what is right. Architecture §8.
import { describe, expect, test } from 'vitest'
import { allFileTasks, type ImportColumn, type ImportSheet } from '#kit/server/fileTask.ts'
import { planSheet, readSheetRow } from '#kit/server/tasks/sheet.ts'
import { app, openEveryCall } from '../tests/everyCall.ts'

openEveryCall()

/** Every sheet of every import, known once the product has started. */
const sheets = (): [name: string, sheet: ImportSheet][] =>
  allFileTasks(app.db).flatMap((task) =>
    task.kind !== 'import'
      ? []
      : [
          [task.title, task] as const,
          ...(task.sheets ?? []).map((one) => [`${task.title} ${one.name}`, one] as const),
        ].map(([name, sheet]): [string, ImportSheet] => [name, sheet]),
  )

/** What a cell of one column becomes: its value, or the reason of its refusal. */
function read(
  { columns }: ImportSheet,
  column: ImportColumn,
  cell: string,
): { value: unknown } | { reason: string } {
  const plan = planSheet(
    { columns },
    columns.map((one) => one.title),
  )
  const cells = columns.map((one) => (one === column ? cell : ''))
  const { values, errors } = readSheetRow(plan, { rowNo: 2, cells })
  const wrong = errors.find((one) => one.column === column.title)
  return wrong === undefined ? { value: values[column.name] } : { reason: wrong.message }
}

/** Runs a check of every column of every import that is meant; at least one has to be. */
function eachColumn(
  isMeant: (column: ImportColumn) => boolean,
  check: (
    readCell: (cell: string) => { value: unknown } | { reason: string },
    where: string,
    column: ImportColumn,
  ) => void,
): void {
  let found = 0
  for (const [name, sheet] of sheets())
    for (const column of sheet.columns.filter(isMeant)) {
      found += 1
      check((cell) => read(sheet, column, cell), `${name} ${column.title}`, column)
    }
  expect(found).toBeGreaterThan(0)
}

const NO_DAYS = [
  '2027-02-30',
  '2027-13-01',
  '2027-02-29 00:00',
  '20270305',
  '46023',
  '1798761600',
  '昨天',
  '08:05',
]

describe('days and moments', () => {
  test('what does not exist, and a bare number, is refused at every moment', () => {
    eachColumn(
      ({ field }) => field.type === 'datetime',
      (readCell, where) => {
        for (const cell of [...NO_DAYS, '2027-03-05 25:61', '2027-03-05 24:00', '2027-03-05 08:60'])
          expect(readCell(cell), `${where} ${cell}`).toHaveProperty('reason')
        for (const cell of ['2027-03-05 08:05', '2027/3/5 8:05', '2027年3月5日 08:05:00', '2027-03-05T08:05'])
          expect(readCell(cell), `${where} ${cell}`).toEqual({ value: new Date('2027-03-05T00:05:00Z') })
      },
    )
  })

  test('and at every day, which takes no time either', () => {
    eachColumn(
      ({ field }) => field.type === 'date',
      (readCell, where) => {
        for (const cell of [...NO_DAYS, '2027-03-05 08:05', '2027-03-05 25:61'])
          expect(readCell(cell), `${where} ${cell}`).toHaveProperty('reason')
        for (const cell of ['2027-03-05', '2027/3/5', '2027年3月5日', '2027-03-05 00:00:00'])
          expect(readCell(cell), `${where} ${cell}`).toEqual({ value: '2027-03-05' })
      },
    )
  })
})

test('a column that stands twice is refused, whichever it is', () => {
  eachColumn(
    () => true,
    (_read, where, column) => {
      const sheet = sheets().find(
        ([name, one]) => `${name} ${column.title}` === where && one.columns.includes(column),
      )?.[1]
      const titles = sheet?.columns.map((one) => one.title) ?? []
      const plan = () =>
        planSheet({ columns: sheet?.columns ?? [] }, [...titles, ` *${column.title.toUpperCase()} `])
      expect(plan, where).toThrow('列名重复')
    },
  )
})

test('amounts and numbers are read as people and spreadsheets write them', () => {
  eachColumn(
    ({ field }) => field.type === 'money',
    (readCell, where) => {
      const plain = readCell('1299')
      expect(plain, where).toHaveProperty('value')
      for (const cell of [
        '1,299.00',
        '¥1,299',
        '￥1299.00',
        '１，２９９．００',
        '1299元',
        '¥ 1,299.00 元',
        '1299.0',
      ])
        expect(readCell(cell), `${where} ${cell}`).toEqual(plain)
      for (const cell of ['12,99.00', '1.299,00', '一千', '12.999', '$12'])
        expect(readCell(cell), `${where} ${cell}`).toHaveProperty('reason')
    },
  )
})

test('what has not the right form is told what the right form is', () => {
  const silent = new Set<string>()
  eachColumn(
    () => true,
    (readCell, where) => {
      for (const cell of ['?? 不 对 ??', '１２x', '-', '2027-02-30', '\u0001']) {
        const read = readCell(cell)
        if ('reason' in read && /(格式不正确|例：|可填：)$/.test(read.reason))
          silent.add(`${where}: ${read.reason}`)
      }
    },
  )
  expect([...silent]).toEqual([])
})

test('what has to be filled in is marked in the template', () => {
  eachColumn(
    ({ required, field }) => required !== true && field.required !== true,
    (readCell, where) => {
      expect(readCell(''), where).toHaveProperty('value')
    },
  )
})
