import type { Tx } from '#kit/server/database.ts'
import { touch } from '#kit/server/transaction.ts'
import { type MenuNode, menusOf, type RoomFacts } from '#kit/shared/room.ts'
import { raisePermVersion } from '../session/person.server.ts'

/** A declared node as a row; the parent by its key. */
interface Seed {
  systemKey: string
  parentKey: string
  menuType: 'M' | 'C' | 'A'
  name: string
  icon: string
  sort: number
  isShow: 0 | 1
  component: string
  perms: string
  activeMenu: string
  noCache: 0 | 1
  affix: 0 | 1
  adminOnly: 0 | 1
}

// What the code says about a page follows every version; what a person may rename, move or hide does not.
const FOLLOWING = ['menuType', 'component', 'perms', 'activeMenu', 'noCache', 'affix', 'adminOnly'] as const

const bit = (on: boolean | undefined): 0 | 1 => (on ? 1 : 0)

/** The rows of declared nodes, parents before children. */
export function seedsOf(nodes: readonly MenuNode[], parentKey = '', adminOnly = false): Seed[] {
  return nodes.flatMap((node) => {
    const isAdminOnly = adminOnly || node.adminOnly === true
    const own: Seed = {
      systemKey: node.key,
      parentKey,
      menuType: node.path === undefined ? 'M' : 'C',
      name: node.name,
      icon: node.icon ?? '',
      sort: node.sort ?? 0,
      isShow: bit(!node.hidden),
      component: node.path ?? '',
      perms: (node.permissions ?? []).join(','),
      activeMenu: node.activeMenu ?? '',
      noCache: bit(node.noCache),
      affix: bit(node.affix),
      adminOnly: bit(isAdminOnly),
    }
    const buttons = (node.buttons ?? []).map(
      (button): Seed => ({
        ...own,
        systemKey: `${node.key}#${button.name}`,
        parentKey: node.key,
        menuType: 'A',
        name: button.name,
        icon: '',
        sort: 0,
        isShow: 1,
        component: '',
        perms: button.permissions.join(','),
        activeMenu: '',
        noCache: 0,
        affix: 0,
      }),
    )
    return [own, ...buttons, ...seedsOf(node.children ?? [], node.key, isAdminOnly)]
  })
}

/**
 * Merges the declared menus of all rooms into the table by systemKey: adds what is missing, refreshes what the code
 * owns, and never touches name, sort, icon, isShow or pid of a node that is there. Idempotent. Platform §6.3.
 */
export async function seedMenus(tx: Tx, rooms: readonly RoomFacts[]): Promise<void> {
  const seeds = seedsOf(joined(rooms.flatMap(menusOf)))
  const keys = new Set<string>()
  for (const { systemKey } of seeds) {
    if (keys.has(systemKey)) throw new Error(`Menu key ${systemKey} is declared twice`)
    keys.add(systemKey)
  }
  const rows = await tx.selectFrom('menu').selectAll().where('isDel', '=', 0).execute()
  const byKey = new Map(rows.filter((row) => row.systemKey !== '').map((row) => [row.systemKey, row]))
  const ids = new Map<string, number>()
  let isChanged = false
  for (const seed of seeds) {
    const { systemKey, menuType, component, perms, activeMenu, noCache, affix, adminOnly } = seed
    // A page that somebody made for a route before this version did is taken over.
    const row =
      byKey.get(systemKey) ??
      rows.find((one) => one.systemKey === '' && component !== '' && one.component === component)
    if (row === undefined) continue
    ids.set(systemKey, row.id)
    if (row.systemKey === systemKey && FOLLOWING.every((name) => row[name] === seed[name])) continue
    const values = { systemKey, menuType, component, perms, activeMenu, noCache, affix, adminOnly }
    await tx.updateTable('menu').set(values).where('id', '=', row.id).execute()
    isChanged = true
  }
  // Level by level: a child needs the id its parent was given.
  for (let waiting = seeds.filter((seed) => !ids.has(seed.systemKey)); waiting.length > 0; ) {
    const ready = waiting.filter((seed) => seed.parentKey === '' || ids.has(seed.parentKey))
    const values = ready.map(({ parentKey, ...seed }) => ({ ...seed, pid: ids.get(parentKey) ?? 0 }))
    const made = await tx.insertInto('menu').values(values).returning(['id', 'systemKey']).execute()
    for (const row of made) ids.set(row.systemKey, row.id)
    waiting = waiting.filter((seed) => !ids.has(seed.systemKey))
    isChanged = true
  }
  if (!isChanged) return
  touch(tx, 'menu')
  await raisePermVersion(tx)
}

// Several rooms may hang pages into one directory: the same key then stands for the same directory.
function joined(nodes: readonly MenuNode[]): MenuNode[] {
  const byKey = new Map<string, MenuNode>()
  for (const node of nodes) {
    const first = byKey.get(node.key)
    if (first === undefined || first.path !== undefined || node.path !== undefined) {
      if (first !== undefined) throw new Error(`Menu key ${node.key} is declared twice`)
      byKey.set(node.key, node)
      continue
    }
    byKey.set(node.key, { ...first, children: [...(first.children ?? []), ...(node.children ?? [])] })
  }
  return [...byKey.values()].map((node) =>
    node.children === undefined ? node : { ...node, children: joined(node.children) },
  )
}
