import type { Db } from '#kit/server/database.ts'
import type { ExportDefinition } from '#kit/server/fileTask.ts'
import { listPage } from '#kit/server/list.ts'
import type { Who } from '#kit/server/who.ts'
import { forest, type Tree } from '../menu/menu.rules.ts'
import { roleExport } from './role.calls.ts'
import { ADMIN_ROLE, role } from './role.entity.ts'

/** As many columns a sheet may be read with. */
const MOST_ROLES = 200
const BATCH = 500
const KINDS: Record<string, string> = { M: '目录', C: '页面', A: '按钮' }

type Row = Record<string, unknown>
interface Node {
  id: number
  pid: number
  sort: number
  name: string
  menuType: string
  perms: string
}

const columnOf = (id: number): string => `role${id}`

/** The roles the list was filtered to, in its order. */
async function rolesOf(db: Db, who: Who, params: Row) {
  const input = roleExport.schema.parse(params)
  return (await listPage(db, who, role, { ...input, page: 1, limit: MOST_ROLES })).list
}

/** The tree as lines: each node below its directories and its page. */
function linesOf(tree: readonly Tree<Node>[], above: readonly string[] = []): Node[] {
  return tree.flatMap((node) => {
    const names = [...above, node.name]
    return [{ ...node, name: names.join(' / ') }, ...linesOf(node.children, names)]
  })
}

/** 角色权限矩阵: a line for each node of the menu, a column for each role. Platform §15.4. */
export const roleMatrix: ExportDefinition = {
  kind: 'export',
  bizType: 'roleMatrix',
  title: '角色权限导出',
  permission: roleExport.permission,
  columns: [
    { name: 'name', title: '菜单', kind: 'text', width: 40 },
    { name: 'kind', title: '类型', kind: 'text', width: 8 },
    { name: 'perms', title: '权限标识', kind: 'text', width: 40 },
  ],
  async moreColumns(db, who, params) {
    const roles = await rolesOf(db, who, params)
    return roles.map(({ id, roleName, status }) => ({
      name: columnOf(id),
      title: status === 1 ? roleName : `${roleName}（停用）`,
      kind: 'text',
      width: 14,
    }))
  },
  async count(db) {
    return (await nodesOf(db)).length
  },
  async *rows(db, who, params) {
    const roles = await rolesOf(db, who, params)
    const granted = await db
      .selectFrom('roleMenu')
      .selectAll()
      .where('rid', 'in', [0, ...roles.map(({ id }) => id)])
      .execute()
    const held = new Set(granted.map(({ rid, menuId }) => `${rid} ${menuId}`))
    const rows = linesOf(forest(await nodesOf(db))).map((node): Row => {
      const has = roles.map(({ id, roleCode }) => [
        columnOf(id),
        roleCode === ADMIN_ROLE || held.has(`${id} ${node.id}`) ? '√' : '',
      ])
      return {
        name: node.name,
        kind: KINDS[node.menuType] ?? '',
        perms: node.perms,
        ...Object.fromEntries(has),
      }
    })
    for (let start = 0; start < rows.length; start += BATCH) yield rows.slice(start, start + BATCH)
  },
}

function nodesOf(db: Db): Promise<Node[]> {
  return db
    .selectFrom('menu')
    .select(['id', 'pid', 'sort', 'name', 'menuType', 'perms'])
    .where('isDel', '=', 0)
    .execute()
}
