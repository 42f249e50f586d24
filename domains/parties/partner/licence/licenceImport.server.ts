import { text } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import { type ImportDefinition, type ImportRow, listOf, type RowError } from '#kit/server/fileTask.ts'
import { rowsInOrder } from '#kit/server/importCells.ts'
import { importEntity } from '#kit/server/importEntity.ts'
import { demand, type Who } from '#kit/server/who.ts'
import { refuse, refuseFields } from '#kit/shared/errors.ts'
import { today } from '#kit/shared/time.ts'
import { nearDays } from '../partner.server.ts'
import { validityOn } from '../validity.rules.ts'
import { licenceCalls } from './licence.calls.ts'
import { settledTerm, termFaults } from './licence.check.ts'
import { licence } from './licence.entity.ts'
import { beginChain, checkedLicence } from './licence.server.ts'
import { codesOfOwners, ownersByCode } from './owner.server.ts'

const DRAFT = -1 as const

const rows = importEntity(licence, {
  permission: licenceCalls.save.permission,
  source: listOf(licence.name, licenceCalls.exportRows),
  key: ['licenceType', 'licenceNo'],
  columns: [
    ...['ownerType', 'licenceType', 'licenceNo', 'holder', 'scope', 'issueOrg', 'startDate', 'endDate'],
    ...['longTerm', 'remark'],
  ],
  examples: {
    ownerType: '往来单位',
    licenceType: '食品经营许可证',
    licenceNo: 'JY13501000000001',
    holder: '福州示例贸易有限公司',
    startDate: '2026-01-01',
    endDate: '2030-12-31',
  },
  requiredWhen: { endDate: '不是长期有效时必填' },
  notes: ['文件不能带附件：导入的证照为草稿，在页面补充附件后等待审核', '再次导入时更新尚未补充附件的证照'],
  async verify(_db, who, { startDate = '', endDate = null, longTerm = 0 }, before) {
    if (before !== null && before.auditStatus !== DRAFT) throw refuse('证照编号已存在', 'licenceNo')
    if (before !== null) demand(who, licenceCalls.update.permission)
    const faults = termFaults(settledTerm({ startDate, endDate, longTerm }))
    if (faults.length > 0) throw refuseFields(faults)
  },
  async prepare(tx, values, before) {
    const checked = await checkedLicence(tx, values, before)
    const { startDate: start, endDate: end } = checked
    const validStatus = validityOn({ start, end }, today(), await nearDays(tx))
    return { ...checked, files: [], auditStatus: DRAFT, validStatus }
  },
  saved: beginChain,
})

const OWNER = {
  name: 'ownerCode',
  title: '归属编码',
  field: text('归属编码', { max: 20, required: true }),
  required: true,
  example: 'KH900001',
  note: '单位编码、售达方编号、付款方编码、供应商编码或物流商编码',
}

/** The rows with the ids of their owners; and those whose owner is not there. */
async function owned(db: Db, who: Who, given: readonly ImportRow[]) {
  const asked = given.map(({ values }) => ({
    ownerType: Number(values.ownerType ?? 0),
    code: String(values.ownerCode).toLowerCase(),
  }))
  const owners = await ownersByCode(db, who, asked)
  const errors: RowError[] = []
  const ready: ImportRow[] = []
  for (const [index, { rowNo, values }] of given.entries()) {
    const { ownerCode: _code, ...rest } = values
    const ownerId = owners.get(`${asked[index]?.ownerType}:${asked[index]?.code}`)
    // Of which kind the owner is may be what could not be read.
    if (ownerId === undefined && rest.ownerType !== undefined)
      errors.push({ rowNo, column: OWNER.title, message: '归属编码不存在' })
    // What else is wrong with the row is told as well.
    ready.push({ rowNo, values: ownerId === undefined ? rest : { ...rest, ownerId } })
  }
  return { ready, errors }
}

/** 证照导入: by the labels of the form and the code of the owner; drafts, for files do not come by sheet. Catalog §8.5. */
export const licenceImport: ImportDefinition = {
  ...rows,
  columns: [OWNER, ...rows.columns],
  async stored(db, who, ids) {
    const owners = await codesOfOwners(db, who, await rowsInOrder(db, licence, ids))
    return (await rows.stored(db, who, ids)).map((row, index) => ({ ...row, ownerCode: owners[index] }))
  },
  async check(db, who, given, memory) {
    const { ready, errors } = await owned(db, who, given)
    return [...errors, ...(await rows.check(db, who, ready, memory))]
  },
  async write(tx, who, given, memory) {
    const { ready, errors } = await owned(tx, who, given)
    return errors.length > 0 ? errors : rows.write(tx, who, ready, memory)
  },
}
