import { expect, test } from 'vitest'
import { bothOf } from './bothOf.ts'

const failsAfter = (ms: number, message: string): Promise<never> =>
  new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(message)), ms)
  })

test('of rows and count that both fail the error of the rows is told, whichever fails first', async () => {
  await expect(bothOf(failsAfter(5, 'rows'), failsAfter(0, 'count'))).rejects.toThrow('rows')
  await expect(bothOf(failsAfter(0, 'rows'), failsAfter(5, 'count'))).rejects.toThrow('rows')
  await expect(bothOf(Promise.resolve(1), failsAfter(0, 'count'))).rejects.toThrow('count')
  expect(await bothOf(Promise.resolve(1), Promise.resolve('a'))).toEqual([1, 'a'])
})
