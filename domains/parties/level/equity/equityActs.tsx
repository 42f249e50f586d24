import { lazy, Suspense } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, act, stateAct } from '#kit/web/actions.tsx'
import { documentActs } from '#kit/web/document/documentActs.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { equityCalls } from './equity.calls.ts'
import { equityStates, execStates } from './equity.states.ts'

const PreviewDialog = lazy(() => import('./PreviewDialog.tsx'))

export type PlanRow = OutWireOf<typeof equityCalls.list>['list'][number]

export const FORM = '/company/equity/add'
const isApproved = (row: PlanRow): boolean => row.auditStatus === 1

const byId = { input: ({ id }: PlanRow) => ({ id }), when: isApproved }

/** What can be done with a plan, on its list and its page. Catalog §6.6, §8.1. */
export const PLAN_ACTS: readonly Act<PlanRow>[] = [
  ...documentActs(equityStates, equityCalls, {
    examine: (row) => `${FORM}/${row.id}/examine`,
    print: (row) => `/company/equity/print?ids=${row.id}`,
  }),
  act({
    label: '预览名单',
    permission: equityCalls.preview,
    when: (row) => row.execStatus < 3,
    run: ({ id }) =>
      void openDialog<null>((close) => (
        <Suspense fallback={null}>
          <PreviewDialog id={id} onClose={() => close(null)} />
        </Suspense>
      )),
  }),
  stateAct(execStates, 'run', equityCalls.run, {
    ...byId,
    success: '已开始发放，请在发放明细中查看',
  }),
  stateAct(execStates, 'pause', equityCalls.pause, byId),
  stateAct(execStates, 'resume', equityCalls.resume, byId),
  stateAct(execStates, 'stop', equityCalls.stop, {
    when: isApproved,
    input: ({ id }, reason) => ({ id, reason }),
  }),
]
