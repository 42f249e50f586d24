import type { Page } from '@playwright/test'

/** What a person did by hand. */
export interface Hands {
  /** of the mouse, of Enter and of keys together with Ctrl */
  presses: number
  /** that were typed or pasted into; how they were reached is part of it */
  fields: number
}

declare global {
  interface Window {
    hands?: Hands
  }
}

/** Counts from now on what is done by hand in a page, as the browser hears it; the answer tells how much that was. */
export async function countHands(page: Page): Promise<() => Promise<Hands>> {
  await page.evaluate(() => {
    const hands = { presses: 0, fields: 0 }
    const filled = new Set<EventTarget | null>()
    const fill = ({ target }: Event) => {
      if (
        !(target instanceof HTMLElement) ||
        target.matches('[type="checkbox"], [type="radio"], [type="file"]')
      )
        return
      filled.add(target)
      hands.fields = filled.size
    }
    const options = { capture: true }
    addEventListener('pointerdown', () => void hands.presses++, options)
    addEventListener(
      'keydown',
      ({ key, ctrlKey }) => {
        if (key === 'Enter' || (ctrlKey && key.length === 1 && key !== 'v')) hands.presses++
      },
      options,
    )
    addEventListener('input', fill, options)
    addEventListener('paste', fill, options)
    window.hands = hands
  })
  return async () => {
    const hands = await page.evaluate(() => window.hands)
    if (hands === undefined) throw new Error('the page was loaded anew, and what was counted is gone')
    return hands
  }
}
