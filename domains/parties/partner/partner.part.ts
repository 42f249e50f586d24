import type { Call } from '#kit/shared/call.ts'
import { documentFacts } from '#kit/shared/declareDocument.ts'
import { button, joinFacts } from '#kit/shared/room.ts'
import { licenceCalls } from './licence/licence.calls.ts'
import { qualityDocument } from './licence/quality.document.ts'
import { invoiceToCalls, payerCalls, shipToCalls } from './partner.calls.ts'
import { TYPE_NUMBER } from './partner.fields.ts'
import { shoudaCalls, shoudaDocument } from './shouda.document.ts'

/** Without the papers themselves neither a file nor a licence can be entered. */
const UPLOAD = { name: '上传附件', permissions: ['admin:upload:file'] }

/** What the lists of partners can do beyond the usual. */
const partnerButtons = (calls: { pushSap: Call; setDefault: Call }) => [
  button('推送SAP', calls.pushSap),
  button('设为默认', calls.setDefault),
]

/** SAP partners, qualification files and licences. Catalog §6.2, §6.4. */
export const partnerFacts = joinFacts(
  documentFacts(shoudaDocument, {
    reads: [shoudaCalls.counts, shoudaCalls.partners, shoudaCalls.groupBuying],
    buttons: [...partnerButtons(shoudaCalls), { name: '填写编号', permissions: [TYPE_NUMBER] }],
  }),
  documentFacts(qualityDocument, { buttons: [button('下载全部', qualityDocument.calls.zip), UPLOAD] }),
  {
    calls: [
      ...Object.values(payerCalls),
      ...Object.values(shipToCalls),
      ...Object.values(invoiceToCalls),
      ...Object.values(licenceCalls),
    ],
    rights: {
      'company.payer': { calls: payerCalls, buttons: partnerButtons(payerCalls) },
      'company.userAddress': { calls: shipToCalls, buttons: partnerButtons(shipToCalls) },
      'company.invoice': { calls: invoiceToCalls, buttons: partnerButtons(invoiceToCalls) },
      'company.licenceManagement': {
        calls: licenceCalls,
        labels: { print: '打印证照清单' },
        buttons: [
          button('续期', licenceCalls.renew),
          button('提醒', licenceCalls.remind),
          button('下载', licenceCalls.download, licenceCalls.zip),
          UPLOAD,
        ],
      },
    },
  },
)
