import type { Db, Tx } from '#kit/server/database.ts'
import { listPage } from '#kit/server/list.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { findHead } from '../definition/head.server.ts'
import { deployedNow } from '../definition/known.server.ts'
import { compile, ExpressionError } from '../model/expression.ts'
import { bindingCalls as calls } from './binding.calls.ts'
import { processBinding } from './binding.entity.ts'
import { findBinding } from './binding.ts'

type Row = EntityRow<typeof processBinding>

async function withNames(db: Db, rows: readonly Row[]) {
  const names = new Map((await deployedNow(db)).map((one) => [one.name, one.displayName]))
  return rows.map((row) => ({
    ...row,
    typeLabel: findBinding(db, row.businessType)?.label ?? row.businessType,
    processDisplayName: names.get(row.processName) ?? '',
  }))
}

async function check(tx: Tx, values: Pick<Row, 'businessType' | 'processName' | 'condition'>): Promise<void> {
  if (findBinding(tx, values.businessType) === undefined) throw refuse('业务类型不存在', 'businessType')
  if ((await findHead(tx, values.processName)) === null) throw refuse('流程不存在', 'processName')
  if (values.condition === '') return
  try {
    compile(values.condition)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw refuse(`适用条件有误：${error.message}`, 'condition')
  }
}

export const bindingServed: readonly Served[] = [
  read(calls.list, async (db, who, input) => {
    const page = await listPage(db, who, processBinding, input)
    return { ...page, list: await withNames(db, page.list) }
  }),
  change(calls.save, async (tx, _who, { id, version, ...values }) => {
    const before = id === null ? null : await lockRow(tx, processBinding, id, { version })
    await check(tx, values)
    const row =
      before === null
        ? await insertRow(tx, processBinding, values)
        : await updateRow(tx, processBinding, before, values)
    return { id: row.id }
  }),
  change(calls.remove, async (tx, _who, { id }) =>
    deleteRow(tx, processBinding, await lockRow(tx, processBinding, id)),
  ),
]
