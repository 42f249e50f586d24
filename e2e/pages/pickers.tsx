// A page with nothing but the pickers whose rooms are not there yet; their calls are answered by the test.
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { maySendCoupons, pickCoupons, sendCoupon } from '../../domains/marketing/marketing.pickers.tsx'
import { optionsCall } from '../../kit/shared/standardCalls.ts'
import { act, perform } from '../../kit/web/actions.tsx'
import { copyText } from '../../kit/web/confirm.tsx'
import { pickHours } from '../../kit/web/picker/TimeRange.tsx'
import { declareRefOptions, useRefNames } from '../../kit/web/refs.ts'
import { Providers } from '../../kit/web/shell/Providers.tsx'
import { signInAs } from './person.ts'

signInAs(new URLSearchParams(location.search).getAll('permission'))

const show = (answer: unknown) => {
  document.title = JSON.stringify(answer)
}
const coupons = async () => {
  const chosen = await pickCoupons({ multiple: true, limit: 2, userType: 1 })
  show(chosen?.map((one) => one.id) ?? null)
}

// Fails with something that is no error and has no words.
const broken = act({ label: '失败的动作', run: () => Promise.reject(new Event('error')) })

declareRefOptions('named', { call: optionsCall('/admin/named', '名称'), title: '名称', page: null })

/** The names of two things with none between them. */
function Names() {
  const names = useRefNames('named', [7, 0, 9])
  return <output>{names.map((one) => one.label).join('、')}</output>
}

function ShownNames() {
  const [shown, setShown] = useState(false)
  return shown ? (
    <Names />
  ) : (
    <button type="button" onClick={() => setShown(true)}>
      显示名称
    </button>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <Providers>
      <button type="button" onClick={() => void coupons()}>
        选择优惠劵
      </button>
      {maySendCoupons() && (
        <button type="button" onClick={() => void sendCoupon(7).then(show)}>
          发送优惠劵
        </button>
      )}
      <button type="button" onClick={() => void pickHours({ value: '09:00,18:00' }).then(show)}>
        营业时间
      </button>
      <button type="button" onClick={() => void copyText('')}>
        复制空白
      </button>
      <button type="button" onClick={() => void perform(broken, undefined)}>
        失败的动作
      </button>
      <ShownNames />
    </Providers>,
  )
