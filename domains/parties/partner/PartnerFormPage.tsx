import { FormPage } from '#kit/web/form/FormPage.tsx'
import { formOf } from './partnerScreens.ts'
import { usePartnerRoute } from './usePartnerRoute.ts'
import { usePartnerScreens } from './usePartnerScreens.ts'

/** 新增 and 编辑 of a 付款方, 送达方 or 开票方, as the address says. Catalog §6.2. */
export default function PartnerFormPage() {
  const screens = usePartnerScreens()
  return <FormPage {...usePartnerRoute()} {...formOf(screens)} back={screens.list} />
}
