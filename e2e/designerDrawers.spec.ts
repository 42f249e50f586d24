// The drawer and the dialogs of the process designer on a page of their own, over a drawing kept in memory. Workflow §2.1.
import type { Locator, Page } from '@playwright/test'
import type { Highlight } from '../domains/workflow/designer/canvas.types.ts'
import type { ProcessEdge, ProcessNode, ProcessValues } from '../domains/workflow/model/types.ts'
import { EXAMPLE, openDesigner, point, save, shape, taken, tool } from './support/drawing.ts'
import { left, pageAt } from './support/env.ts'
import { accessible, looksRight, WIDTHS } from './support/page.ts'
import {
  agree,
  type Browse,
  choose,
  dialog,
  expect,
  remark,
  row,
  test,
  told,
  type Way,
} from './support/test.ts'

interface State {
  drawing: { nodes: ProcessNode[]; edges: ProcessEdge[] }
  values: ProcessValues
  told: ProcessValues[]
  highlighted: Highlight | null
  shown: string
}

const state = (page: Page) => page.evaluate<State>(() => Reflect.get(window, 'drawers')())
const found = async (page: Page, id: string) =>
  (await state(page)).drawing.nodes.find((one) => one.id === id)?.properties

/** Opens the page; the one role and the one post of its shop are answered here. */
async function visit(browse: Browse, query = '', way: Way = {}): Promise<Page> {
  const page = await browse(null, null, { ...way, base: left('pages') })
  await page.route('**/api/admin/**/role/picker*', (route) =>
    route.fulfill({ json: { code: 200, message: '', data: [{ value: 3, label: '仓库管理员' }] } }),
  )
  await page.route('**/api/**/type/sys_position*', (route) =>
    route.fulfill({
      json: {
        code: 200,
        message: '',
        data: [{ dictLabel: '经理', dictValue: 'manager', listClass: '', cssClass: '' }],
      },
    }),
  )
  await page.goto(`${pageAt('drawers')}${query}`)
  return page
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
async function open(page: Page, name: string, title = '设置节点属性'): Promise<Locator> {
  await press(page, name)
  const drawer = dialog(page, title)
  await expect(drawer.getByLabel('编号', { exact: true })).toHaveValue(name)
  return drawer
}

test('P-116, P-118: the drawer is titled after what it holds, and another element takes its place', async ({
  browse,
}) => {
  const page = await visit(browse)
  await open(page, 'task')
  await open(page, 'big', '设置边属性')
  await expect(dialog(page, '设置节点属性')).toHaveCount(0)
  await press(page, '流程')
  const drawer = dialog(page, '设置流程属性')
  await expect(drawer.getByLabel('编号', { exact: true })).toHaveValue('stockin')
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
})

test('P-118: who only looks sees what is set and can change nothing', async ({ browse }) => {
  const page = await visit(browse, '?readOnly')
  await press(page, 'task')
  const drawer = dialog(page, '设置节点属性')
  await expect(row(drawer, '参与者').getByRole('cell').last()).toHaveText('发起人角色：仓库管理员')
  await expect(row(drawer, '显示名称')).toContainText('仓库主管')
  await expect(row(drawer, '表单字段：库位')).toContainText('place，单选（radio），A、B')
  await expect(drawer.getByRole('textbox')).toHaveCount(0)
  await expect(drawer.getByRole('combobox')).toHaveCount(0)
})

test('P-128: a node or an edge takes another name unless it is taken or malformed', async ({ browse }) => {
  const page = await visit(browse)
  const drawer = await open(page, 'task')
  const name = drawer.getByLabel('编号', { exact: true })
  for (const [typed, why] of [
    ['start', '编号已存在'],
    ['e1', '编号已存在'],
    ['a b', '编号格式不正确'],
    ['', '编号格式不正确'],
  ] as const) {
    await name.fill(typed)
    await name.press('Enter')
    await expect(drawer.getByText(why)).toBeVisible()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    expect(await found(page, 'task')).toBeDefined()
  }
  await drawer.getByRole('button', { name: '恢复为 task' }).click()
  await expect(name).toHaveValue('task')
  await name.fill('库管')
  // The input the person went on to keeps what is typed there.
  const shown = drawer.getByLabel('显示名称')
  await shown.click()
  await expect.poll(() => found(page, '库管')).toBeDefined()
  expect(await found(page, 'task')).toBeUndefined()
  await expect(shown).toBeFocused()
  await expect(name).toHaveValue('库管')
  await open(page, 'big', '设置边属性')
  await dialog(page, '设置边属性').getByLabel('编号', { exact: true }).fill('large')
  await press(page, 'start')
  expect((await state(page)).drawing.edges.map(({ id }) => id)).toEqual(['e1', 'large'])
})

test('P-129: the label of the drawing follows each letter of the display name', async ({ browse }) => {
  const page = await visit(browse)
  const label = async (id: string) =>
    (await state(page)).drawing.nodes.find((one) => one.id === id)?.text?.value
  const drawer = await open(page, 'task')
  const input = drawer.getByLabel('显示名称')
  await input.press('End')
  await input.pressSequentially('A')
  await expect.poll(() => label('task')).toBe('仓库主管A')
  await input.pressSequentially('B')
  await expect.poll(() => label('task')).toBe('仓库主管AB')
  await input.fill('')
  await expect.poll(() => label('task')).toBe('')
})

test('P-143: closing writes what is typed, refuses a wrong name, and asks the host', async ({ browse }) => {
  const page = await visit(browse, '?ask')
  const drawer = await open(page, 'custom')
  const close = () => drawer.getByRole('button', { name: '关闭' }).click()
  await drawer.getByLabel('编号', { exact: true }).fill('start')
  await close()
  await expect(drawer.getByText('编号已存在')).toBeVisible()
  await expect(drawer.getByLabel('编号', { exact: true })).toBeFocused()
  await expect(dialog(page, '系统提示')).toHaveCount(0)
  await drawer.getByLabel('编号', { exact: true }).fill('custom')
  await drawer.getByLabel('方法名称').fill('post')
  await page.keyboard.press('Escape')
  await expect(dialog(page, '系统提示')).toContainText('确定关闭')
  expect((await found(page, 'custom'))?.methodName).toBe('post')
  await dialog(page, '系统提示').getByRole('button', { name: '取消' }).click()
  await expect(drawer).toBeVisible()
  await close()
  await agree(page, '确定关闭')
  await expect(drawer).toHaveCount(0)
})

test('P-133, P-134, P-135: countersigning has two rows that cannot be removed, and nothing is left of them afterwards', async ({
  browse,
}) => {
  const page = await visit(browse)
  const drawer = await open(page, 'task')
  const table = drawer.getByRole('table')
  await expect(row(table, '会签')).toHaveCount(0)
  await choose(page, drawer.getByLabel('参与方式'), '会签')
  await expect
    .poll(async () => (await found(page, 'task'))?.field)
    .toEqual({
      countersignType: 'PARALLEL',
      countersignCompletionCondition: '',
    })
  for (const line of ['countersignType', 'countersignCompletionCondition']) {
    await expect(row(table, line)).toBeVisible()
    await expect(row(table, line).getByRole('button')).toHaveCount(0)
    await expect(row(table, line).getByLabel('属性名')).toHaveCount(0)
  }
  await expect(row(table, 'countersignType')).toContainText('并行')
  await choose(page, table.getByLabel('会签类型的值'), '串行')
  const condition = table.getByLabel('会签完成条件的值')
  await condition.fill('nrOfAgreedInstances >')
  await expect(condition).toHaveAttribute('aria-invalid', 'true')
  await condition.fill('#nrOfAgreedInstances / #nrOfInstances >= 0.5')
  await expect(condition).not.toHaveAttribute('aria-invalid', 'true')
  await expect
    .poll(async () => (await found(page, 'task'))?.field)
    .toEqual({
      countersignType: 'SEQUENTIAL',
      countersignCompletionCondition: '#nrOfAgreedInstances / #nrOfInstances >= 0.5',
    })
  await choose(page, drawer.getByLabel('会签未通过时'), '继续流转')
  await choose(page, drawer.getByLabel('参与方式'), '普通')
  await expect(row(table, '会签')).toHaveCount(0)
  const { performType, field } = (await found(page, 'task')) ?? {}
  expect(performType).toBe('ANY')
  expect(field).toEqual({ countersignFailPolicy: 'continue' })
})

test('P-136, P-137: width and height go by steps of 5; what is no number is 120 by 80', async ({
  browse,
}) => {
  const page = await visit(browse)
  const drawer = await open(page, 'task')
  const size = async () => {
    const { width, height } = (await found(page, 'task')) ?? {}
    return [width, height]
  }
  const [width, height] = [drawer.getByLabel('宽度'), drawer.getByLabel('高度')]
  await width.fill('137')
  await width.press('Enter')
  expect(await size()).toEqual([135, 80])
  await expect(width).toHaveValue('135')
  await width.press('ArrowUp')
  expect(await size()).toEqual([140, 80])
  await height.fill('103')
  await height.press('ArrowUp')
  expect(Number((await size())[1]) % 5).toBe(0)
  await height.fill('12')
  await width.fill('')
  await height.click()
  await width.click()
  expect(await size()).toEqual([120, 50])
  await height.fill('abc')
  await width.click()
  expect(await size()).toEqual([120, 80])
  await expect(height).toHaveValue('80')
  await width.fill('201')
  await press(page, 'start')
  expect(await size()).toEqual([200, 80])
})

test('P-140, P-141, P-146: the page of the document lies on a sub-process, of other nodes on the process, which the host hears of', async ({
  browse,
}) => {
  const page = await visit(browse)
  let drawer = await open(page, 'subProcess')
  await drawer.getByLabel('单据页面').fill('/sub')
  await drawer.getByLabel('实例编号生成器').fill('dailyNo')
  drawer = await open(page, 'task')
  expect(await found(page, 'subProcess')).toMatchObject({ instanceUrl: '/sub', instanceNoClass: 'dailyNo' })
  expect((await state(page)).told).toEqual([])
  await expect(drawer.getByLabel('单据页面')).toHaveValue('/wms/infoStockin/{id}')
  await drawer.getByLabel('单据页面').fill('/doc')
  await drawer.getByLabel('实例编号生成器').fill('dailyNo')
  await press(page, '流程')
  expect(await found(page, 'task')).not.toHaveProperty('instanceUrl')
  const all = { name: 'stockin', displayName: '入库单审批', instanceUrl: '/doc', instanceNoClass: 'dailyNo' }
  expect((await state(page)).told.at(-1)).toEqual(all)
  drawer = dialog(page, '设置流程属性')
  await drawer.getByLabel('显示名称').fill('入库')
  await drawer.getByLabel('期望完成时间', { exact: true }).fill('P7D')
  await drawer.getByLabel('单据页面').fill('')
  await choose(page, drawer.getByLabel('前置拦截器'), '审计日志（auditLog）')
  await expect
    .poll(async () => (await state(page)).told.at(-1))
    .toEqual({
      name: 'stockin',
      displayName: '入库',
      instanceNoClass: 'dailyNo',
      expireTime: 'P7D',
      preInterceptors: 'auditLog',
    })
  const name = drawer.getByLabel('编号', { exact: true })
  await name.fill('')
  await page.keyboard.press('Escape')
  await expect(drawer.getByText('流程名称不能为空')).toBeVisible()
  await name.fill('stock in')
  await name.press('Enter')
  await expect(drawer.getByText('编号格式不正确')).toBeVisible()
  await name.fill('stockIn2')
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  expect((await state(page)).values.name).toBe('stockIn2')
})

const INPUTS = {
  start: '前置拦截器 后置拦截器',
  end: '前置拦截器 后置拦截器',
  task: '参与者 参与规则 任务类型 参与方式 表单 期望完成时间 到期自动执行 到期回调 提醒时间 重复提醒间隔（分钟） 前置拦截器 后置拦截器 宽度 高度 参与者为空时 参与者重复时 抄送人',
  custom: '处理器 方法名称 参数变量 结果变量 前置拦截器 后置拦截器 宽度 高度',
  decision: '表达式 决策处理器 前置拦截器 后置拦截器',
  fork: '',
  join: '',
  subProcess: '期望完成时间 单据页面 实例编号生成器 前置拦截器 后置拦截器 子流程未通过时',
  wfSubProcess: '调用的流程 版本 宽度 高度 子流程未通过时',
} as const

test('P-147, P-148, P-149, P-150, P-151, P-152, P-153, P-154: each type shows the inputs of its fields', async ({
  browse,
}) => {
  const page = await visit(browse)
  for (const [type, labels] of Object.entries(INPUTS)) {
    const drawer = await open(page, type)
    await expect(drawer.getByLabel('显示名称')).toBeVisible()
    for (const label of labels.split(' ').filter((one) => one !== ''))
      await expect(drawer.getByLabel(label, { exact: true }), `${type} ${label}`).toHaveCount(1)
    // A fork and a join are nothing but their names.
    if (labels === '') await expect(drawer.getByRole('heading')).toHaveCount(0)
  }
  const drawer = await open(page, 'big', '设置边属性')
  await expect(drawer.getByLabel('表达式')).toHaveValue('amount > 1')
  await expect(drawer.getByRole('definition')).toHaveText(['custom', '400,300'])
})

test('P-148: what is typed is kept, and checked while it is typed', async ({ browse }) => {
  const page = await visit(browse)
  let drawer = await open(page, 'task')
  const help = (input: Locator) =>
    input.evaluate((one) =>
      document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent?.trim(),
    )
  const time = drawer.getByLabel('期望完成时间', { exact: true })
  await time.fill('in two days')
  await expect.poll(() => help(time)).toBe('时间格式不正确')
  await time.fill('PT24H')
  await expect(time).not.toHaveAttribute('aria-invalid', 'true')
  await drawer.getByLabel('选择提醒时间').click()
  const picker = page.locator('.ant-picker-dropdown').filter({ visible: true })
  await picker.getByText('此刻').click()
  await expect(drawer.getByLabel('提醒时间', { exact: true })).toHaveValue(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const minutes = drawer.getByLabel('重复提醒间隔（分钟）')
  await minutes.fill('0')
  await expect.poll(() => help(minutes)).toBe('重复间隔必须是正整数（分钟）')
  await minutes.fill('30')
  const rule = drawer.getByLabel('参与规则')
  await rule.fill('nobody')
  await expect.poll(() => help(rule)).toBe('处理器「nobody」未注册')
  await rule.fill('')
  await page.getByTitle('发起人部门负责人（starterDept）').click()
  // What it is called, with the name that is kept below.
  await expect(rule).toHaveValue('发起人部门负责人')
  await expect(drawer.getByText('编码：starterDept')).toBeVisible()
  await choose(page, drawer.getByLabel('到期自动执行'), '是')
  await choose(page, drawer.getByLabel('参与者为空时'), '自动通过')
  await choose(page, drawer.getByLabel('参与者重复时'), '已审批过时跳过')
  await choose(page, drawer.getByLabel('任务类型'), '协办')
  await drawer.getByLabel('金额的权限').getByText('只读').click()
  await drawer.getByLabel('备注的权限').getByText('隐藏').click()
  drawer = await open(page, 'decision')
  expect(await found(page, 'task')).toMatchObject({
    assignee: 'applicant,role:3',
    expireTime: 'PT24H',
    reminderRepeat: '30',
    assignmentHandler: 'starterDept',
    autoExecute: 'Y',
    taskType: 'Aidant',
    field: {
      emptyActorPolicy: 'autoPass',
      sameActorPolicy: 'skipApproved',
      fieldRights: '{"amount":"read","remark":"hidden"}',
    },
  })
  const expression = drawer.getByLabel('表达式')
  await expression.fill('amount >')
  await expect(expression).toHaveAttribute('aria-invalid', 'true')
  await expect.poll(() => help(expression)).toContain('语法错误')
  await expression.fill('amount > 1 ? "big" : "small"')
  await expect(expression).not.toHaveAttribute('aria-invalid', 'true')
  await open(page, 'start')
  expect(await found(page, 'decision')).toEqual({ expr: 'amount > 1 ? "big" : "small"' })
})

test('P-148: participants are chosen, typed, or written as text', async ({ browse }) => {
  const page = await visit(browse)
  const drawer = await open(page, 'task')
  const assignee = async () => (await found(page, 'task'))?.assignee
  const line = drawer.locator('.wf-line').filter({ has: page.getByLabel('参与者', { exact: true }) })
  await expect(line).toContainText('角色：仓库管理员')
  const input = drawer.getByLabel('参与者', { exact: true })
  await input.fill('user:7, deptLeader')
  await input.press('Enter')
  await expect.poll(assignee).toBe('applicant,role:3,user:7,deptLeader')
  await input.press('Escape')
  await line.getByRole('button', { name: '按文本编辑' }).click()
  const text = drawer.getByLabel('参与者', { exact: true })
  await text.fill('#{a +}')
  await expect(text).toHaveAttribute('aria-invalid', 'true')
  await text.fill('applicant')
  await line.getByRole('button', { name: '按项编辑' }).click()
  await expect.poll(assignee).toBe('applicant')
  await line.getByRole('button', { name: '选择角色' }).click()
  const picker = dialog(page, '选择角色')
  await picker.getByText('仓库管理员').click()
  await picker.getByRole('button', { name: '确定' }).click()
  await expect.poll(assignee).toBe('applicant,role:3')
  await expect(line).toContainText('角色：仓库管理员')
  await line.getByRole('button', { name: '选择岗位' }).click()
  const posts = dialog(page, '选择岗位')
  await posts.getByRole('button', { name: '确定' }).click()
  await expect(remark(page, '请选择岗位')).toBeVisible()
  await choose(page, posts.getByLabel('岗位'), '经理')
  await posts.getByRole('button', { name: '确定' }).click()
  await expect.poll(assignee).toBe('applicant,role:3,post:manager')
  await expect(line).toContainText('岗位：经理')
})

test('P-148, P-156: extension attributes are offered or typed, stand once, and can be deleted', async ({
  browse,
}) => {
  const page = await visit(browse)
  const drawer = await open(page, 'task')
  const offered = page.locator('.ant-select-dropdown').filter({ visible: true })
  const keys = () => offered.locator('.ant-select-item-option').allTextContents()
  await drawer.getByRole('button', { name: '新增属性' }).click()
  const key = drawer.getByLabel('属性名').last()
  await key.click()
  await expect
    .poll(async () => (await keys()).map((one) => one.replace(/（.*/, '')))
    .toEqual([
      'userKey',
      'groupKey',
      'candidateUsers',
      'candidateGroups',
      'candidateHandler',
      'attr1',
      'attr2',
      'attr3',
    ])
  await offered.locator('.ant-select-item-option').filter({ hasText: 'userKey' }).click()
  await drawer.getByLabel('用户标识的值').fill('u')
  await drawer.getByRole('button', { name: '新增属性' }).click()
  await drawer.getByLabel('属性名').last().fill('userKey')
  await drawer.getByLabel('属性名').last().press('Enter')
  await expect(drawer.getByText('属性名已存在')).toBeVisible()
  await drawer.getByLabel('属性名').last().fill('own')
  await drawer.getByLabel('属性名').last().press('Enter')
  await drawer.getByLabel('own的值').fill('1')
  await expect.poll(async () => (await found(page, 'task'))?.field).toEqual({ userKey: 'u', own: '1' })
  await drawer.getByRole('button', { name: '删除属性userKey' }).click()
  await expect.poll(async () => (await found(page, 'task'))?.field).toEqual({ own: '1' })
  await drawer.getByLabel('属性名').fill('candidateHandler')
  await drawer.getByLabel('属性名').press('Enter')
  await drawer.getByLabel('候选人规则的值').fill('')
  await page.getByTitle('同部门人员（sameDept）').click()
  await expect.poll(async () => (await found(page, 'task'))?.field).toEqual({ candidateHandler: 'sameDept' })

  await page.goto(`${pageAt('drawers')}?attributes`)
  await open(page, 'task')
  await drawer.getByRole('button', { name: '新增属性' }).click()
  await drawer.getByLabel('属性名').last().click()
  await expect.poll(keys).toEqual(['colour', 'weight'])
})

test('P-119: the data are shown as json and xml, each to be copied', async ({ browse }) => {
  const page = await visit(browse)
  // A page on plain http has no clipboard of its own.
  await page.evaluate(() => {
    const writeText = async (text: string) => {
      if (document.title === 'denied') throw new Error('denied')
      document.title = text
    }
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
  })
  await press(page, '数据')
  let box = dialog(page, '查看数据')
  const copied = () => page.evaluate(() => document.querySelector('title')?.textContent ?? '')
  await expect(box.getByRole('tab', { name: 'json' })).toHaveAttribute('aria-selected', 'true')
  await box.getByRole('button', { name: '复制' }).click()
  await told(page, '复制成功')
  const json: unknown = JSON.parse(await copied())
  expect(json).toMatchObject({ name: 'stockin', nodes: expect.any(Array) })
  expect((await copied()).split('\n').length).toBeGreaterThan(20)
  await box.getByRole('tab', { name: 'xml' }).click()
  await box.getByRole('button', { name: '复制' }).click()
  await told(page, '复制成功')
  expect(await copied()).toMatch(/^<\?xml[\s\S]*<process name="stockin"[\s\S]*\n/)
  await page.evaluate(() => {
    document.title = 'denied'
  })
  await box.getByRole('button', { name: '复制' }).click()
  await told(page, 'copy failed')
  await box.getByRole('button', { name: '关闭' }).last().click()
  await press(page, '清空后看数据')
  box = dialog(page, '查看数据')
  await box.getByRole('button', { name: '复制' }).click()
  await told(page, '无复制内容')
})

const TINY = {
  name: 'leave',
  displayName: '请假',
  nodes: [
    { id: 'start', type: 'snaker:start', x: 10, y: 10 },
    { id: 'task1', type: 'snaker:task', x: 200, y: 10, properties: { assignee: 'applicant' } },
    { id: 'end', type: 'snaker:end', x: 400, y: 10 },
  ],
  edges: [
    { id: 'e1', type: 'snaker:transition', sourceNodeId: 'start', targetNodeId: 'task1' },
    { id: 'e2', type: 'snaker:transition', sourceNodeId: 'task1', targetNodeId: 'end' },
  ],
}

test('P-120, P-121: text is taken as json, else as xml; what cannot be drawn leaves the drawing alone', async ({
  browse,
}) => {
  const page = await visit(browse)
  const before = (await state(page)).drawing
  await press(page, '导入流程')
  const box = dialog(page, '导入')
  const text = box.getByLabel('导入内容')
  const take = () => box.getByRole('button', { name: '导入', exact: true }).click()
  await take()
  await expect(remark(page, '请输入要导入的内容')).toBeVisible()
  await text.fill('{"nodes": [,]}')
  await take()
  await expect(box.getByRole('alert')).toContainText('导入失败：内容既不是有效的 JSON 也不是有效的 XML')
  await expect(box.getByRole('alert').getByRole('listitem')).toHaveText([
    /^JSON 格式错误：第 1 行第 \d+ 列/,
    /^XML 格式错误：第 1 行第 \d+ 列/,
  ])
  const [first, ...others] = TINY.nodes
  await text.fill(
    JSON.stringify({ ...TINY, nodes: [first, first, ...others, { id: 'x', type: 'robot', x: 1, y: 1 }] }),
  )
  await expect(box.getByRole('alert')).toHaveCount(0)
  await take()
  await expect(box.getByRole('alert')).toContainText('编号「start」重复')
  await expect(box.getByRole('alert')).toContainText('不支持的节点类型「robot」')
  expect((await state(page)).drawing).toEqual(before)

  await text.fill(JSON.stringify({ ...TINY, edges: TINY.edges.slice(1) }))
  await take()
  await expect(box).toHaveCount(0)
  await told(page, '已导入，有')
  const problems = page.getByRole('region', { name: '问题' })
  await problems.getByRole('button', { name: '节点「task1」从开始节点不可达' }).click()
  expect((await state(page)).shown).toBe('task1')
  const { drawing, values } = await state(page)
  expect(drawing.nodes.map(({ id }) => id)).toEqual(['start', 'task1', 'end'])
  expect(values).toEqual({ name: 'leave', displayName: '请假', instanceUrl: '/wms/infoStockin/{id}' })

  await press(page, '导入流程')
  await text.fill(
    '<process name="fromXml" displayName="xml"><start name="s" layout="10,10,-1,-1"><transition name="t" to="e"/></start><end name="e" layout="200,10,-1,-1"/></process>',
  )
  await take()
  await expect(box).toHaveCount(0)
  expect((await state(page)).drawing.nodes.map(({ id }) => id)).toEqual(['s', 'e'])
  expect((await state(page)).values.name).toBe('fromXml')

  await press(page, '导入流程')
  await box
    .getByLabel('选择导入文件')
    .setInputFiles({ name: 'leave.snaker', mimeType: '', buffer: Buffer.from(JSON.stringify(TINY)) })
  await expect(text).toHaveValue(/"leave"/)
  await take()
  await told(page, '导入成功')
  await press(page, '导入流程')
  await box
    .getByLabel('选择导入文件')
    .setInputFiles({ name: 'leave.txt', mimeType: '', buffer: Buffer.from('x') })
  await expect(remark(page, '文件格式不正确, 请上传json/xml/snaker格式文件!')).toBeVisible()
})

test('P-122, P-123: drawings kept in the browser are offered for import and can be removed there', async ({
  browse,
}) => {
  const page = await visit(browse)
  await press(page, '保存到本地')
  await page.evaluate((json) => localStorage.setItem('LFDATA-old', json), JSON.stringify(TINY))
  await press(page, '导入流程')
  const box = dialog(page, '导入')
  const list = box.getByRole('list', { name: '本地保存的流程' })
  await box.getByRole('button', { name: '本地保存的流程' }).click()
  await expect(list.getByRole('listitem')).toHaveText([/^入库单审批/, /^LFDATA-old/])
  await list.getByRole('button', { name: '删除入库单审批' }).click()
  await agree(page, '确定删除「入库单审批」')
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys.filter((key) => key.startsWith('LFDATA'))).toEqual(['LFDATA-old'])
  await expect(list.getByRole('listitem')).toHaveText([/^LFDATA-old/])
  await list.getByRole('button', { name: /^LFDATA-old/ }).click()
  await expect(box.getByLabel('导入内容')).toHaveValue(/"请假"/)
  await box.getByRole('button', { name: '导入', exact: true }).click()
  await told(page, '导入成功')
  expect((await state(page)).values.name).toBe('leave')
})

test('P-123: while a drawing changes it is kept every 30 seconds', async ({ browse }) => {
  const page = await visit(browse, '', { clock: true })
  await press(page, '自动保存')
  await page.clock.fastForward(30_000)
  await expect(page).toHaveTitle('已保存')
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys.filter((key) => /^LFDATA_stockin_\d{14}$/.test(key))).toHaveLength(1)
})

