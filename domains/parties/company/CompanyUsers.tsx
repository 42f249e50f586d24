import { OrgUsers } from './OrgUserList.tsx'

/** 组织用户 on the page of a company. Catalog §6.1. */
export default function CompanyUsers({ companyId }: { companyId: number }) {
  return <OrgUsers orgId={companyId} />
}
