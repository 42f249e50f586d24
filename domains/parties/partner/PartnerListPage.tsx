import { ListPage } from '#kit/web/list/ListPage.tsx'
import { COMPANY_FILTERS, companyCell, partnerActs, READS } from './partnerList.tsx'
import { usePartnerScreens } from './usePartnerScreens.ts'

/** 付款方, 送达方 or 开票方, as the address says. Catalog §6.2. */
export default function PartnerListPage() {
  const { of, calls, page, show, columns } = usePartnerScreens()
  return (
    <ListPage
      of={of}
      calls={calls}
      reads={READS}
      searched="单位"
      show={[of.facts.title, 'companyId', ...show, 'isDefault', 'status']}
      columns={{ companyId: { width: 160, render: companyCell }, ...columns }}
      filters={COMPANY_FILTERS}
      actions={partnerActs(calls)}
      pages={{
        create: `${page}/0/edit`,
        edit: ({ id }) => `${page}/${id}/edit`,
        see: ({ id }) => `${page}/${id}/see`,
      }}
    />
  )
}
