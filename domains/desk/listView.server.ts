import type { Tx } from '#kit/server/database.ts'
import { deleteRow, insertRow, lockRow, lockRows, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { demand, may, type Who } from '#kit/server/who.ts'
import { notFound, refuse } from '#kit/shared/errors.ts'
import { deskCalls as calls } from './desk.calls.ts'
import { listView, readingPermission, sharingPermission } from './listView.entity.ts'

/** So many views of a list a person has, and so many are shared. */
const MOST = 20

/** Views of lists: everybody keeps their own; who may edit what a list shows shares some with all. Screens §2. */
export const viewServed: Served[] = [
  read(calls.views, async (db, who, { screen }) => {
    const mayShare = may(who, sharingPermission(screen))
    const reading = readingPermission(screen)
    const mayRead = mayShare || reading === null || may(who, reading)
    const rows = await db
      .selectFrom('listView')
      .select(['id', 'viewName', 'shared', 'isDefault', 'state'])
      .where('screen', '=', screen)
      .where('isDel', '=', 0)
      .where((eb) => eb.or([eb('createBy', '=', who.adminId), ...(mayRead ? [eb('shared', '=', 1)] : [])]))
      .orderBy('shared')
      .orderBy('viewName')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({ ...row, mayEdit: row.shared === 0 || mayShare }))
  }),
  change(calls.saveView, async (tx, who, view) => {
    const { screen, viewName, shared, isDefault, state } = view
    if (shared === 1) demand(who, sharingPermission(screen))
    const others = await lockedViews(tx, who, screen, shared)
    // One of them is the default.
    for (const one of others)
      if (isDefault === 1 && one.isDefault === 1 && one.viewName !== viewName)
        await updateRow(tx, listView, one, { isDefault: 0 })
    const same = others.find((one) => one.viewName === viewName)
    if (same !== undefined) return updateRow(tx, listView, same, { isDefault, state })
    if (others.length >= MOST) throw refuse(`每个列表最多保存${MOST}个视图，请先删除不用的`, 'viewName')
    return insertRow(tx, listView, { screen, viewName, shared, isDefault, state })
  }),
  change(calls.removeView, async (tx, who, { id }) => {
    const view = await lockRow(tx, listView, id)
    if (view.shared === 1) demand(who, sharingPermission(view.screen))
    else if (view.createBy !== who.adminId) throw notFound()
    await deleteRow(tx, listView, view)
  }),
]

/** The person's own views of a list, or those that are shared. */
async function lockedViews(tx: Tx, who: Who, screen: string, shared: 0 | 1) {
  const found = await tx
    .selectFrom('listView')
    .select('id')
    .where('screen', '=', screen)
    .where('shared', '=', shared)
    .where('isDel', '=', 0)
    .$if(shared === 0, (query) => query.where('createBy', '=', who.adminId))
    .execute()
  const rows = await lockRows(
    tx,
    listView,
    found.map(({ id }) => id),
  )
  return [...rows.values()]
}
