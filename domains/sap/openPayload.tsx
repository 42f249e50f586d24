import './sap.css'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { Details } from '#kit/web/info/Details.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { queueCalls } from './queue.calls.ts'
import { sapOutbox } from './sapOutbox.entity.ts'

const WIDTH = 760
const FIELDS = [
  'bizTypeName',
  'bizSn',
  'seqNo',
  'sentTime',
  'httpStatus',
  'sapDocNo',
  'lastError',
  'response',
]
const SHAPE = { ...sapOutbox.all, ...queueCalls.info.answer.shape }

/** 报文: what is sent of a record, and what SAP last answered. */
export function openPayload(id: number): Promise<null> {
  return openDialog<null>((close) => (
    <Dialog title="报文" width={WIDTH} footer={null} onCancel={() => close(null)}>
      <Payload id={id} />
    </Dialog>
  ))
}

function Payload({ id }: { id: number }) {
  const { data: row, error, refetch } = useCall(queueCalls.info, { id }, { quiet: true })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!row) return <Loading />
  return (
    <>
      <Details shape={SHAPE} row={row} fields={FIELDS} narrow />
      <section aria-label="报文内容">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
        <pre className="s-payload" tabIndex={0}>
          {JSON.stringify(row.payload, null, 2)}
        </pre>
      </section>
    </>
  )
}
