import { useParams } from 'react-router'
import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import type { Shape } from '#kit/shared/field.ts'
import { closedBy } from '#kit/shared/states.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { useDeciding } from '#kit/web/document/deciding.ts'
import { auditState } from '#kit/web/document/documentActs.tsx'
import { Examine } from '#kit/web/examine/Examine.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { CONTRACT_STATES } from '../validity.rules.ts'
import { licenceCalls } from './licence.calls.ts'
import { licence } from './licence.entity.ts'
import { licenceStates } from './licence.states.ts'
import { LICENCE_ACTS, LICENCE_FORM_PAGE, mayExamine } from './licenceView.tsx'

type Info = OutWireOf<typeof licenceCalls.info>

const SECTIONS = [
  {
    title: '证照',
    fields: ['ownerType', 'ownerName', 'licenceType', 'licenceNo', 'holder', 'issueOrg', 'scope'],
  },
  { title: '有效期', fields: ['startDate', 'endDate', 'longTerm', 'daysLeft', 'validStatus'] },
  { title: '附件', fields: ['files', 'remark', 'submitBy', 'submitTime', 'auditBy', 'auditTime'] },
]
const ACTIONS: readonly Act<Info>[] = [
  act({
    label: '编辑',
    permission: licenceCalls.update,
    closed: (row) => closedBy(licenceStates, 'edit', row.auditStatus),
    run: (row) => goTo(`${LICENCE_FORM_PAGE}/${row.id}`),
  }),
  ...LICENCE_ACTS,
]
const SHAPE: Shape = licenceCalls.info.answer.shape ?? licence.all

/** 证照详情, 证照审核. Catalog §6.4. */
export default function LicencePage() {
  const id = Number(useParams().id)
  const deciding = useDeciding()
  return (
    <InfoPage
      of={licence}
      call={licenceCalls.info}
      id={id}
      title={(row) => `证照详情 ${row.licenceNo}`}
      name={(row) => row.licenceNo}
      states={(row) => [auditState(row), CONTRACT_STATES.find((one) => one.value === row.validStatus)]}
      // Where it is only read, the way to the decision is an action.
      actions={ACTIONS.filter((one) => !deciding || one.label !== '审核')}
      back="/company/licenceManagement"
      figures={(row) => [{ label: '剩余天数', value: row.daysLeft ?? '长期' }]}
      sections={SECTIONS}
      parts={(row) => [
        {
          key: 'chain',
          label: '续期记录',
          content: SHAPE.chain && (
            <FieldCell field={SHAPE.chain} name="chain" value={row.chain} row={row} wide />
          ),
        },
      ]}
      decision={(row) =>
        deciding &&
        mayExamine(row) && (
          <Examine
            call={licenceCalls.examine}
            input={(pass, opinion) => ({
              id,
              auditStatus: pass ? (1 as const) : (2 as const),
              opinion,
              version: row.version,
            })}
          />
        )
      }
    />
  )
}
