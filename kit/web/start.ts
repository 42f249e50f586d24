import { trust } from '#kit/shared/loose.ts'

type EnvelopeMode = 'off' | 'optional' | 'required'

interface Written {
  envelope: EnvelopeMode
  /** seals while nobody is signed in */
  key: string
  /** the first segments of the addresses of each room's pages; not told by the development server */
  places?: Readonly<Record<string, readonly string[]>>
  /** hosts whose scripts and styles may be shown; given to the page of /preview alone */
  previewHosts?: string[]
}

// The server writes it into the page, the development server as well.
const written = readWritten()

function readWritten(): Written {
  const text = document.querySelector('meta[name="ts-start"]')?.getAttribute('content') ?? ''
  return text === '' ? { envelope: 'off', key: '' } : trust<Written>(JSON.parse(text))
}

/** Where previewed pages may take scripts and styles from; null: this document may not show any. Platform §7.3. */
export const previewHosts = (): readonly string[] | null => written.previewHosts ?? null

/** The first segments of the addresses of each room's pages; null: not told, every room may have a page there. */
export const roomPlaces = (): NonNullable<Written['places']> | null => written.places ?? null

/** Whether requests are sealed, and with which key before log-in ('': not at all). Platform §3. */
export const envelopes = (): { mode: EnvelopeMode; fallbackKey: string } => ({
  mode: written.envelope,
  fallbackKey: written.key,
})
