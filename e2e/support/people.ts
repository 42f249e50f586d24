import { creditCodeFits } from '../../kit/shared/identity.ts'
import { call, type Session, signIn } from './api.ts'
import { left } from './env.ts'

/** Pages of the menu by name, each with the buttons a role grants on it. */
export type Grants = Readonly<Record<string, readonly string[]>>

export interface Person extends Session {
  account: string
  password: string
  roleId: number
}

interface MenuNode {
  id: number
  name: string
  child: MenuNode[]
}

interface RoleInfo {
  id: number
  version: number
}

export const PASSWORD = 'Rain-4-horses'

/** A product and a session in it. */
export interface At {
  base: string
  token: string
}

const admin = (): At => ({ base: left('full'), token: left('fullToken') })

let given = 0

/** A number below 10^8 that no other test of the run gets: a worker's index is never given again. */
export function serial(): number {
  return Number(process.env.TEST_WORKER_INDEX ?? 999) * 10_000 + ++given
}

/** A text that no other test of the run uses. No blank stands before its number: a search would look for that alone, in codes as well. */
export function unique(begin: string): string {
  return `${begin}${serial().toString(36).padStart(4, '0')}`
}

/** A phone number that nobody else has. */
export function phone(): string {
  return `139${String(serial()).padStart(8, '0')}`
}

/** A credit code with its check character (GB 32100) that nobody else uses. */
export function creditCode(): string {
  const head = `91350100E${String(serial()).padStart(8, '0')}`
  return [...'0123456789ABCDEFGHJKLMNPQRTUWXY'].map((sign) => head + sign).find(creditCodeFits) ?? ''
}

/** Asks a call of the product with data as its administrator; throws when it is refused. */
export async function ask<T = { id: number }>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  { base, token }: At = admin(),
): Promise<T> {
  const answer = await call<T>(base, token, method, path, body)
  if (answer.code !== 200) throw new Error(`${path}: ${answer.message}`)
  return answer.data
}

/** The nodes of the menu that grants mean, with the directories above them. */
function granted(tree: readonly MenuNode[], grants: Grants): number[] {
  return tree.flatMap((node) => {
    const buttons = grants[node.name]
    const below = granted(node.child, grants)
    if (buttons === undefined && below.length === 0) return []
    const own = node.child.filter((one) => buttons?.includes(one.name)).map((one) => one.id)
    return [...new Set([node.id, ...below, ...own])]
  })
}

const trees = new Map<string, Promise<MenuNode[]>>()

/** The menu of a product, read once with each session: tests grant what it began with. */
function menuTree(at: At): Promise<MenuNode[]> {
  const known = trees.get(at.token) ?? ask<MenuNode[]>('GET', '/admin/system/menu/cache/tree', undefined, at)
  trees.set(at.token, known)
  return known
}

/** Changes what the role of a person grants. */
export async function grant(person: Person, grants: Grants, at: At = admin()): Promise<void> {
  const tree = await menuTree(at)
  const role = await ask<RoleInfo>('GET', `/admin/system/role/info/${person.roleId}`, undefined, at)
  const rules = granted(tree, grants)
  await ask('POST', '/admin/system/role/update', { id: role.id, version: role.version, rules }, at)
}

/** Makes a member of staff with a role of their own that holds exactly these rights, signed in. */
export async function person(realName: string, grants: Grants, at: At = admin()): Promise<Person> {
  const account = unique('u')
  const tree = await menuTree(at)
  const [dept] = await ask<{ id: number }[]>('GET', '/admin/system/dept/tree', undefined, at)
  const role = await ask(
    'POST',
    '/admin/system/role/save',
    { roleName: `角色${account}`, roleCode: account, level: 20, dataScope: 1, rules: granted(tree, grants) },
    at,
  )
  await ask(
    'POST',
    '/admin/system/admin/save',
    { account, realName, phone: phone(), deptId: dept?.id, roles: [role.id], pwd: PASSWORD },
    at,
  )
  return { ...(await signIn(at.base, account, PASSWORD)), account, password: PASSWORD, roleId: role.id }
}
