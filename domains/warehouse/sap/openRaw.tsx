import './sapDocs.css'
import type { Call } from '#kit/shared/call.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'

type RawCall = Call<{ id: number }, { id?: number }, unknown, { payload?: unknown }>
const WIDTH = 760

/** 原始报文: what SAP or a sheet sent, as it came. Frame §8. */
export function openRaw(call: RawCall, id: number): Promise<null> {
  return openDialog<null>((close) => (
    <Dialog title="原始报文" width={WIDTH} footer={null} onCancel={() => close(null)}>
      <Raw call={call} id={id} />
    </Dialog>
  ))
}

function Raw({ call, id }: { call: RawCall; id: number }) {
  const { data, error, refetch } = useCall(call, { id }, { quiet: true })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.payload == null) return <Empty text="手工录入，没有原始报文" />
  return (
    <section aria-label="报文内容">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
      <pre className="w-raw" tabIndex={0}>
        {JSON.stringify(data.payload, null, 2)}
      </pre>
    </section>
  )
}
