// What waits for people: to-dos, decisions, countersigns, traces, on a desk and on a phone. Workflow §3.5, §3.6, §4.
import type { Locator, Page } from '@playwright/test'
import { openShop, saveProduct } from './support/catalog.ts'
import { left } from './support/env.ts'
import { accessible, enter, looksRight, settled } from './support/page.ts'
import { ask, grant, type Person, person, unique } from './support/people.ts'
import { askAs, begin, deployLine, formField, WORKS, waiting } from './support/process.ts'
import {
  agree,
  choose,
  dialog,
  expect,
  find,
  front,
  openMenu,
  openRow,
  press,
  row,
  test,
  told,
} from './support/test.ts'

const TODO = '/myToTransact/allToTransactindex'
const TASK = '/myToTransact/task'
const DRAWER = '处理任务'
const PHONE = { width: 360, height: 780 }

const user = (one: Person) => `user:${one.id}`
const opinion = (box: Locator) => box.getByLabel('审批意见')
const act = (box: Locator, label: string) => press(box.page(), box.locator('.td-acts'), label)
const badge = (page: Page) => page.getByRole('navigation', { name: '主菜单' }).getByRole('status')

test('P-040: the entry 我的待办 of the person leads to the to-dos, and is there with its permission only', async ({
  browse,
}) => {
  const worker = await person('温权', { 我的已办: [] })
  const page = await browse(worker, '/dashboard')
  const mine = page.getByRole('button', { name: '温权，个人菜单' })
  const entry = page.getByRole('menuitem', { name: /^我的待办/ })
  await mine.click()
  await expect(page.locator('.ant-dropdown').getByRole('menuitem', { name: '个人中心' })).toBeVisible()
  await expect(entry).toHaveCount(0)
  await grant(worker, { 我的待办: [] })
  await page.reload()
  await mine.click()
  await page
    .locator('.ant-dropdown')
    .getByRole('menuitem', { name: /^我的待办/ })
    .click()
  await expect(page).toHaveURL(TODO)
  await expect(front(page).getByText('没有待办，需要您审批的事项会出现在这里')).toBeVisible()
})

test('a task arrives live, wants its form, is agreed to, and stands in 已办 with its trace', async ({
  browse,
}) => {
  const starter = await person('施启', WORKS)
  const boss = await person('鲍思', WORKS)
  const fields = [
    formField('paid', '核定金额', 'number', { required: 'true', max: '100' }),
    formField('note', '备注', 'textarea'),
  ]
  const flow = await deployLine(['lead', user(boss), { fields }])
  const page = await browse(boss, '/dashboard')
  await openMenu(page, '我的事务', '我的已办')
  await expect(badge(page)).toHaveCount(0)
  const title = unique('报销差旅')
  await begin(starter, flow, title)
  await expect(badge(page)).toHaveAccessibleName('1条待办')

  await openMenu(page, '我的事务', '我的待办')
  await expect(front(page).getByRole('tab', { name: '待办 (1)' })).toBeVisible()
  await settled(page)
  await accessible(page)
  await press(page, row(page, title), '处理')
  const task = dialog(page, DRAWER)
  await expect(task.getByRole('heading', { name: title })).toBeVisible()
  await accessible(page)

  // Neither is lost by what is refused.
  await task.getByRole('button', { name: '同意，请尽快办理' }).click()
  await expect(opinion(task)).toHaveValue('同意，请尽快办理')
  await act(task, '同意')
  await expect(task.getByText('请输入核定金额', { exact: true })).toBeVisible()
  await task.getByLabel('核定金额').fill('101')
  await task.getByLabel('备注').fill('按制度\n报销')
  await act(task, '同意')
  await expect(task.getByText(/核定金额不能大于/)).toBeVisible()
  await task.getByLabel('核定金额').fill('80.5')
  await expect(opinion(task)).toHaveValue('同意，请尽快办理')
  await act(task, '同意')
  await expect(task.getByRole('status')).toHaveText('已同意')
  await expect(task.getByText('没有其他待办了')).toBeVisible()
  await task.getByRole('button', { name: '返回我的待办' }).click()
  await expect(badge(page)).toHaveCount(0)

  await front(page).getByRole('tab', { name: '已办' }).click()
  const line = row(page, title)
  await expect(line).toContainText('已通过')
  await expect(line).toContainText('同意，请尽快办理')
  await openRow(line)
  const trace = dialog(page, '流程跟踪')
  await expect(trace.locator('.ts-canvas rect[stroke="#67c23a"]').first()).toBeVisible()
  await expect(trace.locator('.ts-canvas rect[stroke="#409eff"]')).toHaveCount(0)
  await accessible(page)
  await trace.getByRole('tab', { name: '审批记录' }).click()
  await expect(trace.getByRole('listitem').filter({ hasText: '鲍思' }).first()).toContainText(
    '同意，请尽快办理',
  )
  await page.keyboard.press('Escape')

  await press(page, line, '打印审批单')
  const sheet = front(page).getByRole('region', { name: '打印内容' })
  await expect(sheet).toContainText(title)
  await expect(sheet).toContainText('80.5')
  await expect(sheet.getByRole('row').filter({ hasText: '鲍思' }).first()).toContainText('同意，请尽快办理')
  await accessible(page)
})

