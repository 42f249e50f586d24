import { choice, datetime, flag, ref, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import type { Choice } from '#kit/shared/field.ts'

export const DIRECTORY_SCOPES = [
  { value: 0, label: '全部企业' },
  { value: 1, label: '组织等级' },
  { value: 2, label: '指定单位' },
] as const satisfies readonly Choice[]
export type DirectoryScope = (typeof DIRECTORY_SCOPES)[number]['value']

/** The entity whose rows a scope names. */
export const DIRECTORY_ENTITY = { 1: 'orgLevel', 2: 'company' } as const satisfies Record<
  Exclude<DirectoryScope, 0>,
  string
>

/** The procurement catalogue of companies: one row per product that has ever been in it. Catalog §3.5. */
export const productDirectory = entity(
  'productDirectory',
  '目录商品',
  {
    productId: ref('商品', 'product', { required: true, readOnly: true, list: false }),
    directoryNo: text('目录编号', { max: 20, search: true }),
    isDirectory: flag('目录内', { initial: 1, filter: true }),
    scopeType: choice('适用', DIRECTORY_SCOPES, { initial: 0 }),
    // What they name follows from scopeType; the server checks them there.
    scopeIds: refs('指定对象', 'directoryScope', {
      refersBy: { field: 'scopeType', entities: DIRECTORY_ENTITY },
      list: false,
      port: false,
    }),
    startTime: datetime('开始时间'),
    endTime: datetime('结束时间'),
  },
  { title: 'directoryNo', grams: true },
)
