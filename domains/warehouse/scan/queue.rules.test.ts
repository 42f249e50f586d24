import { expect, test } from 'vitest'
import { again, countedOf, firstWaiting, type Queued, readQueue, refused, without } from './queue.rules.ts'

const scan = (scanId: string, more: Partial<Queued> = {}): Queued => ({
  ...{ scanId, at: 1, doc: 'pick:1', to: '/wms/scan/pick/1', line: 7, qty: 2, text: '牛奶 ×2' },
  ...{ path: '/admin/wts/pickList/line/pick', input: { lineId: 7, qty: 2, scanId }, fault: '' },
  ...more,
})

test('W §7: scans are posted in their order; a refused one waits for the person, the others go on', () => {
  const queue = [scan('a'), scan('b'), scan('c')]
  expect(firstWaiting(queue)?.scanId).toBe('a')
  const stopped = refused(queue, 'a', '超出应拣数量')
  expect(firstWaiting(stopped)?.scanId).toBe('b')
  expect(stopped[0]).toMatchObject({ scanId: 'a', fault: '超出应拣数量' })
  expect(without(stopped, 'a').map((one) => one.scanId)).toEqual(['b', 'c'])
})

test('W §7: what is put right is posted with its own number and the other quantity', () => {
  const [one] = again(refused([scan('a')], 'a', '超出应拣数量'), 'a', 1)
  expect(one).toMatchObject({
    scanId: 'a',
    qty: 1,
    fault: '',
    text: '牛奶 ×1',
    input: { qty: 1, scanId: 'a' },
  })
  const counted = scan('b', { input: { id: 3, lines: [{ lineId: 7, qty: 2, adds: 1, scanId: 'b' }] } })
  expect(again([counted], 'b', 5)[0]?.input).toEqual({
    id: 3,
    lines: [{ lineId: 7, qty: 5, adds: 1, scanId: 'b' }],
  })
  expect(again([scan('a', { fault: 'x' })], 'a')[0]).toEqual(scan('a'))
})

test('W §7: what waits counts for its line, what was refused does not', () => {
  const queue = [
    scan('a', { qty: 0.1 }),
    scan('b', { qty: 0.2 }),
    scan('c', { fault: 'x' }),
    scan('d', { line: 8 }),
  ]
  expect(countedOf(queue, 'pick:1', 7)).toBe(0.3)
  expect(countedOf(queue, 'pick:2', 7)).toBe(0)
})

test('W §7: what was kept is read again, and what is broken is left', () => {
  const queue = [scan('a')]
  expect(readQueue(JSON.stringify(queue))).toEqual(queue)
  expect(readQueue(null)).toEqual([])
  expect(readQueue('{')).toEqual([])
  expect(readQueue('[1, null, {"scanId": "x"}]')).toEqual([])
})