test('a task that arrives before the line for notices stands is not missed', async ({ browse }) => {
  const starter = await person('施早', WORKS)
  const boss = await person('鲍早', WORKS)
  const flow = await deployLine(['lead', user(boss)])
  const page = await browse(null, '/login')
  await enter(page.context(), left('full'), boss)
  const line = Promise.withResolvers<void>()
  await page.routeWebSocket(/\/api\/live$/, async (browser) => {
    const early: (string | Buffer)[] = []
    browser.onMessage((message) => void early.push(message))
    await line.promise
    const server = browser.connectToServer()
    for (const message of early) server.send(message)
    browser.onMessage((message) => server.send(message))
    server.onMessage((message) => browser.send(message))
  })
  await page.goto('/dashboard')
  await openMenu(page, '我的事务', '我的待办')
  await expect(front(page).getByText('没有待办，需要您审批的事项会出现在这里')).toBeVisible()
  await begin(starter, flow, unique('早到'))
  await expect(badge(page)).toHaveCount(0)
  line.resolve()
  await expect(badge(page)).toHaveAccessibleName('1条待办')
})

test('returning wants a reason; the starter hands in again; rejecting ends it', async ({ browse }) => {
  const starter = await person('施退', WORKS)
  const boss = await person('鲍退', WORKS)
  const flow = await deployLine(['lead', user(boss)], ['chief', user(boss)])
  const title = unique('采购')
  await begin(starter, flow, title)
  // A notice leads to the page of the task.
  const page = await browse(boss, `${TASK}/${await waiting(boss, title)}`)
  const view = front(page)
  await act(view, '退回发起人')
  await expect(view.getByText('退回发起人时请输入审批意见')).toBeVisible()
  await expect(opinion(view)).toBeFocused()
  await opinion(view).fill('请附上报价单')
  await act(view, '退回发起人')
  await expect(view.getByRole('status')).toHaveText('已退回发起人')

  const back = await browse(starter, `${TASK}/${await waiting(starter, title)}`)
  await expect(front(back).getByText('请附上报价单', { exact: true })).toBeVisible()
  await opinion(front(back)).fill('已补充报价单')
  await act(front(back), '重新提交')
  const ways = dialog(back, '重新提交')
  await ways.getByRole('radio', { name: /^直达/ }).check()
  await ways.getByRole('button', { name: '确定' }).click()
  await expect(front(back).getByRole('status')).toHaveText('已重新提交')

  await page.goto(`${TASK}/${await waiting(boss, title)}`)
  await act(view, '拒绝')
  await expect(view.getByText('拒绝时请输入审批意见')).toBeVisible()
  await opinion(view).fill('预算不足')
  await act(view, '拒绝')
  await agree(page, '拒绝后整个流程结束，确定拒绝吗？')
  await expect(view.getByRole('status')).toHaveText('已拒绝')
  await back.goto(`${TODO}?tab=started`)
  await expect(row(back, title)).toContainText('已拒绝')
})

