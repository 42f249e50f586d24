import { Alert } from 'antd'
import { useParams } from 'react-router'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { DocumentTask } from '#kit/web/document/documentTask.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { declaredTabs } from '#kit/web/info/tabs.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { browserZone } from '#kit/web/time/zone.ts'
import { companyCalls } from './company.document.ts'
import { company } from './company.entity.ts'
import { pageOf as companyPage } from './companyActs.tsx'
import { COMPANY_SECTIONS } from './companySections.ts'
import { customerCalls } from './customer.calls.ts'
import { customer, ESTABLISH_FLAGS, STAGES } from './customer.entity.ts'
import { CUSTOMER_ACTS, CUSTOMERS, type CustomerRow, formOf, inPool } from './customerActs.tsx'
import { Follows } from './Follows.tsx'

const SECTIONS = [
  {
    title: '客户',
    fields: [
      ...['customerNo', 'customerName', 'customerType', 'source', 'stage', 'creditCode', 'industry'],
      ...['agentId', 'heldTime', 'establishFlag', 'companyId', 'createTime'],
    ],
  },
  {
    title: '联系方式',
    fields: ['contactName', 'contactPhone', 'wechat', 'email', 'districtId', 'address'],
  },
  { title: '意向', fields: ['intendProducts', 'estAmount', 'nextTime', 'lastTime', 'lastContent'] },
  { title: '其他', fields: ['uid', 'remark'] },
]

const ACTS: readonly Act<CustomerRow>[] = [
  act({
    label: '编辑',
    permission: customerCalls.update,
    closed: inPool,
    run: (row) => goTo(formOf(row.id)),
  }),
  ...CUSTOMER_ACTS,
  act({
    label: '查看单位',
    permission: companyCalls.info,
    when: (row) => row.companyId !== null,
    run: (row) => goTo(companyPage(row.companyId ?? 0)),
  }),
]

/** 单位, and what other rooms show of it. */
function ofCompany(companyId: number) {
  return [
    ...(mayCall(companyCalls.info)
      ? [
          {
            key: 'company',
            label: '单位',
            content: (
              <DocumentTask
                of={company}
                info={companyCalls.info}
                sections={COMPANY_SECTIONS}
                id={companyId}
              />
            ),
          },
        ]
      : []),
    ...declaredTabs('customer', companyId),
  ]
}

/** 客户详情. Catalog §7.3. */
export default function CustomerInfo() {
  const { id: given } = useParams()
  const id = Number(given)
  return (
    <InfoPage
      of={customer}
      call={customerCalls.info}
      id={id}
      title={(row) => `客户详情 ${row.customerName}`}
      name={(row) => row.customerName}
      number={(row) => row.customerNo}
      states={(row) => [
        STAGES.find((one) => one.value === row.stage),
        ...ESTABLISH_FLAGS.filter((one) => one.value === row.establishFlag).map((one) => ({
          ...one,
          label: `档案${one.label}`,
        })),
        row.agentId === null ? { value: 0, label: '公海' } : undefined,
      ]}
      notice={(row) =>
        row.loseReason !== '' && <Alert type="warning" showIcon title={`流失原因：${row.loseReason}`} />
      }
      actions={ACTS}
      back={CUSTOMERS}
      figures={(row) => [
        { label: '预计月采购额', value: row.estAmount ?? NONE },
        { label: '最近跟进', value: row.lastTime === null ? NONE : formatTime(row.lastTime, browserZone) },
        { label: '下次跟进', value: row.nextTime === null ? NONE : formatTime(row.nextTime, browserZone) },
      ]}
      sections={SECTIONS}
      lists={(row) => [
        ...(mayCall(customerCalls.followList)
          ? [
              {
                key: 'follows',
                label: '跟进记录',
                content: <Follows customerId={id} mayWrite={row.agentId !== null} />,
              },
            ]
          : []),
        // What other rooms keep of a customer hangs on its company.
        ...(row.companyId === null ? [] : ofCompany(row.companyId)),
      ]}
    />
  )
}
