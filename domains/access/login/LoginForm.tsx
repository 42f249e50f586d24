import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { request } from '#kit/web/request.ts'
import { getCaptcha, login, type SignedIn } from '../session/login.calls.ts'
import { DemoPeople } from './DemoPeople.tsx'
import { Line } from './LoginLine.tsx'
import type { LoginNotice } from './Notice.tsx'
import { takeCode } from './social.web.ts'
import type { StartConfig } from './startConfig.web.ts'

const CODE_LENGTH = 4

interface LoginFormProps {
  /** who signs in, when nobody else may */
  account?: string
  /** when the captcha is asked; null while that is not known */
  captcha: StartConfig['captcha'] | null
  /** whom to sign in as, in a demonstration */
  demo?: StartConfig['demo']
  locked: boolean
  onEnter(answer: SignedIn): void
  onNotice(notice: LoginNotice | null): void
}

type Faults = Partial<Record<'account' | 'pwd' | 'code', string>>

/** Account, password and, where it is asked, the captcha. Platform §2.1. */
export function LoginForm({ account, captcha, demo = null, locked, onEnter, onNotice }: LoginFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [running, setRunning] = useState(false)
  const [seen, setSeen] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const [failed, setFailed] = useState(false)
  const [picture, setPicture] = useState<{ key: string; code: string } | null>(null)
  const asked = captcha === 'always' || (captcha === 'after' && failed)

  const renew = () =>
    request(getCaptcha, {}, { quiet: true }).then(setPicture, (error: Error) =>
      onNotice({ kind: 'error', text: error.message }),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a picture is fetched when one begins to be asked.
  useEffect(() => {
    if (asked) void renew()
  }, [asked])

  const onKey = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const read = (name: string) => String(data.get(name) ?? '')
    const account = read('account').trim()
    const pwd = read('pwd')
    const code = read('code').trim()
    const found: Faults = {
      ...(account === '' ? { account: '请输入用户名' } : {}),
      ...(pwd === '' ? { pwd: '请输入密码' } : {}),
      ...(asked && code.length !== CODE_LENGTH ? { code: '请输入正确的验证码' } : {}),
    }
    setFaults(found)
    const [first] = Object.keys(found)
    if (first !== undefined) {
      focusOn(form.current, first)
      return
    }
    setRunning(true)
    onNotice(null)
    try {
      const typed = { account, pwd, key: picture?.key ?? '', code, wxCode: takeCode() }
      onEnter(await request(login, typed, { quiet: true }))
    } catch (error) {
      onNotice({ kind: 'error', text: error instanceof Error ? error.message : 'error!' })
      setFailed(true)
      if (asked) void renew()
      const input = form.current?.elements.namedItem('code')
      if (input instanceof HTMLInputElement) input.value = ''
      focusOn(form.current, 'pwd')
    } finally {
      setRunning(false)
    }
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate aria-label="登录">
      <Line id={`${id}-account`} label="用户名" fault={faults.account}>
        {(described) => (
          <input
            {...described}
            name="account"
            maxLength={32}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="请输入用户名"
            defaultValue={account}
            readOnly={account !== undefined}
            // biome-ignore lint/a11y/noAutofocus: the page is there for this field alone.
            autoFocus={account === undefined}
          />
        )}
      </Line>
      <Line id={`${id}-pwd`} label="密码" fault={faults.pwd} hint={capsLock ? '大写锁定已打开' : ''}>
        {(described) => (
          <span className="login-with">
            <input
              {...described}
              name="pwd"
              type={seen ? 'text' : 'password'}
              maxLength={30}
              autoComplete="current-password"
              // biome-ignore lint/a11y/noAutofocus: with the account given it is the only field.
              autoFocus={account !== undefined}
              placeholder="请输入密码"
              onKeyDown={onKey}
              onKeyUp={onKey}
              onBlur={() => setCapsLock(false)}
            />
            <button
              type="button"
              className="login-eye"
              aria-label={seen ? '隐藏密码' : '显示密码'}
              aria-pressed={seen}
              onClick={() => setSeen(!seen)}
            >
              <Eye open={seen} />
            </button>
          </span>
        )}
      </Line>
      {asked && (
        <Line id={`${id}-code`} label="验证码" fault={faults.code}>
          {(described) => (
            <span className="login-with">
              <input
                {...described}
                name="code"
                maxLength={CODE_LENGTH}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder="请输入验证码"
              />
              <button
                type="button"
                className="login-captcha"
                aria-label="换一张验证码"
                title="看不清？换一张"
                onClick={() => void renew()}
              >
                {picture && <img src={picture.code} width={100} height={34} alt="验证码" />}
              </button>
            </span>
          )}
        </Line>
      )}
      <button type="submit" className="login-go" disabled={running || locked || captcha === null}>
        {running || locked ? '登录中…' : '登录'}
      </button>
      {demo !== null && (
        <DemoPeople
          demo={demo}
          onChoose={(account, password) => {
            fillIn(form.current, 'account', account)
            fillIn(form.current, 'pwd', password)
            focusOn(form.current, asked ? 'code' : 'pwd')
          }}
        />
      )}
    </form>
  )
}

function fillIn(form: HTMLFormElement | null, name: string, text: string): void {
  const input = form?.elements.namedItem(name)
  if (input instanceof HTMLInputElement) input.value = text
}

function focusOn(form: HTMLFormElement | null, name: string): void {
  const input = form?.elements.namedItem(name)
  if (input instanceof HTMLInputElement) input.focus()
}

function Eye({ open }: { open: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
      <circle cx="12" cy="12" r="3" />
      {!open && <path d="M4 20 20 4" />}
    </svg>
  )
}