test('members of a countersign vote, one hands theirs over; what somebody else has done is told', async ({
  browse,
}) => {
  const starter = await person('施签', WORKS)
  const one = await person('委甲', WORKS)
  const two = await person('委乙', WORKS)
  const three = await person(unique('委丙'), WORKS)
  const flow = await deployLine(['vote', `${user(one)},${user(two)}`, { performType: 'ALL' }])
  const title = unique('会签')
  await begin(starter, flow, title)
  const first = await browse(one, `${TASK}/${await waiting(one, title)}`)
  await expect(front(first).getByText('会签进度 0/2')).toBeVisible()
  await expect(front(first).locator('.td-acts').getByRole('button', { name: '拒绝' })).toHaveCount(0)
  await act(front(first), '同意')
  await expect(front(first).getByRole('status')).toHaveText('已同意')

  const taskId = await waiting(two, title)
  const second = await browse(two, `${TASK}/${taskId}`)
  const view = front(second)
  await expect(view.getByText('会签进度 1/2')).toBeVisible()
  await opinion(view).fill('请丙看')
  await act(view, '转办')
  const handing = dialog(second, '转办')
  await expect(handing.getByLabel('说明')).toHaveValue('请丙看')
  await handing.getByRole('button', { name: '确定' }).click()
  await expect(handing.getByText('请选择接收人').last()).toBeVisible()
  await choose(second, handing.getByRole('combobox', { name: '接收人' }), three.realName)
  await handing.getByRole('button', { name: '确定' }).click()
  await expect(view.getByRole('status')).toHaveText('已转办')

  const third = await browse(three, `${TASK}/${await waiting(three, title)}`)
  await expect(opinion(front(third))).toBeVisible()
  // Meanwhile it is decided elsewhere.
  await askAs(three, 'POST', `task/agree/${await waiting(three, title)}`, { comment: '同意' })
  await act(front(third), '不同意')
  await expect(front(third).getByRole('alert')).toContainText('任务已被处理')
  await first.goto(`${TODO}?tab=done`)
  await expect(row(first, title)).toContainText('已通过')
  await openRow(row(first, title))
  const trace = dialog(first, '流程跟踪')
  await trace.getByRole('tab', { name: '审批记录' }).click()
  await expect(trace.getByRole('listitem').filter({ hasText: '转办' })).toContainText(
    `委乙 → ${three.realName}`,
  )
})

test('who decides chooses who comes next; a helper answers first; the drawing tells how far it is', async ({
  browse,
}) => {
  const starter = await person('施选', WORKS)
  const one = await person('选甲', WORKS)
  const two = await person('选乙', WORKS)
  const three = await person(unique('选丙'), WORKS)
  const both = `${user(two)},${user(three)}`
  const flow = await deployLine(
    ['lead', user(one)],
    ['chief', '', { field: { candidateUsers: both } }],
    ['vote', both, { performType: 'ALL' }],
  )
  const title = unique('选人')
  await begin(starter, flow, title)
  const page = await browse(one, `${TASK}/${await waiting(one, title)}`)
  const view = front(page)
  await act(view, '委派')
  const helping = dialog(page, '委派')
  await choose(page, helping.getByRole('combobox', { name: '受托人' }), three.realName)
  await helping.getByRole('button', { name: '确定' }).click()
  await expect(view.getByRole('status')).toHaveText('已委派')

  const helper = await browse(three, `${TASK}/${await waiting(three, title)}`)
  await expect(front(helper).getByText('处理后回到 选甲')).toBeVisible()
  await opinion(front(helper)).fill('建议选乙')
  await act(front(helper), '提交意见')
  await expect(front(helper).getByRole('status')).toHaveText('已提交意见')

  await page.goto(`${TASK}/${await waiting(one, title)}`)
  await expect(view.getByText('建议选乙').first()).toBeVisible()
  await view
    .getByRole('radio', { name: '选乙' })
    .or(view.getByRole('checkbox', { name: '选乙' }))
    .check()
  await act(view, '同意')
  await expect(view.getByRole('status')).toHaveText('已同意')

  const next = await browse(two, `${TASK}/${await waiting(two, title)}`)
  await act(front(next), '同意')
  await expect(front(next).getByText(`下一条：${title}`)).toBeVisible()
  await front(next).getByRole('button', { name: '处理下一条' }).click()
  await expect(front(next).getByText('会签进度 0/2')).toBeVisible()
  await act(front(next), '不同意')
  await expect(front(next).getByRole('status')).toHaveText('已表示不同意')

  await next.goto(`${TODO}?tab=done`)
  await expect(row(next, title).first()).toContainText('已拒绝')
  await openRow(row(next, title).first())
  const trace = dialog(next, '流程跟踪')
  await trace.locator('.ts-canvas rect[stroke="#67c23a"]').last().hover()
  await expect(next.locator('.td-tip')).toContainText('会签进度 1/2（同意0，不同意1）')
})

