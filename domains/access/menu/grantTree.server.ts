import type { Db } from '#kit/server/database.ts'
import type { Who } from '#kit/server/who.ts'
import type { MenuNodeItem } from './menu.calls.ts'
import { codesIn, forest, isRestricted, type MenuFacts, type Tree } from './menu.rules.ts'

/** Whether a person may tick or untick a node: held in full, and not the role admin's alone. Platform §6.2. */
export function mayGrant(who: Who, node: Pick<MenuFacts, 'adminOnly' | 'systemKey' | 'perms'>): boolean {
  return who.all || (!isRestricted(node) && codesIn(node.perms).every((code) => who.permissions.has(code)))
}

/** The tree a role is made from, with what the role holds ticked. */
export async function grantTree(
  db: Db,
  who: Who,
  holds: ReadonlySet<number> | 'all',
): Promise<MenuNodeItem[]> {
  const nodes = await db.selectFrom('menu').selectAll().where('isDel', '=', 0).execute()
  const item = (node: Tree<(typeof nodes)[number]>): MenuNodeItem => ({
    id: node.id,
    name: node.name,
    label: node.name,
    menuType: node.menuType,
    perms: node.perms,
    disabled: !mayGrant(who, node),
    checked: holds === 'all' || holds.has(node.id),
    child: node.children.map(item),
  })
  return forest(nodes).map(item)
}
