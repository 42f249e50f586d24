import { sql } from 'kysely'
import { dictValues } from '#domains/settings/settings.door.ts'
import { text } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import { type ImportDefinition, type ImportRow, listOf, type RowError } from '#kit/server/fileTask.ts'
import { rowsInOrder } from '#kit/server/importCells.ts'
import { insertRow } from '#kit/server/rows.ts'
import type { Who } from '#kit/server/who.ts'
import { raisePermVersion } from '../session/person.server.ts'
import { adminExport, adminInfo, adminSave } from './admin.calls.ts'
import { admin } from './admin.entity.ts'
import { excessOf, excessOfPerson } from './holding.server.ts'

interface Values {
  account: string
  realName: string
  phone: string
  deptId: number
  roles: number[]
  position: string
  jobNo: string
}

const cell = (row: ImportRow, name: string): string => String(row.values[name] ?? '')

/** 员工导入. Nobody knows the passwords: they are handed out by 重置密码. Platform §6.1. */
export const adminImport: ImportDefinition = {
  kind: 'import',
  bizType: 'admin',
  title: '员工导入',
  permission: adminSave.permission,
  mode: 'rows',
  source: listOf(admin.name, adminExport),
  stored: staffRows,
  columns: [
    { name: 'account', title: '账号', field: admin.shape.account, required: true, example: 'zhangsan' },
    { name: 'realName', title: '姓名', field: admin.shape.realName, required: true, example: '张三' },
    // Lists mask it: it is told to whoever may open a person's page.
    {
      name: 'phone',
      title: '手机号',
      field: admin.shape.phone,
      required: true,
      example: '13800138000',
      permission: adminInfo.permission,
    },
    {
      name: 'dept',
      title: '部门',
      field: text('部门', { required: true, max: 200 }),
      required: true,
      example: '销售部',
      note: '名称不唯一时写全路径，如 总部/销售部',
    },
    {
      name: 'roles',
      title: '角色',
      field: text('角色', { required: true, max: 500 }),
      required: true,
      example: '业务员',
      note: '多个角色用顿号分隔',
    },
    { name: 'position', title: '职位', field: text('职位', { max: 50 }), example: '业务员' },
    { name: 'jobNo', title: '工号', field: admin.shape.jobNo, example: 'A001' },
  ],
  notes: ['导入的员工没有密码，请在管理员列表用“重置密码”为其生成初始密码'],
  async check(db, who, rows) {
    return (await resolve(db, who, rows)).errors
  },
  async write(tx, who, rows) {
    const { values, errors } = await resolve(tx, who, rows)
    if (errors.length > 0) return errors
    for (const one of values) await insertRow(tx, admin, one)
    await raisePermVersion(tx)
    return []
  },
}

/** What the sheet says of staff: departments by their path, roles and positions by their names. */
async function staffRows(db: Db, _who: Who, ids: readonly number[]): Promise<Record<string, unknown>[]> {
  const rows = await rowsInOrder(db, admin, ids)
  const pathOf = new Map<number, string>()
  for (const [name, id] of await deptNames(db))
    if (id !== null && name.length >= (pathOf.get(id)?.length ?? 0)) pathOf.set(id, name)
  const roles = await db.selectFrom('role').select(['id', 'roleName']).execute()
  const positions = await dictValues(db, 'sys_position')
  return rows.map((row) => ({
    ...row,
    dept: pathOf.get(Number(row.deptId)),
    roles: roles
      .filter((one) => Array.isArray(row.roles) && row.roles.includes(one.id))
      .map((one) => one.roleName)
      .join('、'),
    position: positions.find((one) => one.dictValue === row.position)?.dictLabel,
  }))
}

/** Finds departments, roles and positions by their names and refuses what exists already. */
async function resolve(
  db: Db,
  who: Who,
  rows: readonly ImportRow[],
): Promise<{ values: Values[]; errors: RowError[] }> {
  const depts = await deptNames(db)
  const roles = await db
    .selectFrom('role')
    .select(['id', 'roleName'])
    .where('isDel', '=', 0)
    .where('status', '=', 1)
    .execute()
  const positions = await dictValues(db, 'sys_position')
  const taken = await takenNames(db, rows)
  const values: Values[] = []
  const errors: RowError[] = []
  for (const row of rows) {
    const fail = (column: string, message: string): void => {
      errors.push({ rowNo: row.rowNo, column, message })
    }
    for (const [name, title] of [
      ['account', '账号'],
      ['phone', '手机号'],
      ['jobNo', '工号'],
    ] as const) {
      const value = cell(row, name).toLowerCase()
      if (value === '') continue
      const key = `${name} ${value}`
      if (taken.has(key)) fail(title, `${title}已存在`)
      taken.add(key)
    }
    const dept = depts.get(cell(row, 'dept'))
    if (dept === undefined) fail('部门', '部门不存在')
    else if (dept === null) fail('部门', '部门名称不唯一，请写全路径')
    const names = cell(row, 'roles').split(/[、,，]/)
    const ids = names.map((name) => roles.find((one) => one.roleName === name.trim())?.id)
    const found = ids.filter((id) => id !== undefined)
    if (found.length < ids.length) fail('角色', '角色不存在或已停用')
    else {
      const excess = await excessOf(db, who, found)
      if (excess !== null) fail('角色', '不能授予超出本人权限的角色')
      else if (
        dept &&
        (await excessOfPerson(db, who, { roles: found, deptId: dept, storeIds: [], channelIds: [] })) !== null
      )
        fail('部门', '该部门的数据超出本人的数据范围')
    }
    const asked = cell(row, 'position')
    const position = positions.find((one) => one.dictLabel === asked || one.dictValue === asked)?.dictValue
    if (asked !== '' && position === undefined) fail('职位', '职位不存在')
    values.push({
      account: cell(row, 'account'),
      realName: cell(row, 'realName'),
      phone: cell(row, 'phone'),
      jobNo: cell(row, 'jobNo'),
      deptId: dept ?? 0,
      roles: [...new Set(found)],
      position: position ?? '',
    })
  }
  return { values, errors }
}

/** Departments by name and by path; null when a name stands for several. */
async function deptNames(db: Db): Promise<Map<string, number | null>> {
  const rows = await db
    .selectFrom('dept')
    .select(['id', 'deptName', 'path'])
    .where('isDel', '=', 0)
    .where('status', '=', 1)
    .execute()
  const nameOf = new Map(rows.map((row) => [String(row.id), row.deptName]))
  const found = new Map<string, number | null>()
  for (const row of rows) found.set(row.deptName, found.has(row.deptName) ? null : row.id)
  for (const row of rows)
    found.set(
      row.path
        .split('/')
        .flatMap((id) => nameOf.get(id) ?? [])
        .join('/'),
      row.id,
    )
  return found
}

async function takenNames(db: Db, rows: readonly ImportRow[]): Promise<Set<string>> {
  const list = (name: string): string[] => rows.map((row) => cell(row, name).toLowerCase())
  const found = await db
    .selectFrom('admin')
    .select(['account', 'phone', 'jobNo', 'isDel'])
    .where((one) =>
      one.or([
        one(sql`lower("account")`, 'in', list('account')),
        one('phone', 'in', list('phone')),
        one(sql`lower("jobNo")`, 'in', list('jobNo')),
      ]),
    )
    .execute()
  return new Set(
    found.flatMap((row) => [
      `account ${row.account.toLowerCase()}`,
      ...(row.isDel === 1 ? [] : [`phone ${row.phone}`, `jobNo ${row.jobNo.toLowerCase()}`]),
    ]),
  )
}
