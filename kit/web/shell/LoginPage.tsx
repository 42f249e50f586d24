import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { SESSION_OVER } from '#kit/shared/errors.ts'
import { sameOriginPath } from '#kit/shared/text.ts'
import { CallError } from '../request.ts'
import { startSession } from '../session.ts'
import { type StartConfig, startConfig } from '../start.ts'
import { declareVoice, toastInfo } from '../toast.ts'
import type { LoginAnswer } from './calls.ts'
import { theHouse, useKnown } from './house.ts'
import { Line } from './LoginLine.tsx'
import { LoginPictures } from './LoginPictures.tsx'
import { LoginTotp } from './LoginTotp.tsx'
import {
  authorise,
  goalOf,
  handedOver,
  hasBegun,
  isInApp,
  keepCode,
  lastStep,
  type SocialCode,
  type SocialStep,
  SPENT,
  takeCode,
  takeState,
} from './social.ts'
import './login.css'

/** Why a session ended, as the server tells it. Platform §2.1, §2.3. */
const REASONS: Record<string, string> = {
  kicked: '您的账号已被管理员强制下线',
  pwdChanged: '密码已修改，请重新登录',
  disabled: '账号已停用',
  expired: SESSION_OVER,
}
const CODE_LENGTH = 4

interface Notice {
  kind: 'error' | 'info'
  text: ReactNode
}

/**
 * The login page (platform §2.1). It stands alone, without the component library: nobody should wait for a whole
 * application to type a password.
 */
export function LoginPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { siteName } = useKnown()
  // The page behind is on its way, or turns the person away again.
  const moving = useNavigation().state !== 'idle'
  const reason = REASONS[query.get('reason') ?? '']
  const [notice, setNotice] = useState<Notice | null>(reason ? { kind: 'error', text: reason } : null)
  const [config, setConfig] = useState<StartConfig | null>(null)
  const fail = useCallback(
    (error: unknown) => setNotice({ kind: 'error', text: error instanceof Error ? error.message : 'error!' }),
    [],
  )

  // A right password that waits for its dynamic password, and where the person wanted to go.
  const [waiting, setWaiting] = useState<{ answer: LoginAnswer; to: string } | null>(null)
  const enterAs = (answer: LoginAnswer, to: string) => {
    if (answer.ticket !== '') {
      setWaiting({ answer, to })
      return
    }
    const { token, id, realName, isAgent, pwdExpired, hint } = answer
    startSession(token, { id, realName, isAgent, pwdExpired })
    if (hint !== '') toastInfo(hint)
    void navigate(to, { replace: true })
  }
  const redirect = sameOriginPath(query.get('redirect'))
  const goal = goalOf(redirect)
  const social = useSocialLogin(
    query.toString(),
    redirect,
    config?.wechatLogin === 1 && isInApp(),
    (answer) => enterAs(answer, goal),
    fail,
  )

  useEffect(() => {
    document.title = `登录 - ${siteName}`
  }, [siteName])
  useEffect(() => {
    startConfig().then(setConfig, fail)
  }, [fail])
  useEffect(
    () =>
      declareVoice({
        open: (type, text) => {
          setNotice({ kind: type === 'error' || type === 'warning' ? 'error' : 'info', text })
          return () => undefined
        },
      }),
    [],
  )

  const ground = config?.backgroundImage
  return (
    <div className="login" style={ground ? { backgroundImage: `url(${JSON.stringify(ground)})` } : undefined}>
      <LoginPictures banner={config?.banner ?? []} siteName={siteName} logo={config?.logo ?? ''} />
      <main className="login-side">
        <div className="login-box">
          <h1>
            {config?.loginLogo ? <img src={config.loginLogo} alt={siteName} /> : siteName}
            <small>后台管理系统</small>
          </h1>
          {notice && (
            <p className={`login-notice login-${notice.kind}`} role="alert">
              {notice.text}
            </p>
          )}
          {waiting === null ? (
            <LoginForm
              captcha={config?.captcha ?? null}
              locked={social.running || moving}
              onEnter={(answer) => enterAs(answer, goal)}
              onNotice={setNotice}
            />
          ) : (
            <LoginTotp
              asked={waiting.answer}
              locked={moving}
              onEnter={(answer) => enterAs(answer, waiting.to)}
              onBack={() => {
                setNotice(null)
                setWaiting(null)
              }}
              onFail={(error) => (error === null ? setNotice(null) : fail(error))}
            />
          )}
          {waiting === null && social.begin !== null && (
            <button
              type="button"
              className="login-social"
              disabled={social.running || moving}
              onClick={social.begin}
            >
              微信登录
            </button>
          )}
        </div>
        <footer className="login-foot">
          {config?.version && <span>版本 {config.version}</span>}
          {config?.icp && <span>{config.icp}</span>}
        </footer>
      </main>
    </div>
  )
}

interface LoginFormProps {
  /** when the captcha is asked; null while that is not known */
  captcha: StartConfig['captcha'] | null
  locked: boolean
  onEnter(answer: LoginAnswer): void
  onNotice(notice: Notice | null): void
}

type Faults = Partial<Record<'account' | 'pwd' | 'code', string>>

function LoginForm({ captcha, locked, onEnter, onNotice }: LoginFormProps) {
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
    theHouse()
      .calls.captcha()
      .then(setPicture, (error: Error) => onNotice({ kind: 'error', text: error.message }))
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
      onEnter(
        await theHouse().calls.login({ account, pwd, key: picture?.key ?? '', code, wxCode: takeCode() }),
      )
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
            // biome-ignore lint/a11y/noAutofocus: the page is there for this field alone.
            autoFocus
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
    </form>
  )
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

const NOT_BOUND = 404

interface SocialLogin {
  running: boolean
  /** leaves for the platform; null where that is of no use */
  begin: (() => void) | null
}

/**
 * Signs in with the code of the social platform, when the person comes back from there: it stands in the address
 * they wanted (/auth-send?code=…) or in the own one, or was left by the hand-off window. An account that nobody has
 * bound yet is asked for again: the second code goes along with the password. Platform §2.4.
 */
function useSocialLogin(
  search: string,
  redirect: string,
  offered: boolean,
  onEnter: (answer: LoginAnswer) => void,
  onFail: (error: unknown) => void,
): SocialLogin {
  const [running, setRunning] = useState(false)
  const leave = (step: SocialStep) => {
    setRunning(true)
    theHouse()
      .calls.socialPlace(location.href.split('#')[0] ?? '')
      .then((place) => authorise(place, step, goalOf(redirect)))
      .catch((error: unknown) => {
        setRunning(false)
        onFail(error)
      })
  }
  const enter = async ({ code, state }: SocialCode) => {
    setRunning(true)
    try {
      onEnter(await theHouse().calls.socialLogin(code, state))
    } catch (error) {
      if (error instanceof CallError && error.code === NOT_BOUND) {
        // The code is spent; the login with a password needs one of its own.
        leave('bind')
        return
      }
      onFail(error)
    }
    setRunning(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is good for one try.
  useEffect(() => {
    const use = (given: SocialCode | null) => {
      if (!given) return
      if (given.state !== takeState()) onFail(new Error(SPENT))
      else if (lastStep() === 'enter') void enter(given)
      else {
        keepCode(given.code)
        onFail(new Error('该微信未绑定账号，请使用账号密码登录'))
      }
    }
    return handedOver(search, redirect, use)
  }, [redirect])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins by itself once.
  useEffect(() => {
    if (offered && !hasBegun()) leave('enter')
  }, [offered])
  return { running, begin: offered ? () => leave('enter') : null }
}
