import { Alert } from 'antd'
import { useParams, useSearchParams } from 'react-router'
import { groupedAmount } from '#kit/shared/text.ts'
import { auditState } from '#kit/web/document/documentActs.tsx'
import { changesOf } from '#kit/web/document/documentChanges.tsx'
import { Examine } from '#kit/web/examine/Examine.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { mayExamine, NOTE_ACTS } from './refundNote.acts.tsx'
import { refundNoteCalls as calls } from './refundNote.calls.ts'
import { NOTE_CELLS } from './refundNote.cells.tsx'
import { refundNote } from './refundNote.entity.ts'
import { NOTE_IF_ANY, NOTE_SECTIONS, type NoteInfo, noteStateOf } from './refundNote.facts.ts'

const LIST = '/order/refundNote'
const TOUCHES = [calls.list.path, calls.counts.path]
const FAILED = 4

function failure({ status, failReason }: NoteInfo) {
  return status === FAILED && <Alert type="error" showIcon title={`退款失败：${failReason}`} />
}

/** 退款单详情, and where it is decided (?examine=1). Orders §6.5. */
export default function RefundNoteInfo() {
  const { id } = useParams()
  const [address] = useSearchParams()
  const deciding = address.get('examine') === '1'
  return (
    <InfoPage
      key={id}
      of={refundNote}
      call={calls.info}
      id={Number(id)}
      title={(row) => `退款单详情 ${row.refundNoteSn}`}
      name={(row) => row.refundNoteSn}
      // Until it is decided both would say the same.
      states={(row) => [auditState(row), row.status === 0 ? undefined : noteStateOf(row)]}
      figures={(row) => [
        { label: '退款金额', value: groupedAmount(row.amount) },
        row.payAmount === null
          ? undefined
          : {
              label: '原支付金额',
              value: groupedAmount(row.payAmount),
              to: `/order/orderPaymentLogInfo/${row.paymentId}`,
            },
      ]}
      // Where it is decided, the way there is none.
      actions={NOTE_ACTS.filter((one) => !deciding || one.label !== '审核')}
      back={LIST}
      notice={failure}
      sections={NOTE_SECTIONS}
      cells={NOTE_CELLS}
      ifAny={NOTE_IF_ANY}
      processes
      changes={(row) => changesOf(calls.info.answer.shape ?? refundNote.all, row, deciding)}
      decision={(row) =>
        deciding &&
        mayExamine(row) && (
          <Examine
            call={calls.examine}
            input={(pass, opinion) => ({
              id: row.id,
              auditStatus: pass ? (1 as const) : (2 as const),
              opinion,
              version: row.version,
            })}
            touches={TOUCHES}
          />
        )
      }
    />
  )
}
