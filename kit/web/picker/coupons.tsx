import type { Call, Page } from '#kit/shared/call.ts'
import { trust } from '#kit/shared/loose.ts'
import { formatAmount } from '#kit/shared/text.ts'
import { formatTime } from '#kit/shared/time.ts'
import { confirm } from '#kit/web/confirm.tsx'
import { hasPermission } from '#kit/web/session.ts'
import { change } from '#kit/web/useCall.ts'
import { openPicker, type PickerFacts, type PickerWish } from './PickerModal.tsx'

/** A coupon as the list of those that can be sent answers it. Specification 1 §3. */
export interface PickedCoupon {
  readonly [name: string]: unknown
  id: number
  name: string
  money: string
  /** '0.00': no minimum */
  minPrice: string
  /** 1: valid between two times, else for so many days from its receipt */
  isFixedTime: number
  useStartTime: number | null
  useEndTime: number | null
  day: number
  /** 0: as many as are wanted */
  isLimited: number
  lastTotal: number
}

interface ListInput {
  keywords?: string
  type?: number | string | null
}

interface CouponCalls {
  list: Call<unknown, ListInput, unknown, Page<PickedCoupon>>
  receive: Call<unknown, { couponId?: number | null; uid?: number | null }, unknown, unknown>
}

let calls: CouponCalls | undefined

/** The room that keeps coupons registers how they are listed and sent. Platform §5.1. */
export function declareCoupons<In, InWire extends ListInput, Out, In2, Out2, OutWire2>(given: {
  list: Call<In, InWire, Out, Page<PickedCoupon>>
  receive: Call<In2, { couponId?: number | null; uid?: number | null }, Out2, OutWire2>
}): void {
  calls = trust(given)
}

const WIDTH = 896
/** What the list is asked for: coupons for users of a type, or those that are sent by hand. */
const FOR_USERS = 1
const BY_HAND = 3

const isNothing = (amount: string): boolean => Number(amount) === 0

function validity({ isFixedTime, useStartTime, useEndTime, day }: PickedCoupon): string {
  if (isFixedTime !== 1) return `${day}天`
  return `${useStartTime === null ? '' : formatTime(useStartTime)} – ${useEndTime === null ? '' : formatTime(useEndTime)}`
}

function factsOf({ list }: CouponCalls, userType: number | undefined): PickerFacts<PickedCoupon> {
  return {
    title: '优惠劵',
    width: WIDTH,
    call: trust(list),
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

function registered(): CouponCalls {
  if (calls === undefined) throw new Error('No room has registered coupons')
  return calls
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
  return openPicker(factsOf(registered(), userType), wish)
}

/**
 * Whether the person may send coupons; the button is hidden otherwise.
 * @public
 */
export function maySendCoupons(): boolean {
  return calls !== undefined && hasPermission(calls.receive.permission)
}

/**
 * Chooses a coupon and sends it to a user after 发送优惠劵吗; false when the person gave up. Platform §5.1.
 * @public
 */
export async function sendCoupon(uid: number, userType?: number): Promise<boolean> {
  const { receive, ...rest } = registered()
  const chosen = await openPicker(
    {
      ...factsOf({ receive, ...rest }, userType),
      okText: '发送',
      async give([coupon]) {
        if (coupon === undefined || !(await confirm('发送优惠劵吗'))) return false
        try {
          await change(receive, { couponId: coupon.id, uid }, { success: '发送成功' })
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
