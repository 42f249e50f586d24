import { Alert } from 'antd'
import { useState } from 'react'
import { entity } from '#kit/shared/entity.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import { FormBody } from '#kit/web/form/FormBody.tsx'
import { useForm } from '#kit/web/form/useForm.ts'
import { openDialog } from '#kit/web/host.tsx'
import { CallError, request } from '#kit/web/request.ts'
import { nameListCalls as calls } from './nameList.calls.ts'
import { LIST_TYPES, OBJECT_TYPES } from './nameList.entity.ts'

const asked = entity('nameCheck', '检查名单', calls.check.shape, { title: 'scene' })

interface Result {
  type: 'success' | 'error' | 'info'
  text: string
  hits: string[]
}

const TYPES = { white: 'success', black: 'error', none: 'info' } as const
const labelIn = (list: readonly { value: number; label: string }[], value: number): string =>
  list.find((one) => one.value === value)?.label ?? ''

/** 检查: what somebody would meet in a scene. Nothing is kept of it. Members §5.1. */
export const openNameCheck = () => openDialog<null>((close) => <CheckDialog onClose={() => close(null)} />)

const START = { scene: 2 }

function CheckDialog({ onClose }: { onClose(): void }) {
  const form = useForm(asked.shape, START)
  const [result, setResult] = useState<Result | null>(null)
  const [running, setRunning] = useState(false)
  const run = async () => {
    if (!form.check()) return
    setRunning(true)
    try {
      const { result: found, text, hits } = await request(calls.check, form.input(false), { quiet: true })
      setResult({
        type: TYPES[found],
        text,
        hits: hits.map(
          (one) =>
            `${labelIn(LIST_TYPES, one.listType)} ${labelIn(OBJECT_TYPES, one.objectType)}：${one.reason}`,
        ),
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      form.refuse(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Dialog
      width={600}
      title="检查名单"
      okText="检查"
      cancelText="返回"
      confirmLoading={running}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <FormBody form={form} narrow />
      {result !== null && (
        <Alert
          showIcon
          type={result.type}
          title={result.text}
          description={result.hits.length === 0 ? undefined : result.hits.join('；')}
        />
      )}
    </Dialog>
  )
}
