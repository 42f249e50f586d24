import { lines } from '#kit/fields/shared.ts'
import { AUDIT_STATES } from '#kit/shared/document.ts'
import { type Act, callAct } from '#kit/web/actions.tsx'
import type { DocumentRow } from '#kit/web/document/documentActs.tsx'
import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { rowsOf } from '#kit/web/lines/line.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { FamiliesCell, FamiliesInput } from './FamiliesInput.tsx'
import { LinksEditor } from './LinksEditor.tsx'
import { LinksView } from './LinksView.tsx'
import { hidesNumber, sectionsOf } from './partnerGroups.ts'
import { linkLine } from './partnerLink.entity.ts'
import {
  agentFilter,
  companyCell,
  READS as PARTNER_READS,
  type PartnerRow,
  partnerActs,
} from './partnerList.tsx'
import { shoudaCalls, shoudaDocument } from './shouda.document.ts'
import { shouda } from './shouda.entity.ts'
import { SHOUDA_GROUPS } from './shoudaGroups.ts'
import { ofAddress } from './usePartnerRoute.ts'

const READS = [
  ...PARTNER_READS,
  'salesOrg',
  'distChannel',
  'division',
  'orderBlock',
  'deliveryBlock',
] as const
type Row = RowSeen<typeof shoudaCalls.list, typeof READS>

const SHOW = [
  'shoudaName',
  'companyId',
  'channelId',
  'defaultPayerId',
  'shipToCount',
  'isDefault',
  'auditStatus',
  'state',
]
const COLUMNS = {
  shoudaNum: { width: 110 },
  shoudaName: { width: 145 },
  companyId: { width: 145, render: companyCell },
  channelId: { width: 80 },
  defaultPayerId: { width: 140 },
  auditStatus: { width: 85 },
  area: {
    title: '销售组织/分销/产品组',
    width: 155,
    render: (row: Row) => `${row.salesOrg} / ${row.distChannel} / ${row.division}`,
  },
  blocks: {
    title: '冻结',
    width: 70,
    render: (row: Row) => (
      <>
        {row.orderBlock === 1 && <StateTag label="订单" means="wrong" />}
        {row.deliveryBlock === 1 && <StateTag label="交货" means="wrong" />}
      </>
    ),
  },
  state: {
    title: '状态',
    width: 80,
    render: (row: Row) => (
      <StateTag label={row.status === 1 ? '启用' : '停用'} means={row.status === 1 ? 'done' : 'off'} />
    ),
  },
}
/** Chosen in the table of links, so no inputs of the form. */
const DEFAULTS = { title: '默认合作方', fields: ['defaultPayerId', 'defaultShipToId', 'defaultInvoiceId'] }

const SECTIONS = sectionsOf([...SHOUDA_GROUPS, DEFAULTS])

const [setDefault, pushSap] = partnerActs(shoudaCalls)
const isInForce = (row: PartnerRow & DocumentRow) => row.inForce === 1

/** What is done with a sold-to party in force. Catalog §6.2. */
const ACTIONS: readonly Act<PartnerRow & DocumentRow>[] = [
  callAct(shoudaCalls.status, {
    label: '停用',
    danger: true,
    reason: '停用原因',
    when: (row) => isInForce(row) && row.status === 1,
    input: ({ id }, reason) => ({ id, status: 0 as const, reason }),
  }),
  callAct(shoudaCalls.status, {
    label: '启用',
    prompt: '确定启用该售达方吗？',
    when: (row) => isInForce(row) && row.status === 0,
    input: ({ id }) => ({ id, status: 1 as const }),
  }),
  ...(pushSap === undefined
    ? []
    : [{ ...pushSap, may: (row: PartnerRow & DocumentRow) => pushSap.may(row) && isInForce(row) }]),
  ...(setDefault === undefined ? [] : [setDefault]),
]

const SHAPE = { ...shouda.shape, links: lines('合作方', linkLine) }
const LEFT_OUT = { links: 'a table of its own below the inputs' }
const INPUTS = { productFamilies: { Input: FamiliesInput } }

const sent = (input: Record<string, unknown>) => ({
  ...input,
  ...('links' in input
    ? {
        links: rowsOf(input.links).map(({ role, partnerId, isDefault }) => ({ role, partnerId, isDefault })),
      }
    : {}),
})
const isHidden = (name: string, values: WireRow): boolean =>
  hidesNumber(name) || (name === 'blockReason' && values.orderBlock !== 1 && values.deliveryBlock !== 1)

const HEAD = [
  'shoudaNum',
  'shoudaName',
  'companyId',
  'channelId',
  'salesOrg',
  'distChannel',
  'division',
  'currency',
  'paymentTerms',
  'auditStatus',
]
const LINES = { name: 'links', columns: ['role', 'code', 'name', 'companyId', 'isDefault', 'status'] }

const CLOSED = { value: 0, label: '停用', means: 'off' } as const

/** 售达方. Catalog §6.2. */
export default documentScreens(shoudaDocument, {
  sections: SECTIONS,
  cells: {
    companyId: { cell: companyCell },
    productFamilies: { cell: (row) => <FamiliesCell value={row.productFamilies} /> },
  },
  ifAny: {
    blockReason: (row) => row.blockReason !== '',
    closeReason: (row) => row.closeReason !== '',
  },
  actions: ACTIONS,
  reads: READS,
  list: {
    searched: '单位',
    show: SHOW,
    columns: COLUMNS,
    tabs: { name: 'auditStatus', items: AUDIT_STATES, counts: shoudaCalls.counts },
    filters: [agentFilter],
  },
  form: {
    initial: ofAddress,
    shape: SHAPE,
    groups: SHOUDA_GROUPS,
    inputs: INPUTS,
    hidden: isHidden,
    complete: sent,
    leftOut: LEFT_OUT,
    below: (form) => <LinksEditor form={form} />,
  },
  page: {
    states: (row) => (row.status === 0 ? [CLOSED] : []),
    lists: ({ id }) => [{ key: 'links', label: '合作方', content: <LinksView shoudaId={id} /> }],
  },
  print: { title: '售达方档案', head: HEAD, lines: LINES, signs: ['制单', '审核', '盖章'] },
  task: { below: (id) => <LinksView shoudaId={id} /> },
})
