import { expect, test } from 'vitest'
import { fieldsInForm, sentLines } from './sentLines.ts'

const typed = [
  { id: 7, qty: null },
  { id: 8, qty: '3' },
  { id: 9, qty: null },
  { id: 4, qty: '5' },
]

test('Screens §4: what is refused of a line that was sent stands at the line of the form it was made of', () => {
  const lines = sentLines(typed, ({ id, qty }) => (qty === null ? null : { lineId: id, qty }))
  expect(lines).toEqual([
    { lineId: 8, qty: '3' },
    { lineId: 4, qty: '5' },
  ])
  const fields = ['lines.0.qty', 'lines.1.lineId', 'lines', 'lines.9.qty', 'boxCount']
  expect(
    fieldsInForm(
      fields.map((field) => ({ field, message: '不对' })),
      { lines, boxCount: 1 },
    ).map((one) => one.field),
  ).toEqual(['lines.1.qty', 'lines.3.lineId', 'lines', 'lines.9.qty', 'boxCount'])
})

test('Screens §4: lines that are sent as they stand are refused where they stand', () => {
  const field = { field: 'lines.2.qty', message: '不对' }
  expect(fieldsInForm([field], { lines: typed })).toEqual([field])
  expect(sentLines(undefined, (line) => line)).toEqual([])
})