test('what several may do is claimed by one; copies are read; many are agreed to at once; done is taken back', async ({
  browse,
}) => {
  const starterName = unique('施')
  const starter = await person(starterName, WORKS)
  const keeper = await person('管多', WORKS)
  const flow = await deployLine(['lead', `role:${keeper.roleId}`], ['chief', user(starter)])
  const titles = [unique('批量甲'), unique('批量乙'), unique('批量丙')]
  for (const title of titles) await begin(starter, flow, title)
  const [first = '', ...others] = titles
  const page = await browse(keeper, TODO)
  await press(page, row(page, first), '签收')
  await told(page, '签收成功')
  await expect(row(page, first)).toContainText('已签收')
  await press(page, row(page, first), '取消签收')
  await expect(row(page, first)).toContainText('待处理')

  await press(page, row(page, first), '处理')
  const task = dialog(page, DRAWER)
  await act(task, '抄送')
  const copying = dialog(page, '抄送')
  await choose(page, copying.getByRole('combobox', { name: '抄送人' }), starterName)
  await copying.getByRole('button', { name: '确定' }).click()
  await told(page, '抄送成功')
  await act(task, '同意')
  await task.getByRole('button', { name: '处理下一条' }).click()
  await expect(task.getByRole('heading', { name: new RegExp(others.join('|')) })).toBeVisible()
  await task.getByRole('button', { name: '返回', exact: true }).click()

  for (const title of others) await row(page, title).getByRole('checkbox').check()
  await front(page).getByRole('button', { name: '批量同意' }).click()
  const many = dialog(page, /^批量同意（2条）/)
  await many.locator('.ant-modal-footer').getByRole('button', { name: '同意' }).click()
  await told(page, '操作成功')

  await front(page).getByRole('tab', { name: '已办' }).click()
  await press(page, row(page, first), '撤回')
  await agree(page)
  await told(page, '撤回成功')
  await front(page).getByRole('tab', { name: /^待办/ }).click()
  await expect(row(page, first)).toBeVisible()

  const reader = await browse(starter, `${TODO}?tab=cc`)
  await expect(front(reader).getByRole('tab', { name: '抄送我的 (1)' })).toBeVisible()
  await expect(row(reader, first)).toContainText('未读')
  await openRow(row(reader, first))
  await expect(dialog(reader, '流程跟踪')).toBeVisible()
  await reader.keyboard.press('Escape')
  await expect(row(reader, first)).not.toContainText('未读')

  await front(reader).getByRole('tab', { name: '我发起的' }).click()
  await press(reader, row(reader, first), '催办')
  await told(reader, '已催办')
  await press(reader, row(reader, first), '撤销申请')
  const why = dialog(reader, '撤销原因')
  await why.getByRole('textbox').fill('不需要了')
  await why.getByRole('button', { name: '确定' }).click()
  await expect(row(reader, first)).toContainText('已撤回')
})

test('a person starts a process, signs, and keeps phrases of their own', async ({ browse }) => {
  const starter = await person('施写', WORKS)
  const boss = await person('鲍写', WORKS)
  const flow = await deployLine(['lead', user(boss)])
  const title = unique('用印')
  const page = await browse(starter, `${TODO}?tab=started`)
  await front(page).getByRole('button', { name: '发起流程' }).first().click()
  const starting = dialog(page, '发起流程')
  await starting.getByRole('button', { name: '发起' }).click()
  await expect(starting.getByText('请选择流程').last()).toBeVisible()
  const processes = starting.getByRole('combobox', { name: '流程' })
  await find(page, processes, flow, `${flow}流程`)
  await starting.getByLabel('标题').fill(title)
  await starting.getByRole('button', { name: '发起' }).click()
  const task = dialog(page, DRAWER)
  await expect(task.getByRole('heading', { name: title })).toBeVisible()

  await task.getByRole('button', { name: '管理常用语' }).click()
  const phrases = dialog(page, '常用语')
  await phrases.getByRole('button', { name: '新增常用语' }).click()
  await phrases.getByRole('textbox').last().fill('请领导审批')
  await phrases.getByRole('button', { name: '保存' }).click()
  await task.getByRole('button', { name: '请领导审批' }).click()
  await expect(opinion(task)).toHaveValue('请领导审批')

  await task.getByRole('button', { name: '签名' }).click()
  const pad = dialog(page, '手写签名')
  await pad.getByRole('button', { name: '确定' }).click()
  await expect(pad.getByRole('alert')).toHaveText('请先签名')
  const canvas = pad.getByLabel('签名区域')
  const box = await canvas.boundingBox()
  if (box === null) throw new Error('no pad')
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 200, box.y + 120, { steps: 5 })
  await page.mouse.up()
  await pad.getByRole('button', { name: '确定' }).click()
  await expect(task.getByRole('img', { name: '签名' })).toBeVisible()
  await act(task, '提交')
  await expect(task.getByRole('status')).toHaveText('已提交')

  const other = await browse(boss, `${TASK}/${await waiting(boss, title)}`)
  await expect(front(other).getByRole('img', { name: '施写的签名' })).toBeVisible()
  // Leaving what was begun asks.
  await opinion(front(other)).fill('写到一半')
  await front(other).getByRole('button', { name: '返回', exact: true }).click()
  await agree(other, '有未保存的修改，确定离开吗？')
  await expect(other).toHaveURL(TODO)
})

