import { Alert, Button } from 'antd'
import { useParams, useSearchParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { placeOfOne } from '#kit/shared/documentPages.ts'
import { groupedAmount } from '#kit/shared/text.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { relatedPart } from '#kit/web/info/Related.tsx'
import { declaredTabs } from '#kit/web/info/tabs.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { ctRecordCalls, ctRecordDocument } from '../record/ctRecord.document.ts'
import { AccountEntries } from './AccountEntries.tsx'
import { ACCOUNT_ACTS } from './account.acts.tsx'
import { accountCalls as calls } from './account.calls.ts'
import { ACCOUNT_TYPES, account } from './account.entity.ts'
import { BalanceChart } from './BalanceChart.tsx'

type Whole = OutWireOf<typeof calls.info>

const LIST = '/user/account'
const KEEPS = ['accountType']

const SECTIONS = [
  {
    title: '账户',
    fields: [
      ...['accountType', 'companyName', 'payerName', 'payerCode', 'userName', 'agentName', 'openTime'],
      ...['monthIn', 'monthOut', 'handFrozen', 'negativeSince', 'statusReason', 'updateTime'],
    ],
  },
]
const said = (
  name: 'companyName' | 'payerName' | 'payerCode' | 'userName' | 'agentName' | 'statusReason',
) => ({
  [name]: (row: Whole) => (row[name] ?? '') !== '',
})
const IF_ANY = {
  ...said('companyName'),
  ...said('payerName'),
  ...said('payerCode'),
  ...said('userName'),
  ...said('agentName'),
  ...said('statusReason'),
  negativeSince: (row: Whole) => row.negativeSince !== null,
}

/** 账户详情: by its holder (uid, with accountType in the query), or by its own id without it. Orders §6.10. */
export default function AccountInfo() {
  const { uid } = useParams()
  const [address] = useSearchParams()
  const type = ACCOUNT_TYPES.find(({ value }) => String(value) === address.get('accountType'))
  if (uid === undefined)
    return (
      <Empty text="请在账户管理中选择账户">
        <Button onClick={() => goTo(LIST)}>账户管理</Button>
      </Empty>
    )
  if (type === undefined) return <Page key={uid} id={Number(uid)} />
  return <OfHolder key={`${uid} ${type.value}`} uid={Number(uid)} accountType={type.value} />
}

function OfHolder({ uid, accountType }: { uid: number; accountType: 1 | 2 | 3 }) {
  const { data, error, refetch } = useCall(calls.infoOf, { uid, accountType }, { quiet: true })
  if (data === undefined)
    return error === null ? (
      <Loading rows={10} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  return <Page id={data.id} />
}

const amount = (value: string | null): string => groupedAmount(value ?? '0.00')

function Page({ id }: { id: number }) {
  return (
    <InfoPage
      of={account}
      call={calls.info}
      id={id}
      title={(row) => `账户详情 ${row.accountName}`}
      name={(row) => row.accountName}
      number={(row) => row.accountNo}
      states={(row) => [
        row.status === 1
          ? { value: 1, label: '正常', means: 'done' }
          : { value: 0, label: '冻结', means: 'wrong' },
      ]}
      actions={ACCOUNT_ACTS}
      back={LIST}
      keeps={KEEPS}
      notice={(row) =>
        row.status === 0 && (
          <Alert type="warning" showIcon title="账户已冻结，只能入账" description={row.statusReason} />
        )
      }
      figures={(row) => [
        { label: '余额', value: amount(row.balance) },
        { label: '冻结', value: amount(row.frozen) },
        row.accountType === 2 ? { label: '授信额度', value: amount(row.creditLimit) } : undefined,
        { label: '可用额度', value: amount(row.available), hint: '余额 − 冻结 + 授信额度' },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
      parts={(row) => [
        { key: 'curve', label: '余额走势', content: <BalanceChart curve={row.curve} /> },
        ...relatedPart('records', '账户单据', {
          call: ctRecordCalls.list,
          of: { accountId: String(row.id) },
          show: ['recordSn', 'transactionType', 'amount', 'auditStatus', 'createTime'],
          to: (one) => placeOfOne(ctRecordDocument.places.see, one.id),
          empty: '还没有账户单据',
          all: `${ctRecordDocument.places.list}?accountId=${row.id}`,
        }),
      ]}
      lists={(row) => [
        ...(mayCall(calls.entryList)
          ? [{ key: 'entries', label: '账户流水', content: <AccountEntries accountId={row.id} /> }]
          : []),
        ...declaredTabs(account.name, row.id),
      ]}
    />
  )
}