test('P-124: names to stand out come as json; unknown ones are told and hinder nothing', async ({
  browse,
}) => {
  const page = await visit(browse)
  await press(page, '高亮')
  const box = dialog(page, '设置高亮')
  const text = box.getByLabel('高亮内容')
  await text.fill('{"activeNodeNames": "task"}')
  await box.getByRole('button', { name: '确定' }).click()
  await expect(box.getByRole('alert')).toContainText('activeNodeNames 应为名称的列表')
  const names = { historyNodeNames: ['start', 'gone'], activeNodeNames: ['task'], historyEdgeNames: ['e1'] }
  await text.fill(JSON.stringify(names))
  await box.getByRole('button', { name: '确定' }).click()
  await told(page, '以下名称不存在：gone')
  await expect(box).toHaveCount(0)
  expect((await state(page)).highlighted).toEqual(names)
})

test('P-148: registered names are shown as what they are called, typed ones as they are', async ({
  browse,
}) => {
  const page = await visit(browse)
  let drawer = await open(page, 'custom')
  const action = drawer.getByLabel('处理器')
  await expect(action).toHaveValue('过账')
  await expect(drawer.getByText('编码：postStock')).toBeVisible()
  await action.fill('postStock2')
  await expect(drawer.getByText('处理器「postStock2」未注册')).toBeVisible()
  await expect(action).toHaveValue('postStock2')
  // Its name as well as what it is called stands for it.
  for (const text of ['postStock', '过账']) {
    await action.fill('')
    await action.fill(text)
    await action.blur()
    await expect(action).toHaveValue('过账')
    expect((await found(page, 'custom'))?.clazz).toBe('postStock')
  }
  const before = drawer.locator('.wf-line').filter({ has: page.getByLabel('前置拦截器') })
  await choose(page, drawer.getByLabel('前置拦截器'), '审计日志（auditLog）')
  await drawer.getByLabel('前置拦截器').fill('own,')
  await expect(before.locator('.ant-select-selection-item')).toHaveText(['审计日志', 'own'])
  await expect(drawer.getByText('处理器「own」未注册')).toBeVisible()
  expect((await found(page, 'custom'))?.preInterceptors).toBe('auditLog,own')

  await page.goto(`${pageAt('drawers')}?readOnly`)
  await press(page, 'custom')
  drawer = dialog(page, '设置节点属性')
  await expect(row(drawer, '处理器')).toContainText('过账（postStock）')
})

