import { ListPage } from '#kit/web/list/ListPage.tsx'
import { vacctCalls as calls } from './vacct.calls.ts'
import { VACCT_STATES, vacct } from './vacct.entity.ts'
import { VACCT_READS, vacctActs } from './vacctActs.tsx'
import { VACCT_FORM } from './vacctForm.ts'

const SHOW = ['vacctName', 'payerId', 'companyId', 'balance', 'frozen', 'lastTradeTime', 'status']
const TABS = { name: 'status', items: VACCT_STATES }
const PAGES = { see: ({ id }: { id: number }) => `/user/vacct/info/${id}` }

/** 虚拟账户: whose money comes in on which number at the bank. Orders §2.10. */
export default function VacctList() {
  return (
    <ListPage
      reads={VACCT_READS}
      of={vacct}
      calls={calls}
      show={SHOW}
      tabs={TABS}
      form={VACCT_FORM}
      pages={PAGES}
      actions={vacctActs}
      noDelete={({ status }) => (status === 1 ? '正常，请先停用' : null)}
      importing
      empty="还没有虚拟账户。为付款方登记银行的虚拟账号后，到账的款项自动记入其账户"
    />
  )
}
