import { useSearchParams } from 'react-router'
import { text } from '#kit/fields/shared.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { CountTabs } from '#kit/web/list/CountTabs.tsx'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { mayCall } from '#kit/web/session.ts'
import WithdrawList from '../withdraw/WithdrawList.tsx'
import { withdrawCalls } from '../withdraw/withdraw.calls.ts'
import { ACCOUNT_ACTS, ACT_READS } from './account.acts.tsx'
import { accountCalls as calls } from './account.calls.ts'
import { ACCOUNT_TYPES, account } from './account.entity.ts'
import { accountPlace, HELD_READS } from './accountPlace.ts'

const READS = [...ACT_READS, ...HELD_READS] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const CALLS = { list: calls.list, exportRows: calls.exportRows }
const PAGES = { see: (row: Row) => accountPlace(row) }
const FIGURES = ['balance', 'frozen', 'available', 'status', 'updateTime']
const CREDIT = ['balance', 'frozen', 'creditLimit', 'available', 'status', 'updateTime']
/** What each kind of accounts shows. */
const SHOW: Readonly<Record<string, readonly string[]>> = {
  '1': ['userName', ...FIGURES],
  '2': ['agentName', ...CREDIT],
  '3': ['companyName', 'payerCode', ...FIGURES],
}
const COLUMNS = {
  updateTime: { title: '最近变动' },
  frozen: { title: '冻结' },
}
const AMOUNT = { max: 15 }
const FILTERS = [
  fieldFilter('minBalance', text('最低余额', AMOUNT)),
  fieldFilter('maxBalance', text('最高余额', AMOUNT)),
]
const EMPTY: Readonly<Record<string, string>> = {
  '1': '还没有余额账户。用户第一次充值或获得余额时自动开户',
  '2': '还没有CT账户。为单位开户后可以充值、授信和支付',
  '3': '还没有虚拟账户。付款方审核通过后自动开户',
}

const WITHDRAW = 'withdraw'
const FIRST = '2'
/** CT accounts are what is worked with most. */
const ORDER = [2, 1, 3]

const openAct: Act<void> = act({
  label: '开户',
  permission: calls.save,
  run: () =>
    void openForm({
      of: account,
      calls: { save: calls.save },
      shape: calls.save.shape,
      id: null,
      title: '开户',
      initial: { accountType: 2 },
      inputs: { accountName: { help: '留空则以持有人的名称为账户名称' } },
      success: '开户成功',
      touches: ['/admin/account', '/admin/ct/account'],
    }),
})
const TOP = [openAct]

/** 账户管理: the accounts of each kind, and the withdrawals of consumers. Orders §6.10. */
export default function AccountList() {
  const [address, setAddress] = useSearchParams()
  const view = address.get('view') ?? FIRST
  const items = ORDER.flatMap((type) =>
    ACCOUNT_TYPES.filter(({ value }) => value === type).map(({ value, label }) => ({
      key: String(value),
      label,
    })),
  )
  return (
    <>
      <CountTabs
        active={view}
        items={mayCall(withdrawCalls.list) ? [...items, { key: WITHDRAW, label: '提现' }] : items}
        onChange={(key) => setAddress(key === FIRST ? {} : { view: key }, { replace: true })}
      />
      {view === WITHDRAW ? <WithdrawList /> : <Accounts key={view} type={view in SHOW ? view : FIRST} />}
    </>
  )
}

function Accounts({ type }: { type: string }) {
  return (
    <ListPage
      reads={READS}
      of={account}
      screen={`${calls.list.path}/${type}`}
      calls={CALLS}
      pages={PAGES}
      show={SHOW[type] ?? []}
      columns={COLUMNS}
      filters={FILTERS}
      fixed={FIXED[type] ?? {}}
      dated="开户时间"
      actions={ACCOUNT_ACTS}
      top={TOP}
      empty={EMPTY[type] ?? ''}
    />
  )
}

const FIXED: Readonly<Record<string, { accountType: string }>> = {
  '1': { accountType: '1' },
  '2': { accountType: '2' },
  '3': { accountType: '3' },
}
