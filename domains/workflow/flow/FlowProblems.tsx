import { Alert, Button } from 'antd'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import type { Problem } from '../model/types.ts'

const WIDTH = 560

/** Errors before warnings; a press on one shows its elements, where there is a drawing. Workflow §5.3. */
export function ProblemList({
  problems,
  onShow,
}: {
  problems: readonly Problem[]
  onShow?: (id: string) => void
}) {
  const sorted = [...problems].sort((a, b) => a.level.localeCompare(b.level))
  return (
    <ul className="fl-problems">
      {sorted.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said twice
        <li key={at}>
          <StateTag
            label={one.level === 'error' ? '错误' : '警告'}
            means={one.level === 'error' ? 'wrong' : 'waits'}
          />
          <span>{one.message}</span>
          {onShow !== undefined &&
            one.ids.map((id) => (
              <Button key={id} type="link" className="k-link" onClick={() => onShow(id)}>
                {id}
              </Button>
            ))}
        </li>
      ))}
    </ul>
  )
}

/** What keeps a definition from being deployed, or what should be looked at. */
export function openProblems(title: string, problems: readonly Problem[]): Promise<null> {
  const errors = problems.some((one) => one.level === 'error')
  return openDialog<null>((close) => (
    <Dialog
      title={title}
      width={WIDTH}
      onCancel={() => close(null)}
      footer={<Button onClick={() => close(null)}>关闭</Button>}
    >
      <Alert
        type={errors ? 'error' : 'warning'}
        showIcon
        title={errors ? '改正全部错误后才能部署' : '没有错误，可以部署；请留意以下警告'}
        style={{ marginBottom: 12 }}
      />
      <ProblemList problems={problems} />
    </Dialog>
  ))
}