test('P-148: a task is given form fields of its own, each change a step that can be undone', async ({
  browse,
}) => {
  const page = await openDesigner(browse, EXAMPLE, { formFields: [{ value: 'kind', label: '单据 / 类型' }] })
  const sign = async () => (await taken(page)).nodes.find(({ id }) => id === 'sign')?.properties
  await shape(page, 'sign').click()
  const drawer = dialog(page, '设置节点属性')
  const table = drawer.getByRole('region', { name: '表单字段' })
  const field = table.getByRole('group', { name: /^字段/ })
  const rights = drawer.getByRole('region', { name: '字段权限' })
  await expect(rights).toContainText('单据 / 类型')
  const add = table.getByRole('button', { name: '新增字段' })
  await add.click()
  await field.getByLabel('字段名').fill('kind')
  await field.getByLabel('显示名称').fill('请假类型')
  await choose(page, field.getByLabel('类型', { exact: true }), '单选')
  await field.getByLabel('选项').fill('1:年假\n2:事假')
  await field.getByLabel('必填').click()
  await field.getByLabel('请假类型的权限').getByText('只读').click()
  // There is one place for the right to a field.
  await expect(rights).toHaveCount(0)
  await add.click()
  await field.getByLabel('字段名').fill('kind')
  await field.getByLabel('字段名').press('Enter')
  await expect(field.getByText('字段名已存在')).toBeVisible()
  await field.getByRole('button', { name: '恢复为 field1' }).click()
  await choose(page, field.getByLabel('类型', { exact: true }), '数字')
  await field.getByLabel('最大值').fill('x')
  await expect(field.getByText('请输入数字')).toBeVisible()
  await field.getByLabel('最大值').fill('10')
  await table.getByRole('button', { name: '上移新字段' }).click()
  await expect(table.getByRole('button', { name: '下移新字段' })).toBeFocused()

  const kind = {
    name: 'kind',
    displayName: '请假类型',
    type: 'select',
    attrs: [
      { name: 'options', value: '1:年假\n2:事假' },
      { name: 'required', value: 'true' },
    ],
  }
  const days = {
    name: 'field1',
    displayName: '新字段',
    type: 'number',
    attrs: [{ name: 'max', value: '10' }],
  }
  expect(await sign()).toMatchObject({ fields: [days, kind], field: { fieldRights: '{"kind":"read"}' } })
  expect((await save(page)).xml).toContain('<field name="kind" displayName="请假类型" type="select">')
  await tool(page, '撤销').click()
  expect((await sign())?.fields).toEqual([kind, days])
  await table.getByRole('button', { name: '删除请假类型' }).click()
  expect(await sign()).toEqual({ assignee: 'committee', fields: [days], width: 120, height: 80 })
  await tool(page, '撤销').click()
  await expect(row(table, '请假类型')).toContainText('单选必填')
  await table.getByRole('button', { name: '请假类型', exact: true }).click()
  // A link is paler as long as the pointer stands on it.
  await page.mouse.move(0, 0)
  await looksRight(page)
  await accessible(page)
})

