import type { OutWireOf } from '#kit/shared/call.ts'
import { canDo, closedBy } from '#kit/shared/states.ts'
import { type Act, act, stateAct } from '#kit/web/actions.tsx'
import { mayDecide } from '#kit/web/document/mayDecide.ts'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { download } from '#kit/web/transfer.ts'
import { licenceCalls } from './licence.calls.ts'
import { licenceStates } from './licence.states.ts'
import { openRenewal } from './openRenewal.tsx'

export const LICENCE_FORM_PAGE = '/company/addLicence'
export const LICENCE_PAGE = '/company/licenceInfo'

type Row = Pick<
  OutWireOf<typeof licenceCalls.list>['list'][number],
  'id' | 'auditStatus' | 'submitBy' | 'createBy' | 'endDate' | 'licenceNo' | 'holder'
>

/** Whether the person may decide the licence now. */
export const mayExamine = (row: Row): boolean =>
  canDo(licenceStates, 'pass', row.auditStatus) && mayDecide(row) && mayCall(licenceCalls.examine)

/** What can be done with a licence, in its list and on its page. Catalog §6.4. */
export const LICENCE_ACTS: readonly Act<Row>[] = [
  act({ label: '审核', when: mayExamine, run: (row) => goTo(`${LICENCE_PAGE}/${row.id}/examine`) }),
  act({
    label: '续期',
    permission: licenceCalls.renew,
    when: (row) => row.endDate !== null,
    closed: (row) => closedBy(licenceStates, 'renew', row.auditStatus),
    run: (row) => void openRenewal(row),
  }),
  act({
    label: '下载',
    permission: licenceCalls.download,
    run: ({ id }) => download(licenceCalls.download, { id }),
  }),
  stateAct(licenceStates, 'remind', licenceCalls.remind, {
    when: (row) => row.endDate !== null,
    input: ({ id }) => ({ ids: String(id) }),
    success: '已提醒',
  }),
]
