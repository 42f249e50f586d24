import { reserveMissing } from '#kit/server/codes.ts'
import { type ImportDefinition, listOf } from '#kit/server/fileTask.ts'
import { importEntity } from '#kit/server/importEntity.ts'
import { conflict } from '#kit/shared/errors.ts'
import { canDo } from '#kit/shared/states.ts'
import { EXAMPLE_CODE, partnerSheets, rememberCompanies } from '../partner/partnerSheets.server.ts'
import { formerCodes, ORG_CODES, placeCompany, verifyFields } from './company.check.server.ts'
import { companyCalls, companyStates } from './company.document.ts'
import { company } from './company.entity.ts'
import { takeParents } from './companyTree.server.ts'

/** 单位: drafts, which are then submitted like those typed in. */
const companies = importEntity(company, {
  permission: companyCalls.importSheet.permission,
  source: listOf(company.name, companyCalls.exportRows),
  key: 'orgCode',
  requiredWhen: { creditCode: '单位类型不是个人时必填' },
  examples: {
    orgCode: EXAMPLE_CODE,
    orgName: '福州示例贸易有限公司',
    orgType: '企业',
    channelIds: '供应链、企业',
    creditCode: '91350100M000100Y43',
    districtId: '福建省/福州市/鼓楼区',
    address: '示例路1号',
    contactName: '张三',
    contactPhone: '13800138000',
    settleType: '预付',
  },
  notes: [
    '导入的单位和售达方为草稿，补充营业执照后提交审核',
    '售达方、付款方、送达方、开票方按单位编码归属单位，可以不填；所有工作表一起导入，任一行有误则全部不导入',
    '同一单位编码的付款方、送达方、开票方关联到该单位未提交的售达方，每种角色的第一个为默认',
    '再次导入时，售达方按销售范围，付款方、送达方按名称，开票方按抬头和类型更新已有的',
    '上级单位、业务员填写名称或编码、账号',
    '所在地区写全路径，如 福建省/福州市/鼓楼区',
  ],
  async verify(db, _who, values, before) {
    if (before !== null && (before.inForce === 1 || !canDo(companyStates, 'edit', before.auditStatus)))
      throw conflict('单位已提交或审核，请在页面修改')
    await verifyFields(db, values, before)
  },
  verifyAll: formerCodes,
  prepare: placeCompany,
  async ahead(tx, list) {
    await reserveMissing(tx, ORG_CODES, list, (one) => one.orgCode)
    await takeParents(
      tx,
      list.map(({ values }) => values.pid ?? 0),
    )
  },
})

/** 往来单位导入: companies with their partners, a sheet each; all of it or nothing is written. Catalog §8.5. */
export const companyImport: ImportDefinition = {
  ...companies,
  sheetName: '单位',
  sheets: partnerSheets,
  check(db, who, rows, memory, ask) {
    rememberCompanies(rows, memory)
    return companies.check(db, who, rows, memory, ask)
  },
}
