import { afterAll, beforeAll, expect, test } from 'vitest'
import { trust } from '#kit/shared/loose.ts'
import { complete, type WechatApp, wechatApp } from '../../../tests/wechat.ts'
import { menuErrors } from './menu.rules.ts'

let house: WechatApp

beforeAll(async () => {
  house = await wechatApp()
  await house.configure(84, complete)
})
afterAll(() => house.close())

interface Menu {
  menu: { button: { name: string; key: string; sub_button: unknown[] }[] }
  draft: boolean
  publishTime: number | null
  publishBy: string
  version: number
  unanswered: string[]
}

const PATH = '/admin/wechat/menu/public'
const read = async (): Promise<Menu> =>
  (await house.app.request<Menu>('GET', `${PATH}/get`, { token: house.token })).data
const create = (button: unknown, version: number) =>
  house.app.request<Menu>('POST', `${PATH}/create`, { token: house.token, body: { button, version } })
const click = (name: string, key = '你好') => ({ name, type: 'click', key })
const names = (menu: Menu) => menu.menu.button.map((button) => button.name)

test('M-067: before anything was saved here the menu is read from the platform', async () => {
  expect(await read()).toMatchObject({ menu: { button: [] }, draft: false, publishTime: null, version: 0 })
  house.fake.menu = {
    button: [
      { name: '官网', type: 'view', url: 'https://example.cn/', sub_button: [] },
      { name: '扫一扫', type: 'scancode_push', key: 'scan', sub_button: [] },
      { name: '更多', sub_button: [{ name: '联系', type: 'click', key: '联系' }] },
    ],
  }
  expect(await read()).toMatchObject({
    menu: {
      button: [
        { name: '官网', type: 'view', url: 'https://example.cn/', appid: '' },
        { name: '扫一扫', type: '' },
        { name: '更多', sub_button: [{ type: 'click', key: '联系' }] },
      ],
    },
    draft: false,
    unanswered: ['联系'],
  })
})

test('P16-28: a stale token is renewed once; of two publishing one version one is refused; a refused menu stays a draft', async () => {
  house.fake.refuse('cgi-bin/menu/create', 42001)
  const before = house.fake.tokens
  expect((await create([click('首页'), click('帮助', '帮助')], 0)).data).toEqual({
    version: 1,
    unanswered: ['你好', '帮助'],
  })
  expect(house.fake.tokens - before).toBe(1)
  expect(house.fake.menu).toEqual({
    button: [
      { name: '首页', type: 'click', key: '你好' },
      { name: '帮助', type: 'click', key: '帮助' },
    ],
  })
  expect(await read()).toMatchObject({ draft: false, publishBy: '管理员', version: 1 })

  const both = await Promise.all([create([click('甲')], 1), create([click('乙')], 1)])
  expect(both.map((answer) => answer.code).sort()).toEqual([200, 409])
  expect(both.find((answer) => answer.code === 409)?.message).toBe('数据已被他人修改，请刷新后重试')

  const long = await create([click('五个汉字名')], 2)
  expect([long.code, long.message]).toEqual([422, '一级菜单名称最多4个汉字'])
  const there = house.fake.menu
  house.fake.refuse('cgi-bin/menu/create', 40018)
  const refused = await create([click('丙')], 2)
  expect([refused.code, refused.message]).toEqual([422, '微信接口错误：40018 菜单名称长度不正确'])
  expect(await read()).toMatchObject({ draft: true, version: 3, publishBy: '管理员' })
  expect(names(await read())).toEqual(['丙'])
  expect(house.fake.menu).toBe(there)
})

test('invariant 10: the published menu is the last one the platform took, however many publish at once', async () => {
  for (let round = 0; round < 3; round++) {
    const { version } = await read()
    const answers = await Promise.all(
      ['一', '二', '三'].map((name, index) => create([click(name)], version + (index === 2 ? 1 : 0))),
    )
    expect(answers.some((answer) => answer.code === 200)).toBe(true)
    const published = await house.app.db
      .selectFrom('wechatMenu')
      .select('button')
      .where('state', '=', 1)
      .executeTakeFirstOrThrow()
    const menu: { button: { name: string }[] } = trust(house.fake.menu)
    expect(menu.button[0]?.name).toBe(published.button[0]?.name)
  }
})

