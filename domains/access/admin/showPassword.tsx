import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Descriptions, Modal } from 'antd'
import { copyText } from '#kit/web/confirm.tsx'
import { openDialog } from '#kit/web/host.tsx'
import '../access.css'

interface Given {
  realName: string
  account: string
  password: string
}

/** Shows a password that was drawn, once; nobody can read it again. Platform §6.1. */
export function showPassword(given: Given): Promise<null> {
  return openDialog<null>((close) => <PasswordModal {...given} onClose={() => close(null)} />)
}

function PasswordModal({ realName, account, password, onClose }: Given & { onClose(): void }) {
  return (
    <Modal
      open
      title="新密码"
      width={440}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button type="primary" icon={<CopyOutlined />} onClick={() => void copyText(password)}>
            复制密码
          </Button>
        </>
      }
    >
      <Alert
        showIcon
        type="warning"
        title="密码只显示这一次，24小时内有效，请复制后交给本人；本人登录后须修改密码。"
        style={{ marginBottom: 12 }}
      />
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          { key: 'name', label: '姓名', children: realName },
          { key: 'account', label: '账号', children: account },
          { key: 'password', label: '密码', children: <code className="acc-password">{password}</code> },
        ]}
      />
    </Modal>
  )
}
