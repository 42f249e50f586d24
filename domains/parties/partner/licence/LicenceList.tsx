import { canDo, closedBy } from '#kit/shared/states.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { dateFilter } from '#kit/web/list/DateLimit.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { download } from '#kit/web/transfer.ts'
import { agentFilter, period } from '../partnerList.tsx'
import { CONTRACT_STATES } from '../validity.rules.ts'
import { licenceCalls } from './licence.calls.ts'
import { licence } from './licence.entity.ts'
import { licenceStates } from './licence.states.ts'
import { LICENCE_ACTS, LICENCE_FORM_PAGE, LICENCE_PAGE } from './licenceView.tsx'

const READS = [
  'auditStatus',
  'daysLeft',
  'endDate',
  'startDate',
  'submitBy',
  'createBy',
  'licenceNo',
  'holder',
] as const
type Row = RowSeen<typeof licenceCalls.list, typeof READS>

const SHOW = ['ownerName', 'ownerType', 'licenceType', 'period', 'daysLeft', 'validStatus', 'auditStatus']
const SUBJECT = { name: 'ownerName', code: 'licenceNo' }
const COLUMNS = {
  ownerName: { width: 130 },
  ownerType: { width: 75 },
  licenceType: { width: 100 },
  licenceNo: { width: 150 },
  holder: { width: 120 },
  validStatus: { width: 80 },
  auditStatus: { width: 80 },
  period: {
    title: '有效期',
    width: 190,
    render: (row: Row) => period(row.startDate, row.endDate),
  },
  daysLeft: {
    width: 70,
    render: ({ daysLeft }: Row) => (daysLeft === null ? NONE : daysLeft < 0 ? '已到期' : `${daysLeft}天`),
  },
}
const FILTERS = [agentFilter, dateFilter('endLimit', '到期时间')]
const TABS = { name: 'validStatus', items: CONTRACT_STATES, counts: licenceCalls.counts }
const IMPORT = { bizType: licence.name, title: '证照', permission: licenceCalls.save.permission }
const idsOf = (rows: readonly Row[]): string => rows.map((row) => row.id).join(',')
const BATCH: readonly Act<readonly Row[]>[] = [
  act({
    label: '打包下载',
    permission: licenceCalls.zip,
    run: (rows) => download(licenceCalls.zip, { ids: idsOf(rows) }),
  }),
  callAct(licenceCalls.remind, {
    label: '提醒',
    off: (rows) =>
      rows.every((row) => canDo(licenceStates, 'remind', row.auditStatus) && row.endDate !== null)
        ? null
        : '只能提醒审核通过且有到期日期的证照',
    input: (rows) => ({ ids: idsOf(rows) }),
    success: '已提醒',
  }),
  act({
    label: '打印证照清单',
    permission: licenceCalls.print,
    run: (rows) => goTo(`/company/licencePrint?ids=${idsOf(rows)}`),
  }),
]

/** 证照管理. Catalog §6.4. */
export default function LicenceList() {
  return (
    <ListPage
      reads={READS}
      of={licence}
      calls={licenceCalls}
      searched="单位"
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      filters={FILTERS}
      actions={LICENCE_ACTS}
      batch={BATCH}
      importing={IMPORT}
      noEdit={(row) => closedBy(licenceStates, 'edit', row.auditStatus)}
      noDelete={(row) => closedBy(licenceStates, 'remove', row.auditStatus)}
      pages={{
        create: LICENCE_FORM_PAGE,
        edit: (row) => `${LICENCE_FORM_PAGE}/${row.id}`,
        see: (row) => `${LICENCE_PAGE}/${row.id}`,
      }}
    />
  )
}
