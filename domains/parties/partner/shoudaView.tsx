import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, callAct } from '#kit/web/actions.tsx'
import { type DocumentRow, documentActs } from '#kit/web/document/documentActs.tsx'
import { FamiliesCell } from './FamiliesInput.tsx'
import { type PartnerGroup, sectionsOf } from './partnerGroups.ts'
import { companyCell, type PartnerRow, partnerActs } from './partnerList.tsx'
import { shoudaCalls } from './shouda.calls.ts'
import { shoudaStates } from './shouda.states.ts'

export const SHOUDA_PAGE = '/company/addShouda'
export const SHOUDA_PRINT = '/company/shoudaPrint'

type Row = DocumentRow & PartnerRow

const [setDefault, pushSap] = partnerActs(shoudaCalls)
const isInForce = (row: Row) => row.inForce === 1
/** What can be done with a sold-to party, in its list and on its page. Catalog §6.2. */
export const SHOUDA_ACTS: readonly Act<Row>[] = [
  ...documentActs(shoudaStates, shoudaCalls, {
    examine: (row) => `${SHOUDA_PAGE}/${row.id}/examine`,
    print: (row) => `${SHOUDA_PRINT}?ids=${row.id}`,
  }),
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
  ...(pushSap === undefined ? [] : [{ ...pushSap, may: (row: Row) => pushSap.may(row) && isInForce(row) }]),
  ...(setDefault === undefined ? [] : [setDefault]),
]

/** What the form of a sold-to party asks and its page tells. */
export const SHOUDA_GROUPS: readonly PartnerGroup[] = [
  {
    title: '基本信息',
    fields: ['companyId', 'shoudaNum', 'shoudaName', 'channelId', 'salesChannelId', 'isGroupBuying'],
    told: ['agentId', 'isDefault'],
  },
  {
    title: '销售范围',
    note: '已审核的售达方修改销售范围、冻结和默认合作方后须重新审核，通过前仍按原值执行。',
    fields: ['salesOrg', 'distChannel', 'division', 'salesOffice', 'salesGroup', 'custGroup', 'priceGroup'],
  },
  {
    title: '结算与发运',
    fields: [
      ...['currency', 'paymentTerms', 'taxClass', 'accountGroup', 'shipCondition', 'warehouseId'],
      'productFamilies',
    ],
  },
  { title: '冻结', fields: ['orderBlock', 'deliveryBlock', 'blockReason'] },
  { title: '其他', fields: ['files', 'remark'], told: ['closeReason'] },
]

/** Chosen in the table of links, so no inputs of the form. */
const DEFAULTS = { title: '默认合作方', fields: ['defaultPayerId', 'defaultShipToId', 'defaultInvoiceId'] }

export const SHOUDA_SECTIONS = sectionsOf([...SHOUDA_GROUPS, DEFAULTS])

type Info = OutWireOf<typeof shoudaCalls.info>

export const SHOUDA_CELLS = {
  companyId: { cell: (row: Info) => companyCell(row) },
  productFamilies: { cell: (row: Info) => <FamiliesCell value={row.productFamilies} /> },
}

export const closedState = (row: { status: 0 | 1 }) =>
  row.status === 0 ? { value: 0, label: '停用', color: 'error' } : undefined
