import { trust } from '#kit/shared/loose.ts'
import { arrives } from './arrives.ts'

/** What the server tells a page before anybody is signed in: GET /admin/getLoginPic. Platform §2.1. */
export interface StartConfig {
  backgroundImage: string
  logo: string
  loginLogo: string
  banner: { pic: string }[]
  siteName: string
  /** number of the site's registration, shown at the foot of the login page */
  icp: string
  captcha: 'always' | 'after' | 'off'
  wechatLogin: 0 | 1
  envelope: 'off' | 'optional' | 'required'
  version: string
}

let asked: Promise<StartConfig> | undefined

/** The start configuration, read once per page; what does not arrive is asked again, a failure is thrown and asked anew the next time. */
export function startConfig(): Promise<StartConfig> {
  asked ??= arrives(ask).catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}

interface Written {
  envelope: StartConfig['envelope']
  key: string
  /** the first segments of the addresses of each room's pages */
  places: Readonly<Record<string, readonly string[]>>
  /** hosts whose scripts and styles may be shown; given to the page of /preview alone */
  previewHosts?: string[]
}

interface Envelopes {
  mode: StartConfig['envelope']
  /** seals while nobody is signed in; '' when the server did not tell it */
  fallbackKey: string
}

// The server writes its start configuration into the page; the development server serves the page without it.
const written = readWritten()

function readWritten(): Written | null {
  const text = document.querySelector('meta[name="ts-start"]')?.getAttribute('content') ?? ''
  return text === '' ? null : trust<Written>(JSON.parse(text))
}

/** Where previewed pages may take scripts and styles from; null: this document may not show any. Platform §7.3. */
export function previewHosts(): readonly string[] | null {
  return written === null ? [] : (written.previewHosts ?? null)
}

/** The first segments of the addresses of each room's pages; null: not told, every room may have a page there. */
export const roomPlaces = (): Written['places'] | null => written?.places ?? null

/** Whether requests are sealed, and with which key before log-in. Platform §3. */
export async function envelopes(): Promise<Envelopes> {
  if (written !== null) return { mode: written.envelope, fallbackKey: written.key }
  return { mode: (await startConfig()).envelope, fallbackKey: '' }
}

async function ask(): Promise<StartConfig> {
  const seal = written !== null && written.envelope !== 'off'
  const answer = await fetch('/api/admin/getLoginPic', { headers: seal ? { 'X-Encrypt': '1' } : {} })
  const text = await answer.text()
  const sealed = answer.headers.get('X-Encrypted') === '1'
  const plain = sealed ? (await import('./envelope.ts')).open(written?.key ?? '', text) : text
  const { code, message, data } = trust<{ code: number; message: string; data: StartConfig }>(
    JSON.parse(plain),
  )
  if (code !== 200) throw new Error(message)
  return data
}
