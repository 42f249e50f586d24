// The official account with a stand-in of the platform: settings, menu, replies, and signing in through it. Platform
// §2.4, §11, §16 (P16-28, P16-40).
import type { Page } from '@playwright/test'
import { type FakeWechat, startFakeWechat } from '../app/fakes/wechat.ts'
import { call, type Session, signIn } from './support/api.ts'
import { left } from './support/env.ts'
import { accessible, looksRight, settled, WIDTHS } from './support/page.ts'
import { ask, person, unique } from './support/people.ts'
import {
  agree,
  type Browse,
  dialog,
  expect,
  front,
  press,
  remark,
  row,
  search,
  test,
  told,
} from './support/test.ts'

const BASE = '/appSetting/publicAccount'
const MENU = `${BASE}/wxMenus`
const REPLIES = `${BASE}/wxReply`

let fake: FakeWechat & { base: string; stop(): Promise<void> }
let admin: Session
test.beforeAll(async () => {
  fake = await startFakeWechat()
  admin = await signIn(left('full'))
  const set = {
    wechat_appid: 'wx0123456789abcdef',
    wechat_appsecret: 'right',
    wechat_token: 'tongshang2026',
    wechat_api_base: fake.base,
    wechat_open_base: 'https://open.example',
  }
  const fields = Object.entries(set).map(([name, value]) => ({ name, value }))
  await ask('POST', '/admin/system/config/save/form', { id: 84, fields })
})
test.afterAll(() => fake.stop())

const menuVersion = async (): Promise<number> =>
  (await ask<{ version: number }>('GET', '/admin/wechat/menu/public/get')).version

test('the account is tried, its figures and what the platform needs stand above its form', async ({
  browse,
}) => {
  const page = await browse(admin, BASE)
  await page.getByRole('button', { name: '测试连接' }).click()
  await told(page, '连接正常')
  await expect(page.getByText('今日新增')).toBeVisible()
  await page.getByRole('button', { name: '复制Token' }).click()
  await told(page, '复制成功')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('tongshang2026')
  await page.getByRole('tab', { name: '消息模板' }).click()
  await page.getByRole('button', { name: '同步公众号模板' }).click()
  await expect(dialog(page, '同步公众号模板')).toContainText(/新增\d+个，保留\d+个，失败\d+个/)
  await dialog(page, '同步公众号模板').getByRole('button', { name: '关闭' }).click()
  await page.getByRole('tab', { name: '粉丝' }).click()
  await expect(front(page).getByRole('columnheader', { name: '关注状态' })).toBeVisible()
})

/** Makes the button chosen in the phone one that opens a page. */
async function opensPage(page: Page, name: string): Promise<void> {
  await page.getByLabel('菜单名称').fill(name)
  await page.getByRole('radio', { name: '跳转网页' }).check()
  await page.getByLabel('跳转链接').fill('https://shop.example.cn/')
}

test('P16-28: a menu is made, refused for what is wrong, published, ordered by keys and taken back', async ({
  browse,
}) => {
  await ask('POST', '/admin/wechat/menu/public/delete', { version: await menuVersion() })
  const page = await browse(admin, MENU)
  const phone = page.getByLabel('菜单预览')
  const publish = () => page.getByRole('button', { name: '保存并发布' }).click()
  await phone.getByRole('button', { name: '新增一级菜单' }).click()
  await page.getByLabel('菜单名称').fill('五个字的名')
  await publish()
  await expect(remark(page, '一级菜单名称最多4个汉字')).toBeVisible()
  await opensPage(page, '商城')
  await phone.getByRole('button', { name: '新增一级菜单' }).click()
  await page.getByLabel('菜单名称').fill('服务')
  await phone.getByRole('button', { name: '在服务下新增二级菜单' }).click()
  await page.getByLabel('菜单名称').fill('联系我们')
  await page.getByRole('radio', { name: '关键字' }).check()
  await publish()
  await expect(page.getByRole('textbox', { name: '关键字' })).toHaveAccessibleDescription('请输入关键字')
  await page.getByRole('textbox', { name: '关键字' }).fill('没有回复的词')

  // The platform refuses: the draft stays and its words stand above it.
  fake.refuse('cgi-bin/menu/create', 40018)
  await publish()
  await expect(page.getByText(/微信接口错误：40018 菜单名称长度不正确/)).toBeVisible()
  await expect(page.getByText('草稿，未发布')).toBeVisible()
  await publish()
  await told(page, '提交成功')
  await expect(page.getByText('已发布', { exact: true })).toBeVisible()
  expect(fake.menu).toEqual({
    button: [
      { name: '商城', type: 'view', url: 'https://shop.example.cn/' },
      { name: '服务', sub_button: [{ name: '联系我们', type: 'click', key: '没有回复的词' }] },
    ],
  })
  await phone.getByRole('button', { name: '服务', exact: true }).click()
  await phone.getByRole('button', { name: '联系我们' }).click()
  await expect(page.getByText('关键字未设置回复')).toBeVisible()

  await phone.getByRole('button', { name: '商城' }).press('ArrowRight')
  await expect(page.getByText('未保存')).toBeVisible()
  await publish()
  await told(page, '提交成功')
  expect(fake.menu).toMatchObject({ button: [{ name: '服务' }, { name: '商城' }] })

  await page.getByRole('button', { name: '发布历史' }).click()
  const history = dialog(page, '发布历史')
  await expect(history.getByRole('row').nth(1)).toContainText('使用中')
  await row(history, '商城；服务').first().getByRole('button', { name: '恢复' }).click()
  await agree(page, '恢复为草稿')
  await expect(page.getByText('草稿，未发布')).toBeVisible()
  await expect(phone.getByRole('button').first()).toHaveAccessibleName('在商城下新增二级菜单')
})

