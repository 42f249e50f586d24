import { FormPage } from '#kit/web/form/FormPage.tsx'
import { shipToCalls } from './partner.calls.ts'
import { hidesNumber, SHIP_TO_GROUPS } from './partnerForms.ts'
import { shipTo } from './shipTo.entity.ts'
import { usePartnerRoute } from './usePartnerRoute.ts'

/** 新增送达方, 编辑送达方. Catalog §6.2. */
export default function AddressForm() {
  return (
    <FormPage
      {...usePartnerRoute()}
      of={shipTo}
      calls={shipToCalls}
      groups={SHIP_TO_GROUPS}
      hidden={hidesNumber}
      back="/company/userAddress"
    />
  )
}
