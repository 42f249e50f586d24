import { choice, date, int, lines, text } from '#kit/fields/shared.ts'
import { binary } from '#kit/shared/binary.ts'
import {
  get,
  idAnswer,
  idField,
  idsField,
  post,
  rowAnswer,
  rowsAnswer,
  rowsOf,
  target,
} from '#kit/shared/call.ts'
import { decisionFields } from '#kit/shared/document.ts'
import { nameOf, ruleOf } from '#kit/shared/join.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { daysUntil, today } from '#kit/shared/time.ts'
import { licence, licenceFiles, licenceLine } from './licence.entity.ts'

const LICENCE = '/admin/system/org/licence'

/** What lists tell besides the stored fields. */
const told = {
  ownerName: nameOf('ownerId', '单位', { width: 180 }),
  daysLeft: ruleOf(licence, ['endDate'], int('剩余天数', { min: -100_000, width: 90 }), ({ endDate }) =>
    endDate === null ? null : daysUntil(endDate, today()),
  ),
}

/** A certificate of the same chain of renewals. Catalog §10. */
const chainRow = {
  id: licence.all.id,
  licenceNo: licence.all.licenceNo,
  startDate: licence.all.startDate,
  endDate: licence.all.endDate,
  longTerm: licence.all.longTerm,
  auditStatus: licence.all.auditStatus,
  validStatus: licence.all.validStatus,
}

export const licenceRow = rowsOf(licence, told)
const whole = {
  ...licenceRow,
  chain: lines('续期记录', chainRow),
  history: lines('审核记录', decisionFields),
}

const usual = standardCalls(LICENCE, licence, {
  list: told,
  filters: {
    endLimit: text('到期时间', { max: 50 }),
    companyId: text('所属单位', { max: 200 }),
    agentId: text('业务员', { max: 200 }),
    ownerId: int('归属单位', { min: 1 }),
  },
})

export const licenceCalls = {
  ...usual,
  counts: countsCall(usual.list, licence.label),
  info: get(`${LICENCE}/info/:id`, {
    title: '证照详情',
    input: { id: idField() },
    answer: rowAnswer(whole),
  }),
  examine: post(`${LICENCE}/examine/:id`, {
    title: '审核证照',
    input: {
      ...target,
      auditStatus: choice(
        '审核状态',
        [
          { value: 1, label: '通过' },
          { value: 2, label: '驳回' },
        ] as const,
        { required: true },
      ),
      opinion: text('审核意见', { max: 200 }),
    },
    business: 8,
  }),
  renew: post(`${LICENCE}/renew/:id`, {
    title: '续期证照',
    input: {
      id: idField(),
      licenceNo: text('证照编号', { max: 50, help: '留空沿用原编号' }),
      holder: text('持证主体', { max: 100, help: '留空沿用原主体' }),
      startDate: licenceLine.startDate,
      endDate: date('到期日期'),
      longTerm: licenceLine.longTerm,
      files: licenceFiles,
    },
    answer: idAnswer,
  }),
  remind: post(`${LICENCE}/remind`, { title: '提醒证照到期', input: { ids: idsField('证照', 100) } }),
  download: get(`${LICENCE}/download/:id`, {
    title: '下载证照',
    input: { id: idField(), n: int('第几个附件', { min: 1 }) },
    answer: binary,
  }),
  zip: get(`${LICENCE}/zip`, {
    title: '打包下载证照',
    input: { ids: idsField('证照', 200) },
    answer: binary,
  }),
  print: get(`${LICENCE}/print`, {
    title: '打印证照清单',
    input: { ids: idsField('证照', 500) },
    answer: rowsAnswer(licenceRow),
  }),
}
