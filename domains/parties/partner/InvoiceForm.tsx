import { FormPage } from '#kit/web/form/FormPage.tsx'
import { invoiceTo } from './invoiceTo.entity.ts'
import { invoiceToCalls } from './partner.calls.ts'
import { hidesNumber, INVOICE_GROUPS, invoiceErrors } from './partnerForms.ts'
import { usePartnerRoute } from './usePartnerRoute.ts'

/** 新增开票方, 编辑开票方. Catalog §6.2. */
export default function InvoiceForm() {
  return (
    <FormPage
      {...usePartnerRoute()}
      of={invoiceTo}
      calls={invoiceToCalls}
      groups={INVOICE_GROUPS}
      hidden={hidesNumber}
      check={invoiceErrors}
      back="/company/invoice"
    />
  )
}
