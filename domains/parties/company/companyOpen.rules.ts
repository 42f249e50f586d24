type Values = { readonly [name: string]: unknown }

/** The parts of an opening beside the company itself and its licences. */
export const OPEN_PARTS = ['shouda', 'payer', 'shipTo', 'invoiceTo', 'user'] as const
export type OpenPart = (typeof OPEN_PARTS)[number]

/** Which fields of the parts usually say what a field of the company says. */
const FOLLOWS: Readonly<Record<string, readonly (readonly [OpenPart, string])[]>> = {
  orgName: [
    ['shouda', 'shoudaName'],
    ['payer', 'payerName'],
    ['shipTo', 'shipToName'],
    ['invoiceTo', 'invoiceTitle'],
  ],
  creditCode: [
    ['payer', 'taxNo'],
    ['invoiceTo', 'taxNo'],
  ],
  districtId: [['shipTo', 'districtId']],
  address: [['shipTo', 'address']],
  contactName: [
    ['shipTo', 'contactName'],
    ['user', 'realName'],
  ],
  contactPhone: [
    ['shipTo', 'contactPhone'],
    ['user', 'phone'],
  ],
  contactEmail: [
    ['invoiceTo', 'receiveEmail'],
    ['user', 'email'],
  ],
  channelIds: [['shouda', 'channelId']],
  salesChannelId: [['shouda', 'salesChannelId']],
  salesOffice: [['shouda', 'salesOffice']],
  salesGroup: [['shouda', 'salesGroup']],
  settleType: [['payer', 'settleType']],
  creditLimit: [['payer', 'creditLimit']],
  creditDays: [['payer', 'creditDays']],
  logisticsMode: [['shipTo', 'logisticsMode']],
  deliveryCustType: [['shipTo', 'deliveryCustType']],
}

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)
const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * What follows in the parts from a change of the company: a field that is empty, or still says what the company said
 * before, says the new value; one that was written otherwise stays. Catalog §10.
 */
export function followed(
  name: string,
  change: { before: unknown; next: unknown },
  parts: Readonly<Record<OpenPart, Values>>,
): { part: OpenPart; field: string; value: unknown }[] {
  const before = first(change.before)
  const value = first(change.next)
  return (FOLLOWS[name] ?? []).flatMap(([part, field]) => {
    const now = parts[part][field]
    return isBlank(now) || now === before ? [{ part, field, value }] : []
  })
}
