import { formatDate, toSeconds } from '#kit/shared/time.ts'
import type { Person } from '../session.ts'
import { browserZone } from '../time/zone.ts'

const WIDTH = 260
const HEIGHT = 160

/** 页面水印: who looks at the pages, and when, over all of them. Nothing can be clicked or read aloud of it. Platform §7.2. */
export function Watermark({ person }: { person: Pick<Person, 'realName' | 'account'> }) {
  const lines = [`${person.realName} ${person.account}`, formatDate(toSeconds(new Date()), browserZone)]
  const texts = lines.map((line, at) => `<text x="0" y="${at * 20}">${escaped(line)}</text>`).join('')
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <g transform="translate(30 120) rotate(-22)" font-family="sans-serif" font-size="14" fill="#808080"
      fill-opacity="0.16">${texts}</g></svg>`
  const address = `data:image/svg+xml,${encodeURIComponent(drawing)}`
  return <div className="ts-watermark" aria-hidden style={{ backgroundImage: `url("${address}")` }} />
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign)
