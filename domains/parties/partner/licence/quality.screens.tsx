import { FieldCell } from '#kit/fields/web.tsx'
import { act } from '#kit/web/actions.tsx'
import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import { download } from '#kit/web/transfer.ts'
import { QUALITY_STATES } from '../../company/company.entity.ts'
import { agentFilter } from '../partnerList.tsx'
import { ofAddress } from '../usePartnerRoute.ts'
import { qualityCalls, qualityDocument } from './quality.document.ts'
import { companyQuality } from './quality.entity.ts'

const SHOW = [
  'companyId',
  'qualityType',
  'licenceCount',
  'missing',
  'earliestEnd',
  'qualityStatus',
  'createTime',
]
const SECTIONS = [
  {
    title: '基本信息',
    fields: [
      'qualityNo',
      'companyId',
      'qualityType',
      'qualityStatus',
      'missing',
      'licenceFile',
      'licenceEnd',
      'applyRemark',
    ],
  },
  { title: '其他', fields: ['files', 'remark', 'createTime', 'submitBy', 'submitTime'] },
]

const GROUPS = [
  { title: '基本信息', fields: ['companyId', 'qualityType', 'licenceFile', 'licenceEnd'] },
  {
    title: '证照',
    note: '审核成功后，以下证照成为该单位的有效证照；编号相同的接续原证照。',
    fields: ['licences'],
  },
  { title: '其他', fields: ['applyRemark', 'files', 'remark'] },
]

const HEAD = ['qualityNo', 'companyId', 'qualityType', 'qualityStatus', 'licenceEnd', 'applyRemark']
const LINES = {
  name: 'licences',
  columns: ['licenceType', 'licenceNo', 'holder', 'scope', 'issueOrg', 'startDate', 'endDate', 'longTerm'],
}

/** 证照 of the file; a table of its own, for it is wider than a phone. */
function LicenceLines({ licences }: { licences: unknown }) {
  return <FieldCell field={companyQuality.shape.licences} name="licences" value={licences} row={{}} wide />
}

/** 资质档案. Catalog §6.4. */
export default documentScreens(qualityDocument, {
  sections: SECTIONS,
  actions: [
    act({
      label: '下载全部',
      permission: qualityCalls.zip,
      run: ({ id }) => download(qualityCalls.zip, { id }),
    }),
  ],
  touches: ['/admin/system/org/licence'],
  list: {
    searched: '单位',
    subject: { name: 'companyId' },
    show: SHOW,
    tabs: { name: 'qualityStatus', items: QUALITY_STATES, counts: qualityCalls.counts },
    filters: [agentFilter],
    // The four steps say the same in the words of qualification files.
    fixed: { auditStatus: undefined },
  },
  form: { initial: ofAddress, groups: GROUPS },
  page: {
    states: (row) => [QUALITY_STATES.find((one) => one.value === row.qualityStatus)],
    parts: ({ licences }) => [
      { key: 'licences', label: '证照', content: <LicenceLines licences={licences} /> },
    ],
  },
  print: { title: '资质档案', head: HEAD, lines: LINES, signs: ['申请人', '审核', '盖章'] },
  task: { sections: [...SECTIONS, { title: '证照', fields: ['licences'] }] },
})