test('on a phone: cards, actions at the thumb, the records first, the next to-do', async ({ browse }) => {
  const starter = await person('施机', WORKS)
  const boss = await person('鲍机', WORKS)
  const flow = await deployLine(['lead', user(boss)])
  const titles = [unique('手机甲'), unique('手机乙')]
  for (const title of titles) await begin(starter, flow, title)
  const page = await browse(boss, TODO, { viewport: PHONE })
  const cards = front(page).locator('.k-card')
  await expect(cards).toHaveCount(2)
  await looksRight(page)
  const card = cards.filter({ hasText: titles[0] ?? '' })
  await card.getByRole('button', { name: '查看' }).click()
  const trace = dialog(page, '流程跟踪')
  await expect(trace.getByRole('tab').first()).toHaveText('审批记录')
  await expect(trace.getByText('待处理')).toBeVisible()
  await trace.getByRole('tab', { name: '流程图' }).click()
  await expect(trace.locator('.ts-canvas rect[stroke="#409eff"]').first()).toBeVisible()
  await looksRight(page)
  await trace.getByRole('button', { name: /Close|关闭/ }).click()

  await card.getByRole('button', { name: '处理' }).click()
  const task = dialog(page, DRAWER)
  await expect(task.getByRole('heading', { name: titles[0] ?? '' })).toBeVisible()
  const agreeing = task.locator('.td-acts').getByRole('button', { name: '同意' })
  await expect(agreeing).toBeInViewport({ ratio: 1 })
  await looksRight(page)
  await accessible(page)
  await act(task, '拒绝')
  // What is missing comes into view, above the bar.
  await expect(opinion(task)).toBeInViewport({ ratio: 1 })
  await agreeing.click()
  await task.getByRole('button', { name: '处理下一条' }).click()
  await expect(task.getByRole('heading', { name: titles[1] ?? '' })).toBeVisible()
  await act(task, '同意')
  await task.getByRole('button', { name: '返回我的待办' }).click()
  await expect(front(page).getByText('没有待办，需要您审批的事项会出现在这里')).toBeVisible()

  await page.goto(`${TASK}/99999999`)
  await expect(front(page).getByRole('button', { name: '返回我的待办' })).toBeVisible()
  await looksRight(page)
})

test('a product stands on the page of its task, and shows its process on its own', async ({ browse }) => {
  const boss = await person('鲍品', { ...WORKS, 商品库商品: ['审核'], 商品列表: [], 商品详情: [] })
  const processName = await deployLine(['lead', user(boss)])
  // No other test has a product at this price.
  const bound = { businessType: 'product', processName, condition: 'price == 987.65' }
  const binding = await ask('POST', '/admin/workflow/definition/binding/save', bound)
  const { id } = await saveProduct(await openShop(), { price: '987.65', submit: 1 })
  const { productCode } = await ask<{ productCode: string }>('GET', `/admin/store/product/info/${id}`)
  const page = await browse(boss, `${TASK}/${await waiting(boss, productCode)}`)
  const view = front(page)
  await expect(view.getByText('首次提交，全部内容')).toBeVisible()
  await expect(view.getByText('¥987.65')).toBeVisible()
  await expect(view.getByRole('link', { name: '打开单据' })).toHaveAttribute('href', new RegExp(`/${id}$`))
  await accessible(page)
  await opinion(view).fill('图片清楚')
  await act(view, '同意')
  await expect(view.getByRole('status')).toHaveText('已同意')
  await page.goto(`/store/product/info/${id}?tab=audit`)
  const process = view.locator('section').filter({ has: page.getByRole('heading', { name: '审批流程' }) })
  await expect(process).toContainText('图片清楚')
  await process.getByRole('button', { name: '流程跟踪' }).click()
  await expect(dialog(page, '流程跟踪').locator('.ts-canvas rect[stroke="#67c23a"]').first()).toBeVisible()
  await ask('POST', `/admin/workflow/definition/binding/delete/${binding.id}`)
})