test('P16-28: of two people with one version the second is told', async ({ browse }) => {
  const version = await menuVersion()
  const button = [{ name: '商城', type: 'view', url: 'https://shop.example.cn/' }]
  await ask('POST', '/admin/wechat/menu/public/create', { version, button })
  const [one, two] = [await browse(admin, MENU), await browse(admin, MENU)]
  await one.getByLabel('菜单名称').fill('先到')
  await two.getByLabel('菜单名称').fill('后到')
  await one.getByRole('button', { name: '保存并发布' }).click()
  await told(one, '提交成功')
  await two.getByRole('button', { name: '保存并发布' }).click()
  await agree(two, '数据已被他人修改')
  await expect(two.getByLabel('菜单预览')).toContainText('先到')
})

test('a keyword is answered with a text, then with a picture that lies at the platform', async ({
  browse,
}) => {
  const word = unique('词')
  const page = await browse(admin, REPLIES)
  await front(page)
    .getByRole('link', { name: /关键字回复/ })
    .click()
  await front(page).getByRole('button', { name: '新增' }).first().click()
  const form = front(page)
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('请输入关键字', { exact: true }).last()).toBeVisible()
  await expect(form.getByText('请填写规则内容')).toBeVisible()
  await form.getByLabel('关键字').fill(word)
  await form.getByLabel('关键字').press('Enter')
  await form.getByLabel('规则内容').fill('请在订单里申请售后')
  await expect(form.getByLabel('回复预览')).toContainText(`${word}请在订单里申请售后`)
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')

  await search(page, word)
  await expect(row(page, word)).toContainText('全匹配')
  await press(page, row(page, word), '编辑')
  await front(page).getByRole('radio', { name: '图片消息' }).check()
  await front(page).getByRole('button', { name: '保存' }).click()
  await expect(front(page).getByText('请上传图片')).toBeVisible()
  const file = (name: string, bytes: number) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(bytes),
  })
  const input = front(page).getByLabel('选择图片文件')
  await input.setInputFiles(file('a.txt', 10))
  await expect(remark(page, '文件格式不正确, 请上传bmp/png/jpeg/jpg/gif格式文件!')).toBeVisible()
  await input.setInputFiles(file('a.png', 5 * 1024 * 1024 + 1))
  await expect(remark(page, '上传文件大小不能超过 5 MB!')).toBeVisible()
  await input.setInputFiles(file('a.png', 100))
  await told(page, '上传成功')
  expect(fake.media.at(-1)).toMatchObject({ type: 'image', name: 'a.png', bytes: 100 })
  await front(page).getByRole('button', { name: '保存' }).click()
  await told(page, '编辑成功')
  await expect(row(page, word)).toContainText('图片消息')

  // A word belongs to one reply.
  const taken = await call(left('full'), admin.token, 'POST', '/admin/wechat/keywords/reply/save', {
    keywords: word,
    type: 'text',
    data: '{"content":"又一个"}',
  })
  expect(taken.message).toBe(`${word}关键字已经存在`)
  await press(page, row(page, word), '删除')
  await agree(page)
  await expect(row(page, word)).toHaveCount(0)
})

