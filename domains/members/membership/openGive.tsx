import { Select } from 'antd'
import { int, refs, text } from '#kit/fields/shared.ts'
import { ariaOf, type InputProps, isNone } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { levelCalls } from '../level/level.calls.ts'
import { vipCalls } from './membership.calls.ts'
import { vipOrder } from './membership.entity.ts'

const SHAPE = {
  uids: refs('用户', 'user', { required: true, max: 200 }),
  planId: int('套餐', { required: true, min: 1 }),
  reason: text('赠送原因', { max: 100, required: true }),
}

/** The plans that are sold now, under their levels. */
function PlanInput(props: InputProps) {
  const { value, onChange, id, disabled } = props
  const { data, isPending } = useCall(levelCalls.queryPayLevel, { isShow: 1 }, { quiet: true })
  const options = (data ?? [])
    .filter((level) => level.plans.length > 0)
    .map((level) => ({
      label: level.name,
      options: level.plans.map((plan) => ({
        value: Number(plan.id),
        label: `${level.name} · ${plan.planName}`,
      })),
    }))
  return (
    <Select<number>
      {...ariaOf(props)}
      {...(id === undefined ? {} : { id })}
      className="k-fill"
      value={isNone(value) ? null : Number(value)}
      loading={isPending}
      disabled={disabled ?? false}
      options={options}
      placeholder="请选择"
      notFoundContent="还没有上架的套餐"
      onChange={onChange}
    />
  )
}

/** 赠送会员: a plan for nothing, with a reason. Members §3.5. */
export function openGive(uids = ''): Promise<number | null> {
  return openForm({
    of: vipOrder,
    shape: SHAPE,
    calls: { save: vipCalls.give },
    id: null,
    title: '赠送会员',
    width: 560,
    initial: { uids },
    inputs: { planId: { Input: PlanInput } },
    success: '赠送成功',
    touches: ['/admin/system/user/level', '/admin/user'],
  })
}
