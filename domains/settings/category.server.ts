import { answerPage } from '#kit/server/list.ts'
import { refuseWhenUsed } from '#kit/server/refs.ts'
import { deleteRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { refuseIf } from '#kit/server/standard.ts'
import { refuse } from '#kit/shared/errors.ts'
import { type CategoryNode, categoryCalls as calls } from './category.calls.ts'
import { type CategoryType, category, productDefaults } from './category.entity.ts'
import { DEFAULT_FOLDER, idsOfPath, nest, refuseDepth } from './category.rules.ts'
import { categoryCounts, categoryOptions, readTree } from './category.tree.ts'
import {
  type Category,
  findParent,
  insertCategory,
  lockTree,
  refuseParent,
  spreadStatus,
  writeCategory,
} from './category.write.ts'

function refuseForeignFields(type: CategoryType, values: Record<string, unknown>): void {
  if (type === 1) return
  for (const [name, field] of Object.entries(productDefaults)) {
    const value = values[name]
    const blank = value === undefined || value === null || value === '' || String(value) === ''
    if (!blank) throw refuse(`${field.label}仅用于商品分类`, name)
  }
}

export const servedCategory: readonly Served[] = [
  change(calls.save, async (tx, _who, values) => {
    refuseForeignFields(values.type, values)
    await lockTree(tx, values.type)
    const parent = await findParent(tx, values.type, values.pid)
    refuseDepth(values.type, parent === null ? 1 : idsOfPath(parent.path).length + 2)
    return insertCategory(tx, values, parent)
  }),
  change(calls.update, async (tx, who, { id, version, ...values }) => {
    const { type } = await readRow(tx, who, category, id)
    if (values.type !== undefined && values.type !== type) throw refuse('类型不能修改', 'type')
    refuseForeignFields(type, values)
    await lockTree(tx, type)
    const row = await lockRow(tx, category, id, { version })
    const parent = await findParent(tx, type, values.pid ?? row.pid)
    await refuseParent(tx, row, parent)
    await writeCategory(tx, row, values, parent)
  }),
  change(calls.remove, async (tx, who, { id }) => {
    const { type } = await readRow(tx, who, category, id)
    await lockTree(tx, type)
    const row = await lockRow(tx, category, id)
    refuseIf(id === DEFAULT_FOLDER, `${row.name}不能删除`)
    const child = await tx
      .selectFrom('category')
      .select('id')
      .where('pid', '=', id)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    const folder = '该分类下有素材或下级分类，不能删除'
    refuseIf(child !== undefined, type === 2 ? folder : '该分类下有子分类，不能删除')
    await refuseWhenUsed(tx, category.name, [id], (use) =>
      type === 2 ? folder : `该分类下有${use.place}，不能删除`,
    )
    await deleteRow(tx, category, row)
  }),
  change(calls.updateStatus, async (tx, who, { id }) => {
    const { type } = await readRow(tx, who, category, id)
    await lockTree(tx, type)
    const before = await lockRow(tx, category, id)
    const row = await updateRow(tx, category, before, { status: before.status === 1 ? 0 : 1 })
    await spreadStatus(tx, row)
    return { status: row.status }
  }),
  read(calls.info, (db, who, { id }) => readRow(db, who, category, id)),
  read(calls.list, (db, who, { name, status, ...input }) =>
    answerPage(db, who, category, calls.list.answer, {
      ...input,
      ...(status === '0' || status === '1' ? { status } : {}),
      keywords: `${input.keywords} ${name}`,
    }),
  ),
  read(calls.all, (db, _who, asked) => categoryOptions(db, asked)),
  read(calls.tree, async (db, _who, { type, status, name }) => {
    const rows = await readTree(db, type)
    const words = name.toLowerCase()
    const shown = (row: Category): boolean =>
      (status === '' || status === '-1' || row.status === Number(status)) &&
      row.name.toLowerCase().includes(words)
    const counts =
      type === 1
        ? await categoryCounts(
            db,
            rows.map((row) => row.id),
          )
        : null
    const counted = rows.map((row) => ({
      ...row,
      productCount: counts === null ? null : (counts.get(row.id) ?? 0),
    }))
    const tree: CategoryNode[] = nest(counted, shown)
    return tree
  }),
]
