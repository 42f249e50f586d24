import { int, money, text } from '#kit/fields/shared.ts'
import { get, listAnswer, paging, post } from '#kit/shared/call.ts'

const coupon = {
  id: int('ID', { required: true }),
  name: text('名称', { max: 50 }),
  money: money('面值', { required: true }),
  /** 0: no minimum */
  minPrice: money('使用门槛', { required: true }),
  /** 1: valid between two times, else for so many days from its receipt */
  isFixedTime: int('固定时间', { required: true }),
  useStartTime: int('开始'),
  useEndTime: int('结束'),
  day: int('天数', { required: true }),
  /** 0: as many as are wanted */
  isLimited: int('限量', { required: true }),
  lastTotal: int('剩余', { required: true }),
}

/** What is chosen and sent of coupons. Platform §5.1, specification 1 §3. */
export const couponCalls = {
  list: get('/admin/marketing/coupon/send/list', {
    title: '可发送优惠劵',
    input: { ...paging, type: int('类型') },
    answer: listAnswer(coupon),
  }),
  receive: post('/admin/marketing/coupon/user/receive', {
    title: '发送优惠劵',
    permission: 'admin:coupon:user:receive',
    input: { couponId: int('优惠劵', { required: true }), uid: int('用户', { required: true }) },
  }),
}
