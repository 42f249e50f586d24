import type { OutWireOf } from '#kit/shared/call.ts'
import { formatAmount } from '#kit/shared/text.ts'
import { formatTime } from '#kit/shared/time.ts'
import { confirm } from '#kit/web/confirm.tsx'
import { openPicker, type PickerFacts, type PickerWish } from '#kit/web/picker/PickerModal.tsx'
import { mayCall } from '#kit/web/session.ts'
import { change } from '#kit/web/useCall.ts'
import { couponCalls } from './coupon.calls.ts'

/** A coupon as the list of those that can be sent answers it. Specification 1 §3. */
type PickedCoupon = OutWireOf<typeof couponCalls.list>['list'][number]

const WIDTH = 896
/** What the list is asked for: coupons for users of a type, or those that are sent by hand. */
const FOR_USERS = 1
const BY_HAND = 3

const isNothing = (amount: string): boolean => Number(amount) === 0

function validity({ isFixedTime, useStartTime, useEndTime, day }: PickedCoupon): string {
  if (isFixedTime !== 1) return `${day}天`
  return `${useStartTime === null ? '' : formatTime(useStartTime)} – ${useEndTime === null ? '' : formatTime(useEndTime)}`
}

function factsOf(userType: number | undefined): PickerFacts<PickedCoupon> {
  return {
    title: '优惠劵',
    width: WIDTH,
    call: couponCalls.list,
    columns: [
      { title: '名称', width: 200, render: (row) => row.name },
      { title: '面值', width: 90, render: (row) => formatAmount(row.money) },
      {
        title: '使用门槛',
        width: 100,
        render: (row) => (isNothing(row.minPrice) ? '不限' : formatAmount(row.minPrice)),
      },
      { title: '有效期', width: 280, render: validity },
      { title: '剩余', width: 90, render: (row) => (row.isLimited === 0 ? '不限量' : row.lastTotal) },
    ],
    searched: '优惠劵名称',
    empty: '请先选择优惠劵',
    made: { title: '优惠劵', page: null },
    label: (row) => row.name,
    fixed: { type: userType === undefined ? BY_HAND : FOR_USERS },
    off: (row) => (row.isLimited !== 0 && row.lastTotal <= 0 ? '该优惠劵已领完' : null),
  }
}

interface CouponWish extends PickerWish<PickedCoupon> {
  /** kind of users they are for */
  userType?: number
}

/**
 * Chooses coupons; null when the person gave up. Platform §5.1, specification 1 §2.4.
 * @public
 */
export function pickCoupons({ userType, ...wish }: CouponWish = {}): Promise<readonly PickedCoupon[] | null> {
  return openPicker(factsOf(userType), wish)
}

/**
 * Whether the person may send coupons; the button is hidden otherwise.
 * @public
 */
export function maySendCoupons(): boolean {
  return mayCall(couponCalls.receive)
}

/**
 * Chooses a coupon and sends it to a user after 发送优惠劵吗; false when the person gave up. Platform §5.1.
 * @public
 */
export async function sendCoupon(uid: number, userType?: number): Promise<boolean> {
  const chosen = await openPicker(
    {
      ...factsOf(userType),
      okText: '发送',
      async give([coupon]) {
        if (coupon === undefined || !(await confirm('发送优惠劵吗'))) return false
        try {
          await change(couponCalls.receive, { couponId: coupon.id, uid }, { success: '发送成功' })
          return true
        } catch {
          // The refusal has been shown; another coupon can be chosen.
          return false
        }
      },
    },
    {},
  )
  return chosen !== null
}
