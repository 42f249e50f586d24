import { sql } from 'kysely'
import { type Db, jsonb, type Tx } from '#kit/server/database.ts'
import {
  type ImportAsk,
  type ImportColumn,
  type ImportDefinition,
  type ImportRow,
  NOTHING_TICKED,
  type RowError,
} from '#kit/server/fileTask.ts'
import { inWords } from '#kit/server/importCells.ts'
import { nextNumber } from '#kit/server/number.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import { may, type Who } from '#kit/server/who.ts'
import { AppError, refuse } from '#kit/shared/errors.ts'
import { valuesIn } from '#kit/shared/field.ts'
import { memberSettings } from '../config/config.server.ts'
import { levelOf } from '../level/levels.server.ts'
import { lockMember } from '../level/member.server.ts'
import { moveLevel } from '../level/moveLevel.server.ts'
import { PHONE } from '../members.rules.ts'
import { userRows } from '../privacy/exportFile.server.ts'
import { EXPORT_FULL } from '../privacy/userExport.calls.ts'
import { EXPORT_PREFIX } from '../privacy/userExport.server.ts'
import { giveTags } from '../tag/hand.server.ts'
import { BY_IMPORT } from '../tag/userTag.entity.ts'
import { adjust } from '../user/founds.server.ts'
import { userCalls } from '../user/user.calls.ts'
import { user } from '../user/user.entity.ts'
import { makeUser, refuseTakenPhone } from '../user/userMake.server.ts'
import { userImportCall } from './transfer.calls.ts'
import { type Meant, meaningsIn, type SheetUser } from './userLookups.server.ts'
import { POSTED, titleOf, type UserCells, userCells } from './userSheet.ts'

const SEEN = 'phones'
const EXAMPLES: Partial<Record<keyof UserCells, string>> = {
  phone: '13800138000',
  nickname: '小明',
  realName: '张小明',
  sex: '男',
  birthday: '1990-03-08',
  districtId: '福建省/福州市/鼓楼区',
  tags: '老客;高消费',
  channelId: '商城',
}

const columns: readonly ImportColumn[] = (Object.keys(userCells) satisfies string[]).map((name) => {
  const field = Reflect.get(userCells, name)
  const permission = field.masked?.permission
  return {
    name,
    title: field.label,
    field,
    required: field.required === true,
    ...(permission === undefined ? {} : { permission }),
    ...(Reflect.get(EXAMPLES, name) === undefined ? {} : { example: Reflect.get(EXAMPLES, name) }),
    ...(name === 'tags' ? { note: '多个用分号分隔' } : {}),
    ...(name === 'realName' ? { aliases: ['姓名'] } : {}),
  }
})

const readRow = ({ rowNo, values }: ImportRow): SheetUser => ({ rowNo, cells: valuesIn(userCells, values) })

/** The phones of the sheet so far: of one that stands in it twice the first row counts. */
function repeats(memory: Map<string, unknown>, rows: readonly SheetUser[]): RowError[] {
  const kept = memory.get(SEEN)
  const seen = kept instanceof Map ? kept : new Map<unknown, unknown>()
  memory.set(SEEN, seen)
  return rows.flatMap(({ rowNo, cells: { phone = '' } }) => {
    const first = seen.get(phone)
    if (phone === '' || first === rowNo) return []
    if (first === undefined) {
      seen.set(phone, rowNo)
      return []
    }
    return [{ rowNo, column: titleOf('phone'), message: `手机号与第${String(first)}行重复` }]
  })
}

/** What a person may not bring in by a sheet, though they may bring in users. */
function forbidden(who: Who, { rowNo, cells }: SheetUser, { before }: Meant): RowError[] {
  const errors: RowError[] = []
  const note = (name: keyof UserCells, message: string) =>
    void errors.push({ rowNo, column: titleOf(name), message })
  if (before !== null && !before.isSeen) note('phone', '此手机号码已被注册')
  for (const name of POSTED)
    if ((cells[name] ?? 0) !== 0 && before === null && !may(who, userCalls.founds.permission))
      note(name, `没有调整${titleOf(name)}的权限`)
  for (const name of ['level', 'customerLevel'] as const)
    if ((cells[name] ?? '') !== '' && !may(who, userCalls.level.permission))
      note(name, `没有修改${titleOf(name)}的权限`)
  return errors
}

