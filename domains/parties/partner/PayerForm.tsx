import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { payerCalls } from './partner.calls.ts'
import { hidesNumber, PAYER_GROUPS } from './partnerForms.ts'
import { payer } from './payer.entity.ts'
import { usePartnerRoute } from './usePartnerRoute.ts'

const isGiven = (values: WireRow) => values.contractGiven === 1
const INPUTS = {
  contractNo: { disabled: isGiven },
  contractStart: { disabled: isGiven },
  contractEnd: { disabled: isGiven },
}

/** 新增付款方, 编辑付款方. Catalog §6.2. */
export default function PayerForm() {
  return (
    <FormPage
      {...usePartnerRoute()}
      of={payer}
      calls={payerCalls}
      groups={PAYER_GROUPS}
      inputs={INPUTS}
      hidden={hidesNumber}
      back="/company/payer"
    />
  )
}
