import { chromium, type Page } from '@playwright/test'
import { ensureChromium, launchOptions } from '../../scripts/chromium.ts'
import { percentile } from '../load.ts'
import { atLeast, atMost, type Figure } from '../report.ts'
import type { Bench } from '../run.ts'
import { chain } from './drawing.ts'

const TASK = '.ts-node-task'
const LIST = '/myToTransact/snakerFlow'

/** How fast drawings of 200 and of 1,000 nodes open and follow the hand. Workflow §6. */
export async function designer({ base, token }: Bench): Promise<Figure[]> {
  for (const size of [20, 200, 1000]) await keepDraft(base, token, size)
  const browser = await chromium.launch(launchOptions(ensureChromium()))
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies([{ name: 'tsToken', value: token, url: base }])
    const page = await context.newPage()
    // The code of the designer comes once, as for anybody who works with it.
    await opened(page, base, 20)
    const small = await opened(page, base, 200)
    const smallDrag = await dragged(page)
    const large = await opened(page, base, 1000)
    const largeDrag = await dragged(page)
    const given = await written(page)
    return [
      atMost('drawing of 200 nodes opens', small / 1000, 1, 's'),
      atLeast('drawing of 200 nodes while a node is dragged', smallDrag, 50, 'frames/s'),
      atMost('drawing of 1,000 nodes opens', large / 1000, 3, 's'),
      atLeast('drawing of 1,000 nodes while a node is dragged', largeDrag, 30, 'frames/s'),
      atMost('drawing of 1,000 nodes written as json and xml', given, 300, 'ms'),
    ]
  } finally {
    await browser.close()
  }
}

async function keepDraft(base: string, token: string, size: number): Promise<void> {
  const answer = await fetch(`${base}/api/admin/workflow/definition/draft/save`, {
    method: 'POST',
    headers: { 'x-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `bench${size}`,
      json: JSON.stringify(chain(`bench${size}`, size - 2, 'applicant')),
    }),
  })
  const { code, message } = await answer.json()
  if (code !== 200) throw new Error(`draft of ${size} nodes: ${message}`)
}

/** Milliseconds from the press on 设计 in the list until the drawing is there. */
async function opened(page: Page, base: string, size: number): Promise<number> {
  await page.goto(`${base}${LIST}`)
  const row = page.getByRole('row').filter({ has: page.getByText(`bench${size}`, { exact: true }) })
  const button = row.getByRole('button', { name: '设计', exact: true })
  await button.waitFor()
  const begin = performance.now()
  await button.click()
  await page.locator(TASK).first().waitFor()
  return performance.now() - begin
}

/** Frames per second of the median while a node goes back and forth. */
async function dragged(page: Page): Promise<number> {
  const box = await page.locator(TASK).first().boundingBox()
  if (box === null) throw new Error('there is no node to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const frames = await page.evaluateHandle(() => {
    const times: number[] = []
    const noted = { times, frame: 0 }
    const note = (now: number) => {
      noted.times.push(now)
      noted.frame = requestAnimationFrame(note)
    }
    noted.frame = requestAnimationFrame(note)
    return noted
  })
  for (let step = 1; step <= 90; step++) {
    const there = step <= 45 ? step : 90 - step
    await page.mouse.move(x + there * 2, y + there)
  }
  const times = await frames.evaluate((noted) => {
    // What is measured next has frames of its own only.
    cancelAnimationFrame(noted.frame)
    return noted.times
  })
  await page.mouse.up()
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  return 1000 / Math.max(1, percentile(gaps, 0.5))
}

/** Milliseconds from the press on 保存 until what was drawn leaves as json, checked and written as xml too. */
async function written(page: Page): Promise<number> {
  const sent = page.waitForRequest((request) => request.url().endsWith('/definition/draft/save'))
  // The pointer stands on the button before: waiting until a button may be pressed is the driver's, not a person's.
  await page.getByRole('button', { name: '保存', exact: true }).hover()
  const begin = performance.now()
  await page.mouse.down()
  await page.mouse.up()
  await sent
  return performance.now() - begin
}
