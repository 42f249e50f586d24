import type { Call } from '#kit/shared/call.ts'
import { trust } from '#kit/shared/loose.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import type { FormModalOptions } from '#kit/web/form/FormModal.tsx'
import type { ListRow } from '#kit/web/list/columnsOf.tsx'
import type { PickerFacts } from '#kit/web/picker/PickerModal.tsx'
import { invoiceTo } from './invoiceTo.entity.ts'
import { invoiceToCalls, payerCalls, shipToCalls } from './partner.calls.ts'
import { INVOICE_GROUPS, invoiceErrors, PAYER_GROUPS, SHIP_TO_GROUPS } from './partnerForms.ts'
import type { LinkRole } from './partnerLink.entity.ts'
import { payer } from './payer.entity.ts'
import { shipTo } from './shipTo.entity.ts'

/** How a partner of one role is chosen or made where a sold-to party is written. */
export interface PartnerChoice {
  role: LinkRole
  label: string
  /** field of its name */
  name: string
  picker: PickerFacts<ListRow>
  form: Omit<FormModalOptions, 'id'>
  info: Call<unknown, { id: number }, unknown, WireRow>
  save: { permission: string }
  /** what stands in the table for it */
  linkOf(row: WireRow): WireRow
}

interface Kind {
  role: LinkRole
  form: PartnerChoice['form']
  calls: { list: Call; info: Call; save: Call; update: Call }
  code: string
  name: string
  columns: readonly string[]
}

const WIDTH = 800

function choiceOf({ role, form, calls, code, name, columns }: Kind): PartnerChoice {
  const { label } = form.of
  return {
    role,
    label,
    name,
    picker: trust({
      title: `选择${label}`,
      width: WIDTH,
      call: calls.list,
      columns: [code, name, 'companyId', ...columns],
      searched: '编号、名称、单位',
      empty: `请选择${label}`,
      label: (row: WireRow) => String(row[name]),
    }),
    form,
    info: trust(calls.info),
    save: calls.save,
    linkOf: ({ id, companyId, status, isDefault, ...row }) => ({
      partnerId: id,
      companyId,
      status,
      code: row[code],
      name: row[name],
      isOwnDefault: isDefault,
    }),
  }
}

export const PARTNERS: readonly PartnerChoice[] = [
  choiceOf({
    role: 1,
    form: { of: payer, calls: trust(payerCalls), groups: PAYER_GROUPS },
    calls: trust(payerCalls),
    code: 'payerCode',
    name: 'payerName',
    columns: ['settleType'],
  }),
  choiceOf({
    role: 2,
    form: { of: shipTo, calls: trust(shipToCalls), groups: SHIP_TO_GROUPS },
    calls: trust(shipToCalls),
    code: 'shipToCode',
    name: 'shipToName',
    columns: ['contactName', 'address'],
  }),
  choiceOf({
    role: 3,
    form: { of: invoiceTo, calls: trust(invoiceToCalls), groups: INVOICE_GROUPS, check: invoiceErrors },
    calls: trust(invoiceToCalls),
    code: 'invoiceCode',
    name: 'invoiceTitle',
    columns: ['taxNo'],
  }),
]
