import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { filterNumbers } from '#kit/server/list.ts'
import { read, type Served } from '#kit/server/serve.ts'
import { refuseIf, standardHandlers } from '#kit/server/standard.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import {
  type DictNode,
  dictDataCalls,
  dictTypeCalls,
  dictListCalls as lists,
  namedListCalls,
} from './dict.calls.ts'
import { dictData, dictType } from './dict.entity.ts'
import { type DictEntry, dictValues, visibleScopes } from './dict.memory.ts'

type Data = EntityRow<typeof dictData>

const SYSTEM_VALUE = '系统字典值不可修改'

async function isSystem(tx: Tx, dictId: number): Promise<boolean> {
  const row = await tx.selectFrom('dictType').select('isSystem').where('id', '=', dictId).executeTakeFirst()
  return row?.isSystem === 1
}

async function hasBelow(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('dictData')
    .select('id')
    .where('pid', '=', id)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return row !== undefined
}

/** Families have two levels: what lies below an entry of the same type has nothing below itself. */
async function checkAbove(tx: Tx, dictId: number, pid: number, id: number | undefined): Promise<void> {
  if (pid === 0) return
  const above = await tx
    .selectFrom('dictData')
    .select(['id', 'pid'])
    .where('id', '=', pid)
    .where('dictId', '=', dictId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  const fits = above !== undefined && above.pid === 0 && above.id !== id
  if (!fits || (id !== undefined && (await hasBelow(tx, id)))) throw refuse('请选择上级', 'pid')
}

const data = standardHandlers(dictData, dictDataCalls, {
  list: (_who, input) => {
    const { dictType: type, dictLabel: label } = input
    return {
      where: [
        ...(type
          ? [
              sql<boolean>`"dictId" in (select "id" from "dictType" where "dictType" = ${type} and "isDel" = 0)`,
            ]
          : []),
        ...(label ? [sql<boolean>`strpos("dictLabel", ${label}) > 0`] : []),
      ],
      reads: ['dictType'],
    }
  },
  async prepare(tx, values, before) {
    const dictId = before?.dictId ?? values.dictId ?? 0
    if (before !== null) {
      if (values.dictId !== undefined && values.dictId !== dictId) throw refuse('字典类型不能修改', 'dictId')
      const changed = values.dictValue !== undefined && values.dictValue !== before.dictValue
      if (changed && (await isSystem(tx, dictId))) throw refuse(SYSTEM_VALUE, 'dictValue')
    }
    if (values.pid !== undefined) await checkAbove(tx, dictId, values.pid, before?.id)
    return values
  },
  usedText: () => '字典值已被使用，不能删除',
  async deleting(tx, row: Data) {
    refuseIf(await isSystem(tx, row.dictId), SYSTEM_VALUE)
    refuseIf(await hasBelow(tx, row.id), '字典值下存在下级，不能删除')
  },
})

const type = standardHandlers(dictType, dictTypeCalls, {
  async prepare(_tx, values, before) {
    const renamed = values.dictType !== undefined && before !== null && values.dictType !== before.dictType
    if (renamed && before.isSystem === 1) throw refuse('系统字典类型不可修改', 'dictType')
    return values
  },
  async deleting(tx, row) {
    refuseIf(row.isSystem === 1, '系统字典类型不能删除')
    const entry = await tx
      .selectFrom('dictData')
      .select('id')
      .where('dictId', '=', row.id)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    refuseIf(entry !== undefined, '字典类型下存在数据，不能删除')
  },
})

export const dictTasks = [data.exporting, type.exporting]

/** Entries with those below them; the order of the list holds on every level. */
function nested(entries: readonly DictEntry[]): DictNode[] {
  const nodes = new Map<number, DictNode>(entries.map((entry) => [entry.id, { ...entry }]))
  const roots: DictNode[] = []
  for (const entry of entries) {
    const node = nodes.get(entry.id)
    const above = nodes.get(entry.pid)
    if (node === undefined) continue
    if (above === undefined) roots.push(node)
    else above.children = [...(above.children ?? []), node]
  }
  return roots
}

async function typed(db: Db, dictType: string): Promise<DictNode[]> {
  return nested(await dictValues(db, dictType))
}

const MALL = 'protocol_name_mall'
const SUPPLY = 'protocol_name_gyl'

/** Which protocols are meant: mall or gyl by name, by channel (1202 供应链), else both. */
function protocolTypes(code: string, channelId: number | null): string[] {
  if (code !== '') return [`protocol_name_${code}`]
  if (channelId === null) return [MALL, SUPPLY]
  return [channelId === 1202 ? SUPPLY : MALL]
}

export const servedDict: readonly Served[] = [
  ...data.served,
  ...type.served,
  ...namedListCalls.map(({ dictType, call }) => read(call, (db) => typed(db, dictType))),
  read(lists.byType, (db, _who, { type }) => typed(db, type)),
  read(lists.byTypes, async (db, _who, { dictType }) => {
    const types = dictType.split(',').filter((one) => one !== '')
    if (types.length === 0) throw refuse('need dict types', 'dictType')
    const found: Record<string, DictNode[]> = {}
    for (const one of types) found[one] = await typed(db, one)
    return found
  }),
  read(lists.secondFamilies, async (db, _who, { pid, code }) => {
    const entries = await dictValues(db, 'product_family')
    const above = code === '' ? pid : (entries.find((one) => one.dictValue === code)?.id ?? -1)
    return entries.filter((one) => one.pid !== 0 && (above === null || one.pid === above))
  }),
  read(lists.visible, async (db, _who, { channel }) => [
    ...(await visibleScopes(db, filterNumbers(channel, '渠道', 'channel'))),
  ]),
  read(lists.protocols, async (db, _who, { code, channelId }) => {
    const lists = await Promise.all(protocolTypes(code, channelId).map((type) => typed(db, type)))
    return lists.flat()
  }),
]
