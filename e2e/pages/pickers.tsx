// A page with nothing but the pickers whose rooms are not there yet; their calls are answered by the test.
import { createRoot } from 'react-dom/client'
import { int, text } from '../../kit/fields/shared.ts'
import { get, listAnswer, listInput, post } from '../../kit/shared/call.ts'
import { entity } from '../../kit/shared/entity.ts'
import { act, perform } from '../../kit/web/actions.tsx'
import { copyText } from '../../kit/web/confirm.tsx'
import { declareCoupons, maySendCoupons, pickCoupons, sendCoupon } from '../../kit/web/picker/coupons.tsx'
import { pickHours } from '../../kit/web/picker/TimeRange.tsx'
import { Providers } from '../../kit/web/shell/Providers.tsx'
import { signInAs } from './person.ts'

const coupon = entity(
  'coupon',
  '优惠劵',
  { name: text('名称', { max: 50, search: true }) },
  { title: 'name' },
)
const rows = {
  id: int('ID', { required: true }),
  name: text('名称', { max: 50 }),
  money: text('面值', { max: 20 }),
  minPrice: text('使用门槛', { max: 20 }),
  isFixedTime: int('固定时间', { required: true }),
  useStartTime: int('开始'),
  useEndTime: int('结束'),
  day: int('天数', { required: true }),
  isLimited: int('限量', { required: true }),
  lastTotal: int('剩余', { required: true }),
}
declareCoupons({
  list: get('/admin/marketing/coupon/send/list', {
    title: '可发送优惠劵',
    input: listInput(coupon, { type: int('类型') }),
    answer: listAnswer(rows),
  }),
  receive: post('/admin/marketing/coupon/user/receive', {
    title: '发送优惠劵',
    permission: 'admin:coupon:user:receive',
    input: { couponId: int('优惠劵', { required: true }), uid: int('用户', { required: true }) },
  }),
})

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
    </Providers>,
  )
