import { type Act, act } from '#kit/web/actions.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { listFilters } from '../user/user.addresses.ts'
import { openUserExport } from './openUserExport.tsx'
import { eraseCalls, eraseDocument } from './userErase.document.ts'
import { exportCalls } from './userExport.calls.ts'
import { mergeCalls, mergeDocument } from './userMerge.document.ts'

interface Target {
  readonly id: number
  readonly lifeStatus: number
}

const isLiving = ({ lifeStatus }: Target): boolean => lifeStatus < 2

/** 合并 and 注销 of a user: each begins its document. Members §10.3, §10.4. */
export const PRIVACY_ACTS: readonly Act<Target>[] = [
  act({
    label: '合并',
    permission: mergeCalls.save,
    when: isLiving,
    run: ({ id }) => goTo(`${mergeDocument.places.create ?? ''}?from=${id}`),
  }),
  act({
    label: '注销',
    permission: eraseCalls.save,
    danger: true,
    when: (row) => row.lifeStatus === 0,
    run: ({ id }) => goTo(`${eraseDocument.places.create ?? ''}?uid=${id}`),
  }),
]

/** 导出 of the users a list shows, by its address and what it always asks for. Members §10.2. */
export const exportUsersAct = (
  address: URLSearchParams,
  fixed: Readonly<Record<string, string>>,
): Act<void> =>
  act({
    label: '导出',
    permission: exportCalls.start,
    run: () => openUserExport(listFilters(address, fixed)),
  })
