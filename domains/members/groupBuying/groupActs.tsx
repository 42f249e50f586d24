import { type Act, act, callAct } from '#kit/web/actions.tsx'
import type { EntityFormProps } from '#kit/web/form/FormModal.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { EMPLOYEE_LIST, GROUP_CARD } from './groupBuying.addresses.ts'
import { employeeCalls, groupBuyingCalls } from './groupBuying.calls.ts'
import { groupBuying } from './groupBuying.entity.ts'

/** What the acts look at of a company. */
export interface GroupTarget {
  readonly id: number
  readonly status: 0 | 1
  readonly name: string
}

const WIDTH = 820
export const GROUP_FORM = {
  width: WIDTH,
  groups: [
    { title: '团购企业', fields: ['shoudaId', 'name', 'contactName', 'contactPhone', 'levelId'] },
    { title: '加入', fields: ['joinModes', 'maxPeople', 'startTime', 'endTime', 'status'] },
    { title: '购买', fields: ['productMode', 'monthLimit', 'payMode', 'shipMode'] },
  ],
  inputs: {
    shoudaId: { help: '须已审核通过并开启团购，每个售达方一个' },
    joinModes: { help: '名单导入：手机号在名单中即加入；企业码：凭企业码和工号；申请审核：提交后由后台通过' },
  },
} satisfies Partial<EntityFormProps> & { width: number }

export const openGroup = (id: number | null): Promise<number | null> =>
  openForm({ ...GROUP_FORM, id, of: groupBuying, calls: groupBuyingCalls })

export const peopleAct: Act<GroupTarget> = act({
  label: '员工管理',
  permission: employeeCalls.list,
  run: ({ id }) => goTo(`${EMPLOYEE_LIST}/${id}`),
})
export const cardAct: Act<GroupTarget> = act({
  label: '企业码',
  permission: groupBuyingCalls.cards,
  run: ({ id }) => goTo(`${GROUP_CARD}?id=${id}`),
})
export const resetAct: Act<GroupTarget> = callAct(groupBuyingCalls.resetCode, {
  label: '重置企业码',
  prompt: ({ name }) => `重置后“${name}”原来的企业码不能再用，确定重置吗？`,
  input: ({ id }) => ({ id }),
  touches: ['/admin/user/groupBuying'],
})
