import { type ComponentType, lazy, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { AuthRedirectPage } from '#domains/access/login/AuthRedirectPage.tsx'
import { LoginPage } from '#domains/access/login/LoginPage.tsx'
import { startConfig } from '#domains/access/login/startConfig.web.ts'
import * as session from '#domains/access/session/login.calls.ts'
import { configCalls } from '#domains/settings/config.calls.ts'
import { replaceBrokenPictures } from '#kit/web/brokenPictures.ts'
import { request } from '#kit/web/request.ts'
import type { ShellCalls } from '#kit/web/shell/calls.ts'
import { makeRouter } from '#kit/web/shell/router.tsx'

// Failures of these are shown by the page that asks: the login form, the guard.
const quiet = { quiet: true }

const calls: ShellCalls = {
  person: (token) => request(session.getAdminInfo, { token }, quiet),
  menus: () => request(session.getMenus, {}, quiet),
  logout: () => request(session.logout, {}, quiet),
  config: (key) => request(configCalls.getUniq, { key }, quiet),
  search: async (keywords) => {
    const { deskCalls } = await import('#domains/desk/desk.calls.ts')
    return request(deskCalls.search, { keywords }, quiet)
  },
  siteName: async () => (await startConfig()).siteName,
}

/** A card of the desk; its four cards come in one file. */
const deskCard = (pick: (cards: typeof import('#domains/desk/HomeCards.tsx')) => ComponentType) =>
  lazy(async () => ({ default: pick(await import('#domains/desk/HomeCards.tsx')) }))

replaceBrokenPictures()
const house = {
  calls,
  stored: ['storeStaffList', 'cityTreeData'],
  rooms: async () => (await import('./webRooms.ts')).webRooms,
  slots: {
    bell: lazy(() => import('./Bell.tsx')),
    signIn: lazy(() => import('#domains/access/login/SignInAgain.tsx')),
    waiting: lazy(() => import('#domains/settings/notice/WaitingReader.tsx')),
    views: lazy(() => import('#domains/desk/ListViews.tsx')),
    recordPage: async (type: string, id: number) =>
      (await import('#domains/desk/recordPage.ts')).recordPage(type, id),
    line: lazy(() => import('#domains/desk/TimeLine.tsx')),
    home: [
      { key: 'todos', title: '待我处理', part: deskCard((cards) => cards.TodoCard) },
      { key: 'figures', title: '今天', part: deskCard((cards) => cards.FigureCard) },
      { key: 'watches', title: '要留意', part: deskCard((cards) => cards.WatchCard) },
      { key: 'entries', title: '常用入口', part: lazy(() => import('#kit/web/shell/HomeEntries.tsx')) },
      { key: 'steps', title: '开始使用', part: deskCard((cards) => cards.StepCard) },
      { key: 'tasks', title: '进行中的任务', part: lazy(() => import('#domains/files/RunningTasks.tsx')) },
      {
        key: 'operations',
        title: '最近操作',
        part: lazy(() => import('#domains/monitor/OwnOperations.tsx')),
      },
    ],
  },
}
const router = makeRouter(house, { Login: LoginPage, Redirect: AuthRedirectPage })

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
