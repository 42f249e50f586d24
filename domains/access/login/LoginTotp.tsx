import { type FormEvent, lazy, Suspense, useId, useState } from 'react'
import { request } from '#kit/web/request.ts'
import { loginTotp, type SignedIn } from '../session/login.calls.ts'
import { Line } from './LoginLine.tsx'

// Few people see a code here; its drawing is fetched for them alone.
const Code = lazy(() => import('#kit/web/print/Code.tsx').then((file) => ({ default: file.Code })))

interface LoginTotpProps {
  asked: SignedIn
  locked: boolean
  onEnter(answer: SignedIn): void
  onBack(): void
  onFail(error: unknown): void
}

/** The second step of a login: 动态口令, set up here by those who must have one and do not yet. Platform §2.2. */
export function LoginTotp({ asked, locked, onEnter, onBack, onFail }: LoginTotpProps) {
  const id = useId()
  const [running, setRunning] = useState(false)
  const [fault, setFault] = useState('')
  const [entered, setEntered] = useState<SignedIn | null>(null)
  const setup = asked.totpSetup

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const code = String(new FormData(form).get('totp') ?? '').trim()
    setFault(code === '' ? '请输入动态口令' : '')
    if (code === '') return
    setRunning(true)
    onFail(null)
    try {
      const answer = await request(loginTotp, { ticket: asked.ticket, totp: code }, { quiet: true })
      if (answer.recoveryCodes.length === 0) onEnter(answer)
      else setEntered(answer)
    } catch (error) {
      onFail(error)
      form.reset()
      const input = form.elements.namedItem('totp')
      if (input instanceof HTMLInputElement) input.focus()
    } finally {
      setRunning(false)
    }
  }

  if (entered !== null)
    return (
      <section aria-label="恢复码">
        <p className="login-tell">
          动态口令已启用。请保存以下恢复码，手机不在身边时可用它代替动态口令，每个只能用一次，以后不再显示。
        </p>
        <ul className="login-codes">
          {entered.recoveryCodes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <button type="button" className="login-go" disabled={locked} onClick={() => onEnter(entered)}>
          已保存，进入系统
        </button>
      </section>
    )
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="动态口令登录">
      {setup !== null && (
        <>
          <p className="login-tell">您的角色登录时需要动态口令。请用手机上的身份验证器扫描二维码：</p>
          <div className="login-qr">
            <Suspense fallback={null}>
              <Code kind="qrcode" text={setup.uri} height={40} />
            </Suspense>
          </div>
          <p className="login-tell">
            无法扫描时手工输入密钥 <code>{setup.secret}</code>
          </p>
        </>
      )}
      <Line
        id={`${id}-totp`}
        label="动态口令"
        fault={fault === '' ? undefined : fault}
        hint={setup === null ? '身份验证器中的6位数字，或一个恢复码' : '输入身份验证器显示的6位数字'}
      >
        {(described) => (
          <input
            {...described}
            name="totp"
            maxLength={20}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="请输入动态口令"
            // biome-ignore lint/a11y/noAutofocus: the step is there for this field alone.
            autoFocus
          />
        )}
      </Line>
      <button type="submit" className="login-go" disabled={running || locked}>
        {running || locked ? '登录中…' : '登录'}
      </button>
      <button type="button" className="login-back" onClick={onBack}>
        返回
      </button>
    </form>
  )
}