test('the drawer stands where the drawing is: what is above can still be pressed', async ({ browse }) => {
  const page = await openDesigner(browse, EXAMPLE)
  await shape(page, 'sign').click()
  const drawer = dialog(page, '设置节点属性')
  await expect(drawer).toBeVisible()
  const tools = await page.getByRole('toolbar', { name: '设计器工具栏' }).boundingBox()
  expect((await drawer.boundingBox())?.y).toBeGreaterThanOrEqual((tools?.y ?? 0) + (tools?.height ?? 0))
  await page.setViewportSize({ width: 360, height: 780 })
  await expect.poll(() => drawer.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 780 })
})

for (const viewport of WIDTHS)
  test(`the drawer and the dialogs are sound at ${viewport.width}`, async ({ browse }) => {
    const page = await visit(browse, '', { viewport })
    await page.evaluate((json) => localStorage.setItem('LFDATA-old', json), JSON.stringify(TINY))
    for (const name of ['task', 'decision', 'subProcess', 'wfSubProcess', 'big', '流程']) {
      await press(page, name)
      const drawer = dialog(page, /^设置/)
      await expect(drawer.getByLabel('编号', { exact: true })).toBeVisible()
      if (name === 'task') {
        await choose(page, drawer.getByLabel('参与方式'), '会签')
        await drawer.getByRole('button', { name: '新增属性' }).click()
        await drawer.getByRole('button', { name: '新增字段' }).click()
      }
      expect((await drawer.boundingBox())?.width).toBe(viewport.width === 360 ? 360 : 420)
      await looksRight(page)
      await accessible(page)
      await drawer.getByRole('button', { name: '关闭' }).click()
      await expect(drawer).toHaveCount(0)
    }
    for (const [name, title] of [
      ['数据', '查看数据'],
      ['导入流程', '导入'],
      ['高亮', '设置高亮'],
    ] as const) {
      await press(page, name)
      const box = dialog(page, title)
      await expect(box).toBeVisible()
      if (name === '导入流程') {
        await box.getByLabel('导入内容').fill('{"nodes":[]}')
        await box.getByRole('button', { name: '本地保存的流程' }).click()
        await expect(box.getByRole('list', { name: '本地保存的流程' })).toBeVisible()
      }
      await looksRight(page)
      await accessible(page)
      await page.keyboard.press('Escape')
      if (name === '导入流程') {
        await expect(box.getByRole('list', { name: '本地保存的流程' })).toBeHidden()
        // A key that follows at once may still be meant for the list.
        await expect(async () => {
          await page.keyboard.press('Escape')
          await expect(box).toHaveCount(0, { timeout: 2000 })
        }).toPass()
      }
      await expect(box).toHaveCount(0)
    }
    await press(page, '导入流程')
    await dialog(page, '导入').getByLabel('导入内容').fill('{"name":"a","nodes":[]}')
    await dialog(page, '导入').getByRole('button', { name: '导入', exact: true }).click()
    await expect(page.getByRole('region', { name: '问题' }).getByRole('listitem').first()).toBeVisible()
    await looksRight(page)
    await accessible(page)
  })

