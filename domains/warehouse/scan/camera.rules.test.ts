import { expect, test } from 'vitest'
import { cameraFault, lookAgain, type Sight } from './camera.rules.ts'

test('W §7: a code that stays before the camera is one scan, and another once it was away', () => {
  let sight: Sight = new Map()
  const look = (at: number, ...codes: string[]) => {
    const next = lookAgain(sight, codes, at)
    sight = next.sight
    return next.fresh
  }
  expect(look(0, 'A')).toEqual(['A'])
  expect(look(200, 'A', 'A')).toEqual([])
  // Out of sight for a picture or two it was not taken away.
  expect(look(400)).toEqual([])
  expect(look(1600, 'A', 'B')).toEqual(['B'])
  expect(look(3000, 'A')).toEqual([])
  expect(look(4501)).toEqual([])
  expect(look(4502, 'A', '')).toEqual(['A'])
})

test('W §7: it is said why there is no picture', () => {
  const named = (name: string) => cameraFault(Object.assign(new Error('x'), { name }))
  expect(named('NotAllowedError')).toContain('没有使用相机的权限')
  expect(named('NotFoundError')).toContain('没有找到相机')
  expect(named('NotReadableError')).toContain('其他程序')
  expect(named('TypeError')).toBe('相机打不开，请用扫码枪或手工输入')
  expect(cameraFault('x')).toBe('相机打不开，请用扫码枪或手工输入')
})
