import { Alert } from 'antd'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { DocumentPage } from '#kit/web/document/DocumentPage.tsx'
import { RecordLog } from '#kit/web/info/RecordLog.tsx'
import { hasPermission } from '#kit/web/session.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import { companyCalls } from './company.calls.ts'
import { company, companyStates, QUALITY_STATES } from './company.entity.ts'
import { COMPANIES, COMPANY_ACTS, formOf } from './companyActs.tsx'
import { COMPANY_SECTIONS, hiddenInForm } from './companySections.ts'
import { companyTabs } from './companyTabs.ts'

const SECTIONS = [
  { title: '基本信息', fields: [...(COMPANY_SECTIONS[0]?.fields ?? []), 'aliasCodes'] },
  ...COMPANY_SECTIONS.slice(1, -2),
  {
    title: '结算与等级',
    fields: ['settleType', 'creditLimit', 'creditDays', 'usedCredit', 'orgLevelId', 'star', 'qualityStatus'],
  },
  { title: 'SAP', fields: ['sapSync', 'sapDescription', 'sapSyncTime'] },
  { title: '其他', fields: ['remark', 'files', 'createTime'] },
]
const IF_ANY = {
  aliasCodes: (row: Record<string, unknown>) => row.aliasCodes !== '',
  creditCode: (row: Record<string, unknown>) => !hiddenInForm('creditCode', row),
  creditDays: (row: Record<string, unknown>) => !hiddenInForm('creditDays', row),
}
const CLOSED = { value: 0, label: '停用', color: 'red' }

/** 客户关系详情 and 审核: the file of a company with what hangs on it. Catalog §6.1. */
export default function CompanyPage() {
  const { id: given } = useParams()
  const id = Number(given)
  return (
    <DocumentPage
      of={company}
      states={companyStates}
      calls={companyCalls}
      id={id}
      sections={SECTIONS}
      ifAny={IF_ANY}
      name={(row) => row.orgName}
      states2={(row) => [
        ...(row.status === 0 ? [CLOSED] : []),
        ...QUALITY_STATES.filter((one) => one.value === row.qualityStatus).map((one) => ({
          ...one,
          label: `资质${one.label}`,
        })),
      ]}
      notice={(row) =>
        row.status === 0 && (
          <Alert type="warning" showIcon title="单位已停用" description={`停用原因：${row.closeReason}`} />
        )
      }
      actions={COMPANY_ACTS}
      edit={(row) => formOf(row.id)}
      back={COMPANIES}
      touches={['/admin/customer']}
      parts={() => [
        ...companyTabs()
          .filter((one) => hasPermission(...[one.permission].flat()))
          .map(({ key, label, Content }) => ({
            key,
            label,
            content: (
              <Suspense fallback={<Busy />}>
                <Content companyId={id} />
              </Suspense>
            ),
          })),
        {
          key: 'log',
          label: '操作日志',
          content: <RecordLog of={company} call={companyCalls.log} id={id} />,
        },
      ]}
    />
  )
}