async function check(
  db: Db,
  who: Who,
  raw: readonly ImportRow[],
  memory: Map<string, unknown>,
  ask: ImportAsk = NOTHING_TICKED,
): Promise<RowError[]> {
  const rows = raw.map(readRow)
  const errors = repeats(memory, rows)
  const { meant, errors: unknown } = await meaningsIn(db, who, rows)
  errors.push(...unknown)
  for (const row of rows) {
    const meaning = meant.get(row.rowNo)
    if (meaning === undefined) continue
    errors.push(...forbidden(who, row, meaning))
    if (meaning.before?.isSeen !== true) continue
    const message = ask.ticked('repeat')
      ? '用户已存在，更新非空列，不重复加积分、余额、成长值'
      : '用户已存在，跳过'
    ask.tell({ rowNo: row.rowNo, column: titleOf('phone'), message })
  }
  return errors
}

async function write(
  tx: Tx,
  who: Who,
  raw: readonly ImportRow[],
  _memory: Map<string, unknown>,
  ask: ImportAsk = NOTHING_TICKED,
): Promise<RowError[]> {
  const rows = raw.map(readRow)
  const { meant, errors } = await meaningsIn(tx, who, rows)
  if (errors.length > 0) return errors
  for (const row of rows) {
    const meaning = meant.get(row.rowNo)
    if (meaning === undefined) continue
    try {
      if (meaning.before === null) await create(tx, who, row, meaning)
      else if (ask.ticked('repeat')) await change(tx, row, meaning, meaning.before.id)
    } catch (error) {
      if (!(error instanceof AppError) || error.code >= 500) throw error
      return [{ rowNo: row.rowNo, column: titleOf('phone'), message: error.message }]
    }
  }
  return []
}