test('P-133, P-135, P-136, P-137, P-142: what the drawer of the designer sets is saved at once, and undone step by step', async ({
  browse,
}) => {
  const page = await openDesigner(browse, EXAMPLE)
  const sign = async () => (await taken(page)).nodes.find(({ id }) => id === 'sign')?.properties
  await shape(page, 'sign').click()
  const drawer = dialog(page, '设置节点属性')
  await choose(page, drawer.getByLabel('参与方式'), '会签')
  const counted = { assignee: 'committee', performType: 'ALL', field: { countersignType: 'PARALLEL' } }
  expect(await sign()).toEqual({ ...counted, width: 120, height: 80 })
  await drawer.getByLabel('宽度').fill('163')
  // Nobody left the input: saving takes what stands there.
  expect(await sign()).toEqual({ ...counted, width: 165, height: 80 })
  await drawer.getByLabel('宽度').fill('wide')
  expect(await sign()).toEqual({ ...counted, width: 120, height: 80 })
  await tool(page, '撤销').click()
  await expect(drawer.getByLabel('宽度')).toHaveValue('165')
  await tool(page, '撤销').click()
  await tool(page, '撤销').click()
  await expect(row(drawer.getByRole('table'), '会签')).toHaveCount(0)
  expect(await sign()).toEqual({ assignee: 'committee', width: 120, height: 80 })
  await tool(page, '重做').click()
  await choose(page, drawer.getByLabel('参与方式'), '普通')
  expect(await sign()).toEqual({ assignee: 'committee', performType: 'ANY', width: 120, height: 80 })

  const blank = await point(page, 'apply')
  await page.mouse.click(blank.x, blank.y + 200, { button: 'right' })
  await dialog(page, '设置流程属性').getByLabel('单据页面').fill('/other/{id}')
  expect((await taken(page)).instanceUrl).toBe('/other/{id}')
})
