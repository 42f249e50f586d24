import { trust } from '#kit/shared/loose.ts'

/** What the server tells a page before anybody is signed in: GET /admin/getLoginPic. Platform §2.1. */
export interface StartConfig {
  backgroundImage: string
  logo: string
  loginLogo: string
  banner: { pic: string }[]
  siteName: string
  captcha: 'always' | 'after' | 'off'
  wechatLogin: 0 | 1
  envelope: 'off' | 'optional' | 'required'
  version: string
}

let asked: Promise<StartConfig> | undefined

/** The start configuration, asked once per page; a failure is thrown and asked anew the next time. */
export function startConfig(): Promise<StartConfig> {
  asked ??= ask().catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}

/** The key of envelopes while nobody is signed in, as the server wrote it into the page; '' when it did not. */
export function fallbackKey(): string {
  return document.querySelector('meta[name="envelope-key"]')?.getAttribute('content') ?? ''
}

async function ask(): Promise<StartConfig> {
  const key = fallbackKey()
  const answer = await fetch('/api/admin/getLoginPic', { headers: key === '' ? {} : { 'X-Encrypt': '1' } })
  const text = await answer.text()
  const sealed = answer.headers.get('X-Encrypted') === '1'
  const plain = sealed ? (await import('./envelope.ts')).open(key, text) : text
  const { code, message, data } = trust<{ code: number; message: string; data: StartConfig }>(
    JSON.parse(plain),
  )
  if (code !== 200) throw new Error(message)
  return data
}
