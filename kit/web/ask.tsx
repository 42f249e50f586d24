import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { openDialog } from './host.tsx'
import { toastInfo } from './toast.ts'

interface AskOptions {
  title: string
  /** text above the input */
  text?: string
  initial?: string
  /** nothing may be given */
  optional?: boolean
  max?: number
  long?: boolean
  danger?: boolean
}

/** Asks for a text, e.g. the reason of a rejection; null (and 已取消) when the person gives up. */
export async function ask(options: AskOptions): Promise<string | null> {
  const answer = await openDialog<string | null>((close) => <AskDialog {...options} onClose={close} />)
  if (answer === null) toastInfo('已取消')
  return answer
}

function AskDialog({
  title,
  text,
  initial = '',
  optional = false,
  max = 200,
  long = false,
  danger = false,
  onClose,
}: AskOptions & { onClose(answer: string | null): void }) {
  const [value, setValue] = useState(initial)
  const [missing, setMissing] = useState(false)
  const give = () => {
    const answer = value.trim()
    if (answer === '' && !optional) setMissing(true)
    else onClose(answer)
  }
  const common = {
    id: 'ask',
    value,
    maxLength: max,
    autoFocus: true,
    'aria-label': title,
    placeholder: `请输入${title}`,
  }
  return (
    <Modal
      open
      title={title}
      mask={{ closable: false }}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ danger }}
      onOk={give}
      onCancel={() => onClose(null)}
    >
      {text !== undefined && <p>{text}</p>}
      <Form.Item
        validateStatus={missing ? 'error' : ''}
        help={missing ? `请输入${title}` : undefined}
        style={{ marginBottom: 8 }}
      >
        {long ? (
          <Input.TextArea {...common} rows={3} onChange={(event) => setValue(event.target.value)} />
        ) : (
          <Input {...common} onChange={(event) => setValue(event.target.value)} onPressEnter={give} />
        )}
      </Form.Item>
    </Modal>
  )
}