/** Of a row what stands in it; blank cells change nothing. */
function given({ cells }: SheetUser, meaning: Meant) {
  const { nickname, realName, sex, birthday, addres, mark, channelId } = cells
  const { districtId, groupId, storeId } = meaning
  return Object.fromEntries(
    Object.entries({
      nickname,
      realName,
      sex,
      birthday,
      addres,
      mark,
      channelId,
      districtId,
      groupId,
      storeId,
    }).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}

async function create(tx: Tx, who: Who, row: SheetUser, meaning: Meant): Promise<void> {
  const { phone = '', integral, nowMoney, experience } = row.cells
  await refuseTakenPhone(tx, phone)
  const made = await makeUser(
    tx,
    { ...valuesIn(user.shape, given(row, meaning)), phone, userType: 'import', spreadUid: meaning.spreadUid },
    { anyScope: false },
  )
  await setLevels(tx, made.id, meaning)
  if (meaning.tagIds.length > 0)
    await giveTags(tx, { uids: [made.id], tagIds: meaning.tagIds, source: BY_IMPORT })
  if (!integral && !nowMoney && !experience) return
  await adjust(tx, who, {
    uid: made.id,
    moneyType: 1,
    moneyValue: nowMoney ?? 0,
    integralType: 1,
    integralValue: integral ?? 0,
    diamondType: 1,
    diamondValue: 0,
    experienceType: 1,
    experienceValue: experience ?? 0,
    mark: '导入',
    requestNo: `import-${made.id}`,
  })
}

async function change(tx: Tx, row: SheetUser, meaning: Meant, uid: number): Promise<void> {
  const before = await lockRow(tx, user, uid)
  await updateRow(tx, user, before, valuesIn(user.shape, given(row, meaning)))
  await setLevels(tx, uid, meaning)
  if (meaning.tagIds.length > 0)
    await giveTags(tx, { uids: [uid], tagIds: meaning.tagIds, source: BY_IMPORT })
}

async function setLevels(tx: Tx, uid: number, { level, customerLevel }: Meant): Promise<void> {
  for (const [levelType, id] of [
    [1, level],
    [3, customerLevel],
  ] as const) {
    if (id === null) continue
    const after = await levelOf(tx, id)
    if (after === undefined) continue
    await moveLevel(tx, await lockMember(tx, uid), {
      levelType,
      after,
      changeType: 11,
      mark: '导入',
      sourceType: 'import',
    })
  }
}

/** What a sheet says of users, in the words it is read by. */
async function stored(db: Db, who: Who, ids: readonly number[]): Promise<readonly Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select u."phone", u."nickname", u."realName", u."sex", u."birthday"::text as "birthday", u."addres", u."mark",
      u."channelId", u."districtId", coalesce(l."name", '') as "level", coalesce(c."name", '') as "customerLevel",
      u."groupId", u."storeId", coalesce(s."phone", '') as "spreadPhone", null as "integral", null as "nowMoney",
      null as "experience",
      coalesce((select string_agg(t."name", ';' order by t."id") from "userTagRel" r join "userTag" t on t."id" = r."tagId"
        where r."uid" = u."id" and r."source" in (1, 3, 4)), '') as "tags"
    from unnest(${sql.val([...ids])}::int[]) with ordinality as asked("id", "n")
    join "user" u on u."id" = asked."id"
    left join "systemUserLevel" l on l."id" = u."level" left join "systemUserLevel" c on c."id" = u."customerLevel"
    left join "user" s on s."id" = u."spreadUid"
    order by asked."n"`.execute(db)
  const { districtId, groupId, storeId } = user.shape
  return inWords(db, who, Object.entries({ districtId, groupId, storeId }), rows)
}

/**
 * Users as a sheet to be changed and imported again holds full values: logged like every export, and beyond the rows that ask
 * for a decision it goes the way of those. Members §10.2.
 */
async function idsForSheet(db: Db, who: Who, filters: Record<string, unknown>): Promise<number[]> {
  if (!may(who, PHONE)) return []
  const ids = (await userRows.ids?.(db, who, filters)) ?? []
  const { export_audit_rows: most } = await memberSettings(db, 'privacy')
  if (ids.length > most) throw refuse(`明文导出超过${most}行须审核，请在用户列表中导出`)
  // Asked for when the task is started, within its transaction, and again when its file is written: noted once.
  if (db.isTransaction) await noteSheet(db, who, filters, ids.length)
  return ids
}

async function noteSheet(tx: Db, who: Who, filters: Record<string, unknown>, rows: number): Promise<void> {
  await tx
    .insertInto('userExport')
    .values({
      exportNo: await nextNumber(tx, EXPORT_PREFIX),
      what: '导入模板',
      adminId: who.adminId,
      columns: '',
      isFull: 1,
      reason: '按导入模板导出',
      rows,
      auditStatus: 1,
      filters: jsonb(filters),
    })
    .execute()
}

/** 用户导入: new users, and what is filled in of known ones. Members §15. */
export const userImport: ImportDefinition = {
  kind: 'import',
  bizType: 'user',
  title: '用户导入',
  permission: userImportCall.permission,
  mode: 'whole',
  columns,
  ticks: { repeat: '更新已存在用户的非空列（不勾选则跳过）' },
  notes: [
    '按手机号识别用户；同一手机号出现多次时第一行有效',
    '等级、客户等级、分组、门店填写名称，标签用分号分隔',
    '积分、余额、成长值只对新用户生效，须有调整积分余额的权限，并受调整额度限制',
  ],
  source: {
    permission: EXPORT_FULL,
    schema: userCalls.list.schema,
    ids: idsForSheet,
  },
  check,
  write,
  stored,
}
