import { Collapse } from 'antd'
import { html } from '#kit/fields/shared.ts'
import { FieldCell } from '#kit/fields/web.tsx'
import { formatTime } from '#kit/shared/time.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { termsCalls } from './terms.calls.ts'

const CONTENT = html('条款内容')

/** Every text a term has had, the newest first. Catalog §3.7. */
export function openVersions(row: { id: number; termName: string }): Promise<null> {
  return openDialog<null>((close) => (
    <Dialog
      title={`历史版本 ${row.termName}`}
      width={800}
      okText="知道了"
      cancelButtonProps={{ style: { display: 'none' } }}
      onOk={() => close(null)}
      onCancel={() => close(null)}
    >
      <Versions id={row.id} />
    </Dialog>
  ))
}

function Versions({ id }: { id: number }) {
  const { data, error, refetch } = useCall(termsCalls.versions, { id }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Collapse
      defaultActiveKey={data.slice(0, 1).map((one) => one.termVersion)}
      items={data.map((one) => ({
        key: one.termVersion,
        label: `版本 ${one.termVersion}，${formatTime(one.effectiveTime, browserZone)} 生效`,
        children: <FieldCell field={CONTENT} name="content" value={one.content} row={{}} wide />,
      }))}
    />
  )
}
