import { choice, date, int, text } from '#kit/fields/shared.ts'
import { binary } from '#kit/shared/binary.ts'
import { get, idField } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { ruleOf } from '#kit/shared/join.ts'
import { countsCall } from '#kit/shared/standardCalls.ts'
import { QUALITY_STATES } from '../../company/company.entity.ts'
import { companyRow } from '../partner.calls.ts'
import { companyQuality } from './quality.entity.ts'
import { qualityStep } from './quality.rules.ts'

const told = {
  qualityStatus: ruleOf(
    companyQuality,
    ['auditStatus'],
    choice('资质状态', QUALITY_STATES, { required: true }),
    (row) => qualityStep(row.auditStatus),
  ),
  licenceCount: ruleOf(
    companyQuality,
    ['licences'],
    int('证照数', { width: 80 }),
    (row) => row.licences.length,
  ),
  missing: text('缺少证照', { max: 500, readOnly: true, width: 160 }),
  earliestEnd: ruleOf(
    companyQuality,
    ['licences'],
    date('最早到期'),
    (row) => row.licences.flatMap((one) => one.endDate ?? []).sort()[0] ?? null,
  ),
  agentId: { ...companyRow.agentId, list: false },
}

/** 资质档案. Catalog §6.4. */
export const qualityDocument = declareDocument(companyQuality, {
  path: '/admin/system/org/quality',
  at: {
    list: '/company/quality',
    create: '/company/addQuality',
    edit: '/company/addQuality/{id}',
    see: '/company/qualityInfo/{id}',
    examine: '/company/qualityInfo/{id}/examine',
    print: '/company/qualityPrint',
  },
  menu: 'company.quality',
  number: ['qualityNo', 'ZZ'],
  list: told,
  filters: {
    qualityStatus: text('资质状态', { max: 20 }),
    agentId: text('业务员', { max: 200 }),
  },
  info: told,
  calls: (usual, path) => ({
    counts: countsCall(usual.list, companyQuality.label),
    zip: get(`${path}/zip/:id`, {
      title: '下载资质档案附件',
      input: { id: idField() },
      answer: binary,
    }),
  }),
})
export const qualityCalls = qualityDocument.calls
