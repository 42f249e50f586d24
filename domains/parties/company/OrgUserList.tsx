import { useState } from 'react'
import { StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import './company.css'
import { AllCompanies, CompanyTree } from './CompanyTree.tsx'
import { orgUserCalls } from './orgUser.calls.ts'
import { orgUser } from './orgUser.entity.ts'
import { isLocked, ORG_USER_ACTS, type OrgUserRow, READS } from './orgUserActs.tsx'
import { openOrgUser } from './orgUserForm.tsx'

const SHOW = ['realName', 'phone', 'orgId', 'orgRole', 'status']
const COLUMNS = {
  realName: {
    render: (row: OrgUserRow) => (
      <>
        {row.realName} {isLocked(row) && <StateTag label="已锁定" means="waits" />}
      </>
    ),
  },
  position: { width: 100 },
  orgRole: { width: 120 },
  status: {
    width: 80,
    render: (row: OrgUserRow) => (
      <StatusSwitch
        field={orgUser.shape.status}
        row={row}
        call={orgUserCalls.status}
        prompt={`停用后“${row.realName}”不能登录和下单，确定停用吗？`}
      />
    ),
  },
}
const IMPORT = { bizType: orgUser.name, title: '组织用户', permission: orgUserCalls.importSheet.permission }

interface OrgUsersProps {
  orgId: number | null
}

/** The users of a company and those below it; of all without one. */
export function OrgUsers({ orgId }: OrgUsersProps) {
  const fixed = orgId === null ? {} : { subOrgId: orgId }
  return (
    <ListPage
      of={orgUser}
      calls={{
        list: orgUserCalls.list,
        save: orgUserCalls.save,
        update: orgUserCalls.update,
        remove: orgUserCalls.remove,
        exportRows: orgUserCalls.exportRows,
      }}
      reads={READS}
      show={SHOW}
      columns={COLUMNS}
      fixed={fixed}
      dated=""
      openForm={(row) => openOrgUser(row?.id ?? null, orgId)}
      pages={{ see: (row) => `/company/orgUserInfo/${row.id}` }}
      noDelete={(row) => (row.isAdmin === 0 ? null : '主账号不能删除')}
      actions={ORG_USER_ACTS}
      importing={IMPORT}
    />
  )
}

/** 组织用户: left the tree of companies, right their users. Catalog §6.3. */
export default function OrgUserList() {
  const [orgId, setOrgId] = useState<number | null>(null)
  return (
    <div className="c-beside">
      <div className="c-side">
        <AllCompanies active={orgId === null} onChoose={() => setOrgId(null)} />
        <CompanyTree chosen={orgId} onChoose={setOrgId} />
      </div>
      <div className="c-main">
        <OrgUsers key={orgId ?? 0} orgId={orgId} />
      </div>
    </div>
  )
}
