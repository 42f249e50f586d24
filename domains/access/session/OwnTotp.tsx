import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Descriptions, Form, Input, Space } from 'antd'
import { useId, useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { confirm, copyText } from '#kit/web/confirm.tsx'
import { Code } from '#kit/web/print/Code.tsx'
import { CallError } from '#kit/web/request.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { totpBegin, totpDisable, totpEnable, totpInfo, totpRecovery } from './totp.calls.ts'
import '../access.css'

type Status = OutWireOf<typeof totpInfo>

/** 动态口令: the person's second factor at the login, with its recovery codes. Platform §6.5. */
export function OwnTotp() {
  const { data, error, refetch } = useCall(totpInfo, {}, { quiet: true })
  const [codes, setCodes] = useState<readonly string[]>([])
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={() => setCodes([])} />
  return data.isOn ? <On status={data} onCodes={setCodes} /> : <Off status={data} onCodes={setCodes} />
}

interface PartProps {
  status: Status
  onCodes(codes: readonly string[]): void
}

function Off({ status, onCodes }: PartProps) {
  const [setup, setSetup] = useState<OutWireOf<typeof totpBegin> | null>(null)
  return (
    <div className="acc-narrow">
      <p>
        启用后，登录时除密码外还须输入手机身份验证器上的6位动态口令，密码泄露也不能登录。
        {status.isDemanded && '您的角色必须使用动态口令。'}
      </p>
      {setup === null ? (
        <Button type="primary" onClick={() => void change(totpBegin, {}).then(setSetup)}>
          启用动态口令
        </Button>
      ) : (
        <>
          <p>1. 用手机上的身份验证器扫描二维码，或手工输入密钥：</p>
          <div className="acc-qr">
            <Code kind="qrcode" text={setup.uri} height={40} />
            <code className="acc-password acc-break">{setup.secret}</code>
          </div>
          <p>2. 输入身份验证器显示的6位数字：</p>
          <CodeForm
            label="启用"
            onCode={async (totp) =>
              onCodes((await change(totpEnable, { totp }, { quiet: true })).recoveryCodes)
            }
          />
        </>
      )}
    </div>
  )
}

function On({ status, onCodes }: PartProps) {
  const [asked, setAsked] = useState<'recovery' | 'disable' | null>(null)
  return (
    <div className="acc-narrow">
      <Descriptions
        column={1}
        items={[
          { key: 'on', label: '状态', children: '已启用' },
          { key: 'time', label: '启用时间', children: formatTime(status.confirmTime ?? 0, browserZone) },
          { key: 'left', label: '剩余恢复码', children: `${status.recoveryLeft}个` },
        ]}
      />
      {status.recoveryLeft < 3 && (
        <Alert showIcon type="warning" title="恢复码快用完了，请重新生成" style={{ marginBottom: 12 }} />
      )}
      {asked === null ? (
        <Space wrap>
          <Button onClick={() => setAsked('recovery')}>重新生成恢复码</Button>
          {!status.isDemanded && (
            <Button danger onClick={() => setAsked('disable')}>
              停用
            </Button>
          )}
        </Space>
      ) : (
        <CodeForm
          label={asked === 'disable' ? '停用' : '重新生成'}
          onBack={() => setAsked(null)}
          onCode={async (totp) => {
            if (asked === 'recovery') {
              onCodes((await change(totpRecovery, { totp }, { quiet: true })).recoveryCodes)
              setAsked(null)
            } else if (await confirm('停用后只凭密码即可登录，确定停用动态口令吗？', { danger: true })) {
              await change(totpDisable, { totp }, { quiet: true, success: '操作成功' })
            }
          }}
        />
      )}
    </div>
  )
}

interface CodeFormProps {
  label: string
  onCode(code: string): Promise<void>
  onBack?(): void
}

function CodeForm({ label, onCode, onBack }: CodeFormProps) {
  const id = useId()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState('')
  const [running, setRunning] = useState(false)
  const send = async () => {
    if (code.trim() === '') {
      setFault('请输入动态口令')
      return
    }
    setRunning(true)
    setFault('')
    try {
      await onCode(code.trim())
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(error.message)
    } finally {
      setCode('')
      setRunning(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Form.Item
        layout="vertical"
        label="动态口令"
        htmlFor={id}
        {...(fault === '' ? {} : { validateStatus: 'error', help: fault })}
      >
        <Input
          id={id}
          value={code}
          maxLength={20}
          autoComplete="one-time-code"
          style={{ maxWidth: 240 }}
          onChange={(event) => setCode(event.target.value)}
        />
      </Form.Item>
      <Space>
        <Button type="primary" htmlType="submit" loading={running}>
          {label}
        </Button>
        {onBack !== undefined && <Button onClick={onBack}>取消</Button>}
      </Space>
    </form>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  return (
    <div className="acc-narrow">
      <Alert
        showIcon
        type="warning"
        title="请保存以下恢复码，每个只能用一次，以后不再显示"
        style={{ marginBottom: 12 }}
      />
      <ul className="acc-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Space>
        <Button icon={<CopyOutlined />} onClick={() => void copyText(codes.join('\n'))}>
          复制
        </Button>
        <Button type="primary" onClick={onDone}>
          已保存
        </Button>
      </Space>
    </div>
  )
}