test('who follows is answered with an article', async ({ browse }) => {
  const title = unique('欢迎')
  const cid = await ask('POST', '/admin/category/save', { type: 3, pid: 0, name: unique('公告') })
  const texts = { author: '小通', synopsis: '新人指南', content: '<p>欢迎</p>' }
  await ask('POST', '/admin/article/save', { cid: cid.id, title, imageInput: '/files/a.png', ...texts })
  const page = await browse(admin, `${REPLIES}/follow`)
  await front(page).getByRole('radio', { name: '图文消息' }).check()
  await front(page).getByRole('button', { name: '图文消息' }).click()
  const picker = dialog(page, '选择文章')
  await picker.getByLabel('关键字').fill(title)
  await picker.getByRole('button', { name: '查询' }).click()
  await row(picker, title).getByRole('radio').check()
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(front(page).getByLabel('回复预览')).toContainText(title)
  await front(page).getByRole('button', { name: '保存' }).click()
  await told(page, '成功')
  await page.reload()
  await expect(front(page).getByLabel('回复预览')).toContainText(title)
})

for (const viewport of WIDTHS)
  test(`the screens of the account are sound at ${viewport.width}`, async ({ browse }) => {
    await ask('POST', '/admin/wechat/keywords/reply/save', {
      keywords: unique('退货'),
      matchType: 2,
      type: 'text',
      data: '{"content":"请在订单里申请售后"}',
      status: 1,
    })
    const page = await browse(admin, BASE, { viewport })
    for (const path of [
      `${BASE}?tab=fans`,
      `${BASE}?tab=messages`,
      `${BASE}?tab=templates`,
      MENU,
      REPLIES,
      `${REPLIES}/keyword`,
      `${REPLIES}/keyword/save`,
      `${REPLIES}/follow`,
      `${REPLIES}/replyIndex`,
    ]) {
      await page.goto(path)
      await settled(page)
      await looksRight(page)
      await accessible(page)
    }
  })

let codes = 0

/** The browser inside the platform's app, and the platform's authorisation, which always agrees. */
async function inApp(browse: Browse, openid: string): Promise<Page> {
  const page = await browse(null, null, { userAgent: 'Mozilla/5.0 MicroMessenger/8.0.50' })
  await page.route('https://open.example/connect/oauth2/authorize*', (route) => {
    const { searchParams } = new URL(route.request().url())
    expect(searchParams.get('scope')).toBe('snsapi_base')
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('code', `code-${openid}~${++codes}`)
    back.searchParams.set('state', searchParams.get('state') ?? '')
    return route.fulfill({ status: 302, headers: { location: back.href } })
  })
  return page
}

test('P16-40: a social account is bound by the first password and signs in alone from then on', async ({
  browse,
}) => {
  const openid = unique('o')
  const one = await person('汪信', { 我的下载: [] })
  const page = await inApp(browse, openid)
  await page.goto(`${left('full')}/file/downloadFile`)
  // Nobody has this account: the form stands there with a second code.
  await expect(page.getByRole('alert')).toHaveText('该微信未绑定账号，请使用账号密码登录')
  await page.getByLabel('用户名').fill(one.account)
  await page.getByLabel('密码', { exact: true }).fill(one.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/file\/downloadFile$/)

  await page.context().clearCookies()
  await page.goto(`${left('full')}/login`)
  await page.getByRole('button', { name: '微信登录' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('button', { name: '汪信，个人菜单' })).toBeVisible()

  await page.goto(`${left('full')}/maintain/user?tab=wechat`)
  await expect(page.getByText('已绑定微信')).toBeVisible()

  const other = await person('汪二', { 我的下载: [] })
  const bound = await call(left('full'), other.token, 'POST', '/admin/login/wechat/bind', {
    code: `code-${openid}~again`,
  })
  expect(bound).toMatchObject({ code: 409, message: '该微信已绑定其他账号' })

  await page.getByRole('button', { name: '解绑微信' }).click()
  await agree(page, '解绑后不能再用微信登录')
  await page.getByRole('button', { name: '绑定微信' }).click()
  await agree(page, '确定绑定当前微信吗')
  await told(page, '操作成功')
})

test('a code with a foreign state signs nobody in', async ({ browse }) => {
  const page = await browse(null, '/auth-send?code=code-stranger&state=made-up')
  await expect(page.getByRole('alert')).toHaveText('授权信息无效，请重试')
  await expect(page.getByRole('button', { name: '微信登录' })).toHaveCount(0)
})
