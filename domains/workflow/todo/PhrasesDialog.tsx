import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kit/web/Dialog.tsx'
import { CallError } from '#kit/web/request.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { useChange } from '#kit/web/useCall.ts'
import { taskCalls } from '../task/task.calls.ts'

const WIDTH = 480
const LONGEST = 100
const MOST = 30

interface Line {
  key: number
  text: string
}

/** The person's own 常用语: changed, added, taken away. */
export default function PhrasesDialog(props: { phrases: readonly string[]; onClose(): void }) {
  const [lines, setLines] = useState<readonly Line[]>(() => props.phrases.map((text, key) => ({ key, text })))
  const [next, setNext] = useState(props.phrases.length)
  const { run, running } = useChange(taskCalls.phrasesSave, { success: '保存成功' })
  const save = async () => {
    const phrases = [...new Set(lines.map(({ text }) => text.trim()))].filter((text) => text !== '')
    try {
      await run({ phrases })
      props.onClose()
    } catch (error) {
      // A refused call has been shown; what was typed stays.
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <Dialog
      title="常用语"
      width={WIDTH}
      okText="保存"
      cancelText="取消"
      confirmLoading={running}
      onOk={() => void save()}
      onCancel={props.onClose}
    >
      {lines.length === 0 && <Empty text="还没有常用语，新增后审批时点击即可填入意见" />}
      {lines.map(({ key, text }, at) => (
        <div key={key} className="td-phrase-line">
          <Input
            value={text}
            maxLength={LONGEST}
            aria-label={`常用语${at + 1}`}
            onChange={(event) =>
              setLines(lines.map((one) => (one.key === key ? { key, text: event.target.value } : one)))
            }
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`删除常用语${at + 1}`}
            onClick={() => setLines(lines.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={lines.length >= MOST}
        onClick={() => {
          setLines([...lines, { key: next, text: '' }])
          setNext(next + 1)
        }}
      >
        新增常用语
      </Button>
    </Dialog>
  )
}
