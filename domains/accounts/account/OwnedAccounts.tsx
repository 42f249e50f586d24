import { Alert } from 'antd'
import { groupedAmount } from '#kit/shared/text.ts'
import { Acts } from '#kit/web/actions.tsx'
import { CallError } from '#kit/web/request.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { AccountEntries } from './AccountEntries.tsx'
import { ACCOUNT_ACTS } from './account.acts.tsx'
import { accountCalls as calls } from './account.calls.ts'
import { accountPlace } from './accountPlace.ts'

interface OwnedProps {
  id: number
  accountType: 2 | 3
}

/** The account of a company or payer on its page: figures, acts, entries. Orders §6.10. */
function Owned({ id, accountType }: OwnedProps) {
  const { data, error, refetch } = useCall(calls.infoOf, { uid: id, accountType }, { quiet: true })
  if (data === undefined) {
    if (error === null) return <Loading rows={6} />
    if (error instanceof CallError && error.code === NONE)
      return <Empty text="还没有开户。在账户管理中点击开户" />
    return <ErrorState error={error} onRetry={() => void refetch()} />
  }
  const figures = [
    ['余额', data.balance],
    ['冻结', data.frozen],
    ['授信额度', data.creditLimit],
    ['可用额度', data.available],
  ] as const
  return (
    <>
      {data.status === 0 && <Alert type="warning" showIcon title="账户已冻结，只能入账" />}
      <dl className="k-record-figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{groupedAmount(value ?? '0.00')}</dd>
          </div>
        ))}
      </dl>
      <p>
        <PageLink to={accountPlace(data)}>账户详情 {data.accountNo}</PageLink>
      </p>
      <Acts acts={ACCOUNT_ACTS} target={data} max={4} />
      <AccountEntries accountId={data.id} />
    </>
  )
}
const NONE = 404

export const CompanyAccount = ({ id }: { id: number }) => <Owned id={id} accountType={2} />
export const PayerAccount = ({ id }: { id: number }) => <Owned id={id} accountType={3} />
