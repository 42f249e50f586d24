import type { Db, Tx } from '#kit/server/database.ts'
import { deleteRow, insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { raisePermVersion } from '../session/person.server.ts'
import { grantTree } from './grantTree.server.ts'
import * as calls from './menu.calls.ts'
import { menu } from './menu.entity.ts'
import { codesIn, depthOf, heightOf, MENU_DEPTH } from './menu.rules.ts'
import { declaredCodes, permissionServed } from './permission.server.ts'

type MenuRow = EntityRow<typeof menu>
type Node = Pick<MenuRow, 'pid' | 'menuType' | 'component' | 'perms'>

// Taken first by every change, so that two of them cannot make a circle or a fifth level together.
async function allNodes(tx: Tx): Promise<MenuRow[]> {
  await raisePermVersion(tx)
  return tx.selectFrom('menu').selectAll().where('isDel', '=', 0).execute()
}

/** Checks what a node needs by its type and where it may stand. Platform §6.3. */
function checkNode(nodes: readonly MenuRow[], node: Node, id: number | null): void {
  const byId = new Map(nodes.map((one) => [one.id, one]))
  const parent = byId.get(node.pid)
  if (node.pid !== 0 && parent === undefined) throw refuse('菜单不存在或已删除', 'pid')
  if (node.menuType === 'A') {
    if (parent?.menuType !== 'C') throw refuse('按钮只能建在菜单之下', 'pid')
    if (node.perms === '') throw refuse('请输入权限标识', 'perms')
    if (nodes.some((one) => one.pid === id)) throw refuse('存在下级菜单，不能改为按钮', 'menuType')
    return
  }
  if (parent?.menuType === 'A') throw refuse('上级菜单不能是按钮', 'pid')
  if (node.menuType === 'C' && node.component === '') throw refuse('请输入组件路径', 'component')
  if (id !== null)
    for (let at = parent; at !== undefined; at = byId.get(at.pid))
      if (at.id === id) throw refuse('上级菜单不能是本菜单或其下级', 'pid')
  const height = id === null ? 1 : heightOf(nodes, id)
  if (depthOf(byId, node.pid) + height > MENU_DEPTH) throw refuse('菜单最多四级', 'pid')
}

/** Codes somebody may write into a node: never the one that grants all, and only what they hold themselves. */
function checkCodes(who: Who, perms: string, before: string): void {
  const added = codesIn(perms).filter((code) => !codesIn(before).includes(code))
  if (added.some((code) => !/^[\w-]+(:[\w-]+)+$/.test(code))) throw refuse('权限标识格式不正确', 'perms')
  if (!who.all && added.some((code) => !who.permissions.has(code)))
    throw refuse('不能使用超出本人权限的权限标识', 'perms')
}

function warningsOf(db: Db, perms: string): string[] {
  const known = declaredCodes(db)
  return codesIn(perms)
    .filter((code) => !known.has(code))
    .map((code) => `${code}：该权限标识没有对应接口`)
}

export const menuServed: readonly Served[] = [
  read(calls.menuList, (db, _who, { name, menuType, isShow }) => {
    let query = db.selectFrom('menu').selectAll().where('isDel', '=', 0)
    if (name !== '') query = query.where('name', 'ilike', `%${name}%`)
    if (menuType === 'M' || menuType === 'C' || menuType === 'A')
      query = query.where('menuType', '=', menuType)
    if (isShow !== '') query = query.where('isShow', '=', isShow === '1' ? 1 : 0)
    return query.orderBy('sort', 'desc').orderBy('id').execute()
  }),
  read(calls.menuInfo, (db, who, { id }) => readRow(db, who, menu, id)),
  change(calls.menuAdd, async (tx, who, input) => {
    const nodes = await allNodes(tx)
    checkNode(nodes, input, null)
    checkCodes(who, input.perms, '')
    const row = await insertRow(tx, menu, { ...input, adminOnly: inherited(nodes, input) })
    return { id: row.id, warnings: warningsOf(tx, row.perms) }
  }),
  change(calls.menuUpdate, async (tx, who, { id, version, ...values }) => {
    const nodes = await allNodes(tx)
    const before = await lockRow(tx, menu, id, { version })
    const wanted = { ...before, ...values }
    checkNode(nodes, wanted, id)
    checkCodes(who, wanted.perms, before.perms)
    const after = await updateRow(tx, menu, before, { ...values, adminOnly: inherited(nodes, wanted) })
    if (after.adminOnly !== before.adminOnly)
      await tx
        .updateTable('menu')
        .set({ adminOnly: after.adminOnly })
        .where('pid', '=', id)
        .where('menuType', '=', 'A')
        .execute()
    return { id, warnings: warningsOf(tx, after.perms) }
  }),
  change(calls.menuDelete, async (tx, _who, { id }) => {
    const nodes = await allNodes(tx)
    const row = await lockRow(tx, menu, id)
    if (nodes.some((node) => node.pid === id)) throw conflict('存在下级菜单，不允许删除')
    if (row.systemKey !== '') throw conflict('系统菜单不可删除，可隐藏')
    await deleteRow(tx, menu, row)
  }),
  change(calls.menuShow, async (tx, _who, { id }) => {
    await raisePermVersion(tx)
    const row = await lockRow(tx, menu, id)
    await updateRow(tx, menu, row, { isShow: row.isShow === 1 ? 0 : 1 })
    return { id }
  }),
  change(calls.menuSort, async (tx, _who, { pid, ids }) => {
    const nodes = await allNodes(tx)
    for (const [index, id] of ids.entries()) {
      const node = nodes.find((one) => one.id === id)
      if (node === undefined) throw notFound()
      checkNode(nodes, { ...node, pid }, id)
      const sort = ids.length - index
      if (node.pid !== pid || node.sort !== sort)
        await updateRow(tx, menu, await lockRow(tx, menu, id), { pid, sort })
    }
  }),
  read(calls.menuTree, (db, who) => grantTree(db, who, new Set())),
  ...permissionServed,
]

// A button is the role admin's alone when its page is.
function inherited(nodes: readonly MenuRow[], node: Pick<MenuRow, 'menuType' | 'pid' | 'adminOnly'>): 0 | 1 {
  if (node.menuType !== 'A') return node.adminOnly
  return nodes.find((one) => one.id === node.pid)?.adminOnly === 1 ? 1 : node.adminOnly
}
