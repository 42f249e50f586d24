import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { serial } from './people.ts'
import { told } from './test.ts'

export interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A colour that no other picture of the run has. */
export function colour(): string {
  return `#${serial().toString(16).padStart(6, '0')}`
}

/** A picture of one colour, so that no two of them are the same. */
export async function picture(name: string, width = 40, height = 40): Promise<Upload> {
  const background = colour()
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

interface Pasted {
  files?: readonly Upload[]
  html?: string
  text?: string
}

/** Pastes or drops files, HTML or text onto an element, as a browser would. */
export async function give(
  to: Locator,
  kind: 'paste' | 'drop',
  { files = [], html = '', text = '' }: Pasted,
): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }))
  await to.evaluate(
    (element, { kind: how, given: sent, html: written, text: plain }) => {
      const data = new DataTransfer()
      for (const { name, mimeType, base64 } of sent) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: mimeType }))
      }
      if (written !== '') data.setData('text/html', written)
      if (plain !== '') data.setData('text/plain', plain)
      const facts = { bubbles: true, cancelable: true }
      const { x, y } = element.getBoundingClientRect()
      element.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...facts, clipboardData: data })
          : new DragEvent('drop', { ...facts, dataTransfer: data, clientX: x + 20, clientY: y + 20 }),
      )
    },
    { kind, given, html, text },
  )
}

/** Presses a button that asks for a file, and chooses one. */
export async function upload(page: Page, button: Locator): Promise<void> {
  await expect(button).toBeVisible()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  await chooser.setFiles(await picture('a.png'))
  await told(page, '上传成功')
}
