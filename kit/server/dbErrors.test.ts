import { expect, test } from 'vitest'
import { text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { conflict } from '#kit/shared/errors.ts'
import { openDatabase, openPool } from './database.ts'
import { declareEntity, isBusy, isDatabaseGone, isDiskFull, refusalOf } from './dbErrors.ts'
import { failureOf } from './dispatch.ts'
import { register } from './points.ts'

// Never connected: only what is registered for it is looked at.
const db = openDatabase(openPool('postgres://nowhere'))

const failed = (code: string, more: Record<string, string> = {}): Error =>
  Object.assign(new Error('could not extend file "base/5/16384": No space left on device'), { code, ...more })

test.each(['53100', 'ENOSPC'])('%s: the disk is full', (code) => {
  expect(isDiskFull(failed(code))).toBe(true)
  expect(isDatabaseGone(failed(code))).toBe(false)
  expect(failureOf(db, failed(code), 'r1')).toMatchObject({
    error: { code: 500, message: '存储空间不足，数据未保存，请联系管理员（r1）', data: null },
    internal: true,
  })
})

test.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300', '08006'])(
  '%s: the database is away',
  (code) => {
    expect(isDatabaseGone(failed(code))).toBe(true)
    expect(failureOf(db, failed(code), 'r2')).toMatchObject({
      error: { code: 500, message: '数据库暂时不可用，请稍后重试（r2）', data: null },
      internal: true,
    })
  },
)

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
])('%s: the database is away', (message) => {
  expect(isDatabaseGone(new Error(message))).toBe(true)
})

test('a socket that is not there is the database, a file that is not there is not', () => {
  expect(isDatabaseGone(failed('ENOENT', { syscall: 'connect' }))).toBe(true)
  expect(isDatabaseGone(failed('ENOENT', { syscall: 'open' }))).toBe(false)
})

test('what somebody refused goes out as it is; everything else shows only its id', () => {
  expect(failureOf(db, conflict('已被使用'), 'r3')).toMatchObject({
    error: { code: 409, message: '已被使用' },
    internal: false,
  })
  for (const odd of [new Error('select * from "admin"'), 'text', null, failed('22012')])
    expect(failureOf(db, odd, 'r4')).toMatchObject({
      error: { code: 500, message: '系统繁忙，请稍后重试（r4）', data: null },
      internal: true,
    })
})

test('a unique index speaks with the label of its field', () => {
  register(db, [
    declareEntity(entity('crate', '木箱', { mark: text('箱号', { max: 20 }) }, { title: 'mark' })),
  ])
  expect(refusalOf(db, failed('23505', { constraint: 'uq_crate_mark' }))).toMatchObject({
    code: 422,
    message: '箱号已存在',
    data: [{ field: 'mark', message: '箱号已存在' }],
  })
  expect(refusalOf(db, failed('23505', { constraint: 'crate_pkey' }))).toMatchObject({
    code: 409,
    message: '数据已存在，请勿重复提交',
  })
  expect(refusalOf(db, failed('23503'))).toBe(null)
  expect(['40P01', '40001', '55P03', '23505'].map((code) => isBusy(failed(code)))).toEqual([
    true,
    true,
    true,
    false,
  ])
})