test('earlier menus can be taken back as a draft; a deleted menu is gone for followers and kept in the history', async () => {
  const { version } = await read()
  expect((await create([click('甲')], version)).code).toBe(200)
  expect((await create([click('乙')], version + 1)).code).toBe(200)
  interface Kept {
    id: number
    isCurrent: boolean
    button: { name: string }[]
  }
  const kept = await house.app.request<Kept[]>('GET', `${PATH}/history`, { token: house.token })
  expect(kept.data.slice(0, 2)).toMatchObject([
    { isCurrent: true, button: [{ name: '乙' }] },
    { isCurrent: false, button: [{ name: '甲' }] },
  ])
  const restore = `${PATH}/restore/${kept.data[1]?.id}`
  const body = { version: version + 2 }
  expect((await house.app.request('POST', restore, { token: house.token, body })).code).toBe(200)
  expect((await house.app.request('POST', restore, { token: house.token, body })).code).toBe(409)
  expect(await read()).toMatchObject({ draft: true, version: version + 3 })
  expect(names(await read())).toEqual(['甲'])
  const gone = await house.app.request('POST', `${PATH}/delete`, {
    token: house.token,
    body: { version: version + 3 },
  })
  expect(gone.code).toBe(200)
  expect(house.fake.menu).toBeNull()
  expect(await read()).toMatchObject({ draft: true, publishTime: null, publishBy: '' })
})

test('P §11.1: every button is checked where it stands', () => {
  const full = { type: '' as const, key: '', url: '', appid: '', pagepath: '', sub_button: [] }
  const of = (...buttons: Record<string, unknown>[]) =>
    menuErrors(trust(buttons.map((button) => ({ ...full, ...button }))))
  const view = { name: '看', type: 'view', url: 'https://example.cn/' }
  expect(of(view)).toEqual([])
  expect(of()).toEqual([{ field: 'button', message: '请至少新增一个菜单' }])
  expect(of(view, view, view, view)).toEqual([{ field: 'button', message: '一级菜单最多3个' }])
  expect(of({ ...view, name: ' ' })).toEqual([{ field: 'button.0.name', message: '请填写菜单名称' }])
  expect(of({ ...view, name: 'abcdefgh' })).toEqual([])
  expect(of({ ...view, name: 'abcdefghi' })).toMatchObject([{ message: '一级菜单名称最多4个汉字' }])
  expect(of({ ...view, url: 'javascript:1' })).toEqual([
    { field: 'button.0.url', message: '请输入正确的跳转地址!' },
  ])
  expect(of({ name: '点', type: 'click', key: '键'.repeat(43) })).toMatchObject([{ field: 'button.0.key' }])
  expect(of({ name: '点', type: 'click', key: 'k'.repeat(128) })).toEqual([])
  expect(of({ ...view, type: 'miniprogram', appid: 'wx1' })).toEqual([
    { field: 'button.0.pagepath', message: '请填写完整小程序配置!' },
  ])
  expect(of({ name: '无' })).toEqual([{ field: 'button.0.type', message: '请选择规则状态' }])
  const sub = (many: number, name = '八个汉字的名称呀') => ({
    name: '更多',
    sub_button: Array.from({ length: many }, () => ({ ...full, ...view, name })),
  })
  expect(of(sub(5))).toEqual([])
  expect(of(sub(6))).toEqual([{ field: 'button.0.sub_button', message: '二级菜单最多5个' }])
  expect(of(sub(1, '九个汉字的名称在此处'))).toEqual([
    { field: 'button.0.sub_button.0.name', message: '二级菜单名称最多8个汉字' },
  ])
})
