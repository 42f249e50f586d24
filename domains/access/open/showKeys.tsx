import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Descriptions, Modal } from 'antd'
import { copyText } from '#kit/web/confirm.tsx'
import { openDialog } from '#kit/web/host.tsx'
import '../access.css'

interface Keys {
  appKey: string
  appSecret?: string | undefined
  webhookSecret?: string | undefined
}

/** Shows the keys of an application, once; nobody can read them again. Orders §8. */
export function showKeys(name: string, keys: Keys): Promise<null> {
  return openDialog<null>((close) => <KeysModal name={name} keys={keys} onClose={() => close(null)} />)
}

const LABELS = [
  ['appKey', 'appKey'],
  ['appSecret', '应用密钥'],
  ['webhookSecret', '推送密钥'],
] as const

function KeysModal({ name, keys, onClose }: { name: string; keys: Keys; onClose(): void }) {
  const told = LABELS.flatMap(([key, label]) => {
    const text = keys[key]
    return text === undefined ? [] : [{ key, label, text }]
  })
  return (
    <Modal
      open
      title={name === '' ? '应用密钥' : `应用密钥 ${name}`}
      width={600}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button
            type="primary"
            icon={<CopyOutlined aria-hidden />}
            onClick={() => void copyText(told.map(({ label, text }) => `${label}：${text}`).join('\n'))}
          >
            复制全部
          </Button>
        </>
      }
    >
      <Alert
        showIcon
        type="warning"
        title="密钥只显示这一次，请复制后交给对接方保存。"
        style={{ marginBottom: 12 }}
      />
      <Descriptions
        bordered
        size="small"
        column={1}
        items={told.map(({ key, label, text }) => ({
          key,
          label,
          children: <code className="acc-key">{text}</code>,
        }))}
      />
    </Modal>
  )
}
