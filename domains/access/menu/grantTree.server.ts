import type { Db } from '#kit/server/database.ts'
import type { Who } from '#kit/server/who.ts'
import type { MenuNodeItem } from './menu.calls.ts'
import { codesIn, forest, isRestricted, type MenuFacts, type Tree } from './menu.rules.ts'

type Granted = Pick<MenuFacts, 'adminOnly' | 'systemKey' | 'perms'>

/** Why a person may not tick or untick a node; '' when they may. Platform §6.2. */
function refusalOf(who: Who, node: Granted): string {
  if (who.all) return ''
  if (isRestricted(node)) return '该菜单仅限管理员角色'
  return codesIn(node.perms).every((code) => who.permissions.has(code)) ? '' : '您没有该权限，不能授予他人'
}

/** Whether a person may tick or untick a node: held in full, and not the role admin's alone. Platform §6.2. */
export function mayGrant(who: Who, node: Granted): boolean {
  return refusalOf(who, node) === ''
}

/** The tree a role is made from, with what the role holds ticked. */
export async function grantTree(
  db: Db,
  who: Who,
  holds: ReadonlySet<number> | 'all',
): Promise<MenuNodeItem[]> {
  const nodes = await db.selectFrom('menu').selectAll().where('isDel', '=', 0).execute()
  const item = (node: Tree<(typeof nodes)[number]>, above: string): MenuNodeItem => {
    // A button cannot be had without its page.
    const reason = node.menuType === 'A' && above !== '' ? above : refusalOf(who, node)
    return {
      id: node.id,
      name: node.name,
      label: node.name,
      menuType: node.menuType,
      perms: node.perms,
      disabled: reason !== '',
      reason,
      checked: holds === 'all' || holds.has(node.id),
      child: node.children.map((child) => item(child, reason)),
    }
  }
  return forest(nodes).map((node) => item(node, ''))
}
