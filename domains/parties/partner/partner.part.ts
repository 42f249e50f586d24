import type { Call } from '#kit/shared/call.ts'
import { button, type FactsPart, hiddenPage, type MenuNode, menuPage } from '#kit/shared/room.ts'
import { invoiceTo } from './invoiceTo.entity.ts'
import { licenceCalls, qualityCalls } from './licence/licence.calls.ts'
import { licence } from './licence/licence.entity.ts'
import { companyQuality } from './licence/quality.entity.ts'
import { invoiceToCalls, payerCalls, shipToCalls } from './partner.calls.ts'
import { TYPE_NUMBER } from './partner.fields.ts'
import { partnerLink } from './partnerLink.entity.ts'
import { payer } from './payer.entity.ts'
import { shipTo } from './shipTo.entity.ts'
import { shoudaCalls } from './shouda.calls.ts'
import { shouda } from './shouda.entity.ts'

/** SAP partners, qualification files and licences. Catalog §6.2, §6.4. */
export const partnerFacts: FactsPart = {
  entities: [shouda, payer, shipTo, invoiceTo, partnerLink, companyQuality, licence],
  calls: [
    ...Object.values(shoudaCalls),
    ...Object.values(payerCalls),
    ...Object.values(shipToCalls),
    ...Object.values(invoiceToCalls),
    ...Object.values(qualityCalls),
    ...Object.values(licenceCalls),
  ],
  prefixes: ['ZZ'],
}

/** Without the papers themselves neither a file nor a licence can be entered. */
const UPLOAD = { name: '上传附件', permissions: ['admin:upload:file'] }

/** What the lists of partners can do beyond the usual. */
const partnerButtons = (calls: { pushSap: Call; setDefault: Call }) => [
  button('推送SAP', calls.pushSap),
  button('设为默认', calls.setDefault),
]

export const partnerMenus: readonly MenuNode[] = [
  menuPage('company.shouda', '售达方', '/company/shouda', {
    sort: 80,
    calls: shoudaCalls,
    reads: [shoudaCalls.counts, shoudaCalls.partners, shoudaCalls.groupBuying],
    buttons: [...partnerButtons(shoudaCalls), { name: '填写编号', permissions: [TYPE_NUMBER] }],
  }),
  hiddenPage('company.shouda.form', '售达方资料', '/company/addShouda/:id?', '/company/shouda'),
  hiddenPage('company.shouda.see', '售达方详情', '/company/addShouda/:id/see', '/company/shouda'),
  hiddenPage('company.shouda.examine', '售达方审核', '/company/addShouda/:id/examine', '/company/shouda'),
  hiddenPage('company.shouda.print', '打印售达方', '/company/shoudaPrint', '/company/shouda'),
  menuPage('company.payer', '付款方', '/company/payer', {
    sort: 78,
    calls: payerCalls,
    buttons: partnerButtons(payerCalls),
  }),
  hiddenPage('company.payer.edit', '编辑付款方', '/company/addPayer/:id/edit', '/company/payer'),
  hiddenPage('company.payer.see', '付款方详情', '/company/addPayer/:id/see', '/company/payer'),
  menuPage('company.userAddress', '送达方', '/company/userAddress', {
    sort: 76,
    calls: shipToCalls,
    buttons: partnerButtons(shipToCalls),
  }),
  hiddenPage(
    'company.userAddress.edit',
    '编辑送达方',
    '/company/addAddress/:id/edit',
    '/company/userAddress',
  ),
  hiddenPage('company.userAddress.see', '送达方详情', '/company/addAddress/:id/see', '/company/userAddress'),
  menuPage('company.invoice', '开票方', '/company/invoice', {
    sort: 74,
    calls: invoiceToCalls,
    buttons: partnerButtons(invoiceToCalls),
  }),
  hiddenPage('company.invoice.edit', '编辑开票方', '/company/addInvoice/:id/edit', '/company/invoice'),
  hiddenPage('company.invoice.see', '开票方详情', '/company/addInvoice/:id/see', '/company/invoice'),
  menuPage('company.quality', '资质管理', '/company/quality', {
    sort: 72,
    calls: qualityCalls,
    buttons: [button('下载全部', qualityCalls.zip), UPLOAD],
  }),
  hiddenPage('company.quality.form', '资质档案资料', '/company/addQuality/:id?', '/company/quality'),
  hiddenPage('company.quality.see', '资质档案详情', '/company/qualityInfo/:id', '/company/quality'),
  hiddenPage(
    'company.quality.examine',
    '资质档案审核',
    '/company/qualityInfo/:id/examine',
    '/company/quality',
  ),
  hiddenPage('company.quality.print', '打印资质档案', '/company/qualityPrint', '/company/quality'),
  menuPage('company.licenceManagement', '证照管理', '/company/licenceManagement', {
    sort: 70,
    calls: licenceCalls,
    labels: { print: '打印证照清单' },
    buttons: [
      button('续期', licenceCalls.renew),
      button('提醒', licenceCalls.remind),
      button('下载', licenceCalls.download, licenceCalls.zip),
      UPLOAD,
    ],
  }),
  hiddenPage('company.licence.form', '证照资料', '/company/addLicence/:id?', '/company/licenceManagement'),
  hiddenPage('company.licence.see', '证照详情', '/company/licenceInfo/:id', '/company/licenceManagement'),
  hiddenPage(
    'company.licence.examine',
    '证照审核',
    '/company/licenceInfo/:id/examine',
    '/company/licenceManagement',
  ),
  hiddenPage('company.licence.print', '打印证照清单', '/company/licencePrint', '/company/licenceManagement'),
]
