// What the pictures of key screens and those of the README are taken of: the demonstration, seen by its people.
import { type Browser, expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../domains/access/demo.people.ts'
import { call, type Session, signIn } from '../support/api.ts'
import { left } from '../support/env.ts'
import { complaints, enter, settled } from '../support/page.ts'

const MANAGER = 'linguodong'
export const SALES = 'wangli'

export interface Screen {
  name: string
  path: string
  /** account of who looks; null: nobody is signed in */
  who?: string | null
  /** a list and words for it: the first row found stands for {id} in the path */
  of?: readonly [list: string, keywords: string]
  /** what is done before the picture is taken */
  act?(page: Page): Promise<void>
}

export const GOODS = ['/admin/store/product/list', '可视空气炸锅'] as const
export const TODO = ['/admin/workflow/task/list?tab=todo', ''] as const

const base = left('demo')
const sessions = new Map<string, Promise<Session>>()

/** Everybody signs in once: an account may have a few sessions only. */
function sessionOf(account: string): Promise<Session> {
  const known = sessions.get(account) ?? signIn(base, account, DEMO_PASSWORD)
  sessions.set(account, known)
  return known
}

async function addressOf({ path, of }: Screen, session: Session | null): Promise<string> {
  if (of === undefined || session === null) return path
  const [list, keywords] = of
  const query = `${list.includes('?') ? '&' : '?'}limit=1&keywords=${encodeURIComponent(keywords)}`
  const { data, message } = await call<{ list: { id: number }[] }>(
    base,
    session.token,
    'GET',
    `${list}${query}`,
  )
  const id = data?.list[0]?.id
  if (id === undefined) throw new Error(`${list} ${keywords}: ${message}`)
  return path.replace('{id}', String(id))
}

/** A window of the person who looks at a screen; `show` opens the screen anew at a size, as a person opens it there. */
export async function look(browser: Browser, screen: Screen) {
  const { who = MANAGER, act } = screen
  const context = await browser.newContext({ baseURL: base, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const found = complaints(page)
  const session = who === null ? null : await sessionOf(who)
  if (session !== null) await enter(context, base, session)
  const address = await addressOf(screen, session)
  // The login page has no frame to come to rest in.
  const rest = async () => {
    if (session === null) await expect(page.locator('form')).toBeVisible()
    else await settled(page)
  }
  return {
    page,
    async show(size: { width: number; height: number }): Promise<void> {
      await page.setViewportSize(size)
      await page.goto(address)
      await rest()
      await act?.(page)
      await rest()
      await page.waitForFunction(() =>
        [...document.images].every((one) => one.complete || one.getBoundingClientRect().top > innerHeight),
      )
    },
    async end(): Promise<void> {
      await context.close()
      expect(found).toEqual([])
    },
  }
}
