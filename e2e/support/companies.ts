import { ask, unique } from './people.ts'

const ORG = '/admin/system/org'

interface OpenCompany {
  id: number
  name: string
  payer: string
  shipTo: string
  title: string
}

/** A company with one payer, ship-to and invoice-to. */
export async function openCompany(): Promise<OpenCompany> {
  const name = unique('远洋食品')
  const { id } = await ask('POST', `${ORG}/save`, {
    orgName: name,
    orgType: '6',
    channelIds: [1202],
    districtId: 350100,
    address: '建设路1号',
    contactName: '王一',
    contactPhone: '13800000001',
  })
  const own = { payer: unique('远洋付款'), shipTo: unique('远洋仓'), title: unique('远洋抬头') }
  await ask('POST', `${ORG}/payer/save`, { companyId: id, payerName: own.payer, settleType: 3 })
  await ask('POST', `${ORG}/userAddress/save`, {
    companyId: id,
    shipToName: own.shipTo,
    contactName: '李二',
    contactPhone: '13900000002',
    districtId: 350100,
    address: '仓前街2号',
  })
  await ask('POST', `${ORG}/invoice/save`, {
    companyId: id,
    invoiceTitle: own.title,
    taxNo: '91350100M000100Y43',
    invoiceType: 4,
    receiveEmail: 'bill@example.com',
  })
  return { id, name, ...own }
}

/** A company with a CT account. */
export async function ctAccount(): Promise<{ id: number; companyId: number; name: string }> {
  const { id: companyId, name } = await openCompany()
  const { id } = await ask('POST', '/admin/ct/account/save', { accountType: 2, holderId: companyId })
  return { id, companyId, name }
}
