import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { AskOptions } from './ask.tsx'

/** The dialog of `ask`; by itself, so that lists do not load what forms are made of. */
export default function AskDialog({
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
