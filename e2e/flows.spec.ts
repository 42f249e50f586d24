// Processes from their first drawing to the monitor: templates, the designer, versions, bindings, try runs, delegations.
// Workflow §2, §3.2, §3.5, §3.11, §4.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { connect, edge, node, pull, pullNode, shape, tool } from './support/drawing.ts'
import { left } from './support/env.ts'
import { accessible, looksRight, settled } from './support/page.ts'
import { ask, type Person, person, unique } from './support/people.ts'
import {
  agree,
  choose,
  dialog,
  expect,
  front,
  openMenu,
  openRow,
  openTab,
  press,
  row,
  search,
  test,
  told,
} from './support/test.ts'

const FLOWS = '/myToTransact/snakerFlow'
const DESIGN = `${FLOWS}/design`
const MONITOR = '/myToTransact/monitor'
const DELEGATION = '/myToTransact/delegation'
const TODO = '/myToTransact/allToTransactindex'
const PHONE = { width: 360, height: 780 }
const DRAWS = { 流程设计: ['设计', '部署', '启用/停用', '删除', '导出', '试运行', '绑定单据'] }
const WATCHES = { 流程监控: ['终止', '跳转', '转办', '异常', '耗时统计'] }
const WORKS = { 我的待办: ['审批', '发起流程', '转办'] }

const user = ({ id }: Person) => `user:${id}`
const byName = (name: string) => encodeURIComponent(name)

/** start → 申请 of the starter → the given tasks, one after the other → end. */
function line(name: string, ...tasks: readonly [id: string, label: string, assignee: string][]): string {
  const steps = [
    node('start', 'start', 100, 200, '开始'),
    node('apply', 'task', 300, 200, '申请', { assignee: 'applicant' }),
    ...tasks.map(([id, label, assignee], at) => node(id, 'task', 500 + at * 200, 200, label, { assignee })),
    node('end', 'end', 500 + tasks.length * 200, 200, '结束'),
  ]
  const edges = steps.slice(1).map(({ id }, at) => edge(`t${at}`, steps[at]?.id ?? '', id))
  return JSON.stringify({ name, displayName: `流程${name}`, nodes: steps, edges })
}

const deployed = (text: string) => ask<{ id: number }>('POST', '/admin/workflow/definition/deploy', { text })

const started = (by: Person, processName: string, title: string, variables: object = {}) =>
  ask(
    'POST',
    '/admin/workflow/instance/start',
    { processName, title, variables, submit: 1 },
    { base: left('full'), token: by.token },
  )

/** Makes a process out of a template and lands on its page. */
async function newFlow(page: Page, name: string, template: string): Promise<void> {
  await front(page).getByRole('button', { name: '新增' }).first().click()
  const form = dialog(page, '新增流程')
  await form.getByLabel('流程编码').fill(name)
  await form.getByLabel('流程名称').fill(`流程${name}`)
  await form.getByRole('radio', { name: template }).check()
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page).toHaveURL(`${DESIGN}/${name}`)
  await expect(shape(page, 'start')).toBeVisible()
}

/** 部署 in front, with what the version is about. */
async function deploy(page: Page, note: string): Promise<void> {
  await front(page).getByRole('button', { name: '部署' }).click()
  const asked = dialog(page, '版本说明')
  await asked.getByRole('textbox').fill(note)
  await asked.getByRole('button', { name: /确\s*定/ }).click()
}

test('P-113: the designer stands inside the page of a process, which belongs to 流程设计 and is in no menu', async ({
  browse,
}) => {
  const designer = await person('杜设', DRAWS)
  const page = await browse(designer, '/dashboard')
  await openMenu(page, '我的事务', '流程设计')
  await expect(front(page).locator('.ts-designer')).toHaveCount(0)
  await newFlow(page, unique('w'), '一级审批')
  await expect(front(page).locator('.ts-designer')).toHaveCount(1)
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await expect(menu.getByRole('link', { name: '流程设计', exact: true })).toBeVisible()
  await expect(menu.getByRole('link', { name: '设计流程' })).toHaveCount(0)
  await expect(openTab(page, /设计流程 流程w/)).toBeVisible()
  // Without a process there is nothing to draw.
  await page.goto(DESIGN)
  await expect(front(page).getByText('没有选择流程')).toBeVisible()
  await expect(front(page).locator('.ts-designer')).toHaveCount(0)
})

/** The properties of what is chosen are looked at no longer. */
async function closeDrawer(page: Page): Promise<void> {
  const drawer = page.getByRole('dialog', { name: /^设置/ })
  await drawer.getByRole('button', { name: /关闭|Close/ }).click()
  await expect(drawer).toHaveCount(0)
}

/** Drags a type out of the palette to a point of the canvas, in parts of its size. */
async function place(page: Page, kind: string, across: number, down: number): Promise<void> {
  const palette = page.getByRole('toolbar', { name: '节点' })
  const from = await palette.getByRole('button', { name: kind, exact: true }).boundingBox()
  const canvas = await page.locator('.ts-canvas').boundingBox()
  if (from === null || canvas === null) throw new Error(kind)
  await pull(
    page,
    { x: from.x + 20, y: from.y + 15 },
    { x: canvas.x + canvas.width * across, y: canvas.y + canvas.height * down },
  )
}

test('P-202: a process is drawn by dragging, saved, deployed and started; it arrives as a to-do', async ({
  browse,
}) => {
  const designer = await person('杜绘', DRAWS)
  const boss = await person(unique('鲍'), WORKS)
  const name = unique('drawn')
  const page = await browse(designer, FLOWS)
  await newFlow(page, name, '空白')
  await tool(page, '清空').click()
  await agree(page, '清空')
  await place(page, '开始', 0.2, 0.4)
  await place(page, '任务', 0.45, 0.4)
  await place(page, '结束', 0.7, 0.4)
  await connect(page, 'start', 'task1')
  await page.keyboard.press('Escape')
  await connect(page, 'task1', 'end')
  const drawer = page.getByRole('dialog', { name: /^设置节点属性/ })
  await shape(page, 'task1').click()
  await drawer.getByLabel('显示名称').fill('老板审批')
  await drawer.getByRole('button', { name: '选择人员' }).first().click()
  const staff = dialog(page, '选择员工')
  await staff.getByLabel('关键字').fill(boss.account)
  await staff.getByRole('button', { name: /查\s*询/ }).click()
  await row(staff, boss.account).getByRole('checkbox').check()
  await staff.getByRole('button', { name: /确\s*定/ }).click()
  await closeDrawer(page)
  await tool(page, '保存').click()
  await told(page, '草稿已保存')
  await deploy(page, '第一版')
  await told(page, '部署成功，当前版本 v1')
  await expect(front(page).getByText('已部署 v1')).toBeVisible()

  const title = unique('请老板定夺')
  await started(boss, name, title)
  const todo = await browse(boss, TODO)
  await expect(row(front(todo), title)).toContainText('老板审批')
})

test('a template is changed and deployed twice; versions are compared, looked at, brought back and stopped', async ({
  browse,
}) => {
  const designer = await person('杜版', DRAWS)
  const name = unique('leave')
  const page = await browse(designer, FLOWS)
  await newFlow(page, name, '二级审批')
  await settled(page)
  await accessible(page)
  // What the page learns of the new version may come late; told is what can be gone on from at once.
  let late = true
  await page.route('**/definition/draft?*', async (route) => {
    if (late) await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await deploy(page, '初版')
  await told(page, '部署成功，当前版本 v1')
  late = false
  await front(page).getByRole('button', { name: '部署' }).click()
  await expect(dialog(page, '系统提示')).toContainText('内容与当前版本相同，仍要部署吗')
  await dialog(page, '系统提示')
    .getByRole('button', { name: /取\s*消/ })
    .click()

  // An error keeps it from being deployed, and names its place.
  await shape(page, 'upper').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除', exact: true }).click()
  await deploy(page, '坏的')
  const refused = dialog(page, '流程定义校验未通过，不能部署')
  await expect(refused).toContainText('没有后续连线')
  await refused.getByRole('button', { name: '关闭', exact: true }).last().click()
  await connect(page, 'leader', 'end')
  await closeDrawer(page)
  await deploy(page, '去掉上级')
  await told(page, '部署成功，当前版本 v2')

  await page.goto(FLOWS)
  await search(page, name)
  await press(page, row(front(page), name), '历史版本')
  const versions = page.getByRole('dialog', { name: /^历史版本/ })
  await expect(row(versions, '去掉上级')).toContainText('杜版')
  await accessible(page)
  await row(versions, '初版').getByRole('checkbox').check()
  await row(versions, '去掉上级').getByRole('checkbox').check()
  await versions.getByRole('button', { name: '比较所选版本' }).click()
  const compared = dialog(page, '比较版本')
  await expect(compared).toContainText('任务「上级负责人审批」')
  await expect(compared).toContainText('连线「部门负责人审批 → 结束」')
  await expect(compared.locator('.ts-canvas')).toHaveCount(2)
  await accessible(page)
  await compared
    .getByRole('button', { name: /关闭|Close/ })
    .first()
    .click()

  const download = page.waitForEvent('download')
  await press(page, row(versions, '初版'), '导出 XML')
  const file = await download
  expect(file.suggestedFilename()).toBe(`${name}-v1.xml`)
  expect(await readFile(await file.path(), 'utf8')).toContain(`<process name="${name}"`)

  await row(versions, '初版').getByRole('switch').click()
  await agree(page, '停用 v1')
  await told(page, '操作成功')
  await press(page, row(versions, '初版'), '恢复为草稿')
  await agree(page, '成为草稿')
  await expect(page).toHaveURL(`${DESIGN}/${name}`)
  await expect(shape(page, 'upper')).toBeVisible()
  await expect(front(page).getByText('有草稿')).toBeVisible()
  // The same from the page itself.
  await front(page).getByRole('button', { name: '历史版本' }).click()
  await press(page, row(versions, '去掉上级'), '恢复为草稿')
  await agree(page, '现有草稿和未保存的修改会被覆盖')
  await expect(shape(page, 'upper')).toHaveCount(0)
  await expect(shape(page, 'leader')).toBeVisible()

  // The newest one is stopped in the list itself.
  await page.goto(FLOWS)
  await search(page, name)
  await row(front(page), name).getByRole('switch').click()
  await agree(page, '已发起的不受影响')
  await told(page, '操作成功')
  await expect(row(front(page), name).getByRole('switch')).not.toBeChecked()
})

test('what somebody else saved meanwhile overwrites nothing: the drawing stays, and the person decides', async ({
  browse,
}) => {
  const designer = await person('杜并', DRAWS)
  const name = unique('twice')
  const page = await browse(designer, FLOWS)
  await newFlow(page, name, '一级审批')
  const { version } = await ask<{ version: number }>(
    'GET',
    `/admin/workflow/definition/draft?name=${byName(name)}`,
  )
  const theirs = line(name, ['boss', '别人画的', 'user:1'])
  await ask('POST', '/admin/workflow/definition/draft/save', { name, json: theirs, version })
  await front(page).getByRole('textbox', { name: '流程名称' }).fill('我的名称')
  await pullNode(page, 'leader', 0, 60)
  await tool(page, '保存').click()
  const asked = dialog(page, '系统提示')
  await expect(asked).toContainText('数据已被他人修改')
  await asked.getByRole('button', { name: /取\s*消/ }).click()
  await expect(shape(page, 'leader')).toBeVisible()
  await expect(front(page).getByRole('textbox', { name: '流程名称' })).toHaveValue('我的名称')
  await tool(page, '保存').click()
  await agree(page, '以您的内容覆盖')
  await told(page, '草稿已保存')
  const kept = await ask<{ json: string; displayName: string }>(
    'GET',
    `/admin/workflow/definition/draft?name=${byName(name)}`,
  )
  expect(kept.displayName).toBe('我的名称')
  expect(kept.json).not.toContain('别人画的')

  // Leaving with changes asks.
  await pullNode(page, 'leader', 0, -60)
  await front(page).getByRole('button', { name: '返回流程列表' }).click()
  await expect(dialog(page, '系统提示')).toContainText('未保存')
})

test('a file becomes a draft, a copy another process; what is not wanted goes', async ({ browse }) => {
  const designer = await person('杜入', DRAWS)
  const name = unique('file')
  const page = await browse(designer, FLOWS)
  const bring = async (text: string) => {
    const chooser = page.waitForEvent('filechooser')
    await front(page).getByRole('button', { name: '导入' }).click()
    const chosen = await chooser
    await chosen.setFiles({ name: 'flow.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  }
  await bring('neither the one nor the other')
  await expect(dialog(page, '导入失败')).toContainText('既不是有效的 JSON 也不是有效的 XML')
  await dialog(page, '导入失败').getByRole('button', { name: '关闭', exact: true }).last().click()
  await bring(line(name, ['boss', '审批', 'user:1']))
  await expect(page).toHaveURL(`${DESIGN}/${name}`)
  await expect(shape(page, 'boss')).toBeVisible()
  await page.goto(FLOWS)
  await bring(line(name, ['chief', '主管', 'user:1']))
  await agree(page, '覆盖草稿')
  await expect(shape(page, 'chief')).toBeVisible()

  await page.goto(FLOWS)
  await search(page, name)
  await press(page, row(front(page), name), '复制')
  const copy = dialog(page, /^复制流程/)
  await copy.getByLabel('新流程编码').fill(`${name}copy`)
  await copy.getByRole('button', { name: /保\s*存/ }).click()
  await told(page, '复制成功')
  await press(page, row(front(page), `${name}copy`), '删除')
  await agree(page)
  await told(page, '删除成功')
  await expect(row(front(page), `${name}copy`)).toHaveCount(0)
})

test('a process is bound to products; a condition that cannot be read is refused at its field', async ({
  browse,
}) => {
  const designer = await person('杜绑', DRAWS)
  const name = unique('bound')
  await deployed(line(name, ['boss', '审批', 'user:1']))
  const page = await browse(designer, FLOWS)
  await search(page, name)
  await press(page, row(front(page), name), '绑定单据')
  await front(page).getByRole('button', { name: '新增' }).first().click()
  const form = dialog(page, '新增流程绑定')
  await expect(form.getByText(`流程${name}`)).toBeVisible()
  await choose(page, form.getByLabel('业务类型'), '商品')
  await expect(form).toContainText('可用变量')
  await form.getByLabel('适用条件').fill('price >')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form).toContainText('适用条件有误')
  // Other tests hand products in at the same time: none of them costs that much.
  await form.getByLabel('适用条件').fill('price > 99999999')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await told(page, '创建成功')
  await expect(row(front(page), 'price > 99999999')).toContainText('商品')
  await accessible(page)
  await page.goto(FLOWS)
  await search(page, name)
  await expect(row(front(page), name)).toContainText('商品')
  await page.goto(`${FLOWS}?tab=binding&processName=${name}`)
  await press(page, row(front(page), 'price > 99999999'), '编辑')
  await dialog(page, '编辑流程绑定').getByRole('switch').click()
  await dialog(page, '编辑流程绑定')
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await told(page, '编辑成功')
  await expect(row(front(page), 'price > 99999999')).toContainText('停用')
  await press(page, row(front(page), 'price > 99999999'), '删除')
  await agree(page)
  await told(page, '删除成功')
})

test('rights to fields are given for the bound document only, and are kept', async ({ browse }) => {
  const designer = await person('杜权', DRAWS)
  const [bound, free] = [unique('rights'), unique('free')]
  for (const name of [bound, free]) await deployed(line(name, ['boss', '审批', 'user:1']))
  const { types } = await ask<{
    types: { type: string; label: string; fields: { name: string; label: string }[] }[]
  }>('GET', '/admin/workflow/definition/choices')
  const own = types.find(({ type }) => type === 'product')?.fields ?? []
  const labels = own.map(({ label }) => label)
  const others = types
    .filter(({ type }) => type !== 'product')
    .flatMap(({ fields }) => fields.map(({ label }) => label))
    .filter((label) => !labels.includes(label))
  expect(labels).toContain('售价（元）')
  expect(others.length).toBeGreaterThan(0)
  // Other tests hand products in at the same time: none of them costs that much.
  const condition = 'price > 99999999'
  const binding = await ask<{ id: number }>('POST', '/admin/workflow/definition/binding/save', {
    businessType: 'product',
    processName: bound,
    condition,
  })
  try {
    const page = await browse(designer, `${DESIGN}/${bound}`)
    await shape(page, 'boss').click()
    const drawer = page.getByRole('dialog', { name: /^设置节点属性/ })
    const rights = drawer.getByRole('region', { name: '字段权限' })
    await expect(rights.getByRole('listitem').locator('> span')).toHaveText(labels)
    for (const label of others) await expect(rights.getByText(label, { exact: true })).toHaveCount(0)
    await rights.getByLabel('售价（元）的权限').getByText('只读').click()
    await tool(page, '保存').click()
    await told(page, '草稿已保存')
    const { json } = await ask<{ json: string }>(
      'GET',
      `/admin/workflow/definition/draft?name=${byName(bound)}`,
    )
    const boss = JSON.parse(json).nodes.find(({ id }: { id: string }) => id === 'boss')
    const price = own.find(({ label }) => label === '售价（元）')?.name ?? ''
    expect(JSON.parse(boss.properties.field.fieldRights)).toEqual({ [price]: 'read' })
    // A process of no document has no fields yet, and says where they come from.
    await page.goto(`${DESIGN}/${free}`)
    await shape(page, 'boss').click()
    await expect(rights).toContainText('流程绑定业务类型后，在此设置单据字段的权限')
    await expect(rights.getByRole('listitem')).toHaveCount(0)
  } finally {
    await ask('POST', `/admin/workflow/definition/binding/delete/${binding.id}`)
  }
})

test('a try run asks for the variables, plays decisions step by step, and keeps nothing', async ({
  browse,
}) => {
  const designer = await person('杜试', DRAWS)
  const boss = await person(unique('鲍'), WORKS)
  const name = unique('tried')
  const drawing = JSON.parse(line(name, ['boss', '老板审批', user(boss)], ['cash', '财务审批', user(boss)]))
  drawing.nodes.push(node('route', 'decision', 500, 400, '金额'))
  drawing.edges = [
    edge('a', 'start', 'apply'),
    edge('b', 'apply', 'route'),
    edge('big', 'route', 'boss', { expr: 'amount > 100' }),
    edge('small', 'route', 'cash'),
    edge('c', 'boss', 'cash'),
    edge('d', 'cash', 'end'),
  ]
  await deployed(JSON.stringify(drawing))
  const page = await browse(designer, FLOWS)
  await search(page, name)
  await press(page, row(front(page), name), '试运行')
  const tried = dialog(page, `试运行“流程${name}”`)
  await expect(tried.locator('.ts-canvas')).toBeVisible()
  await accessible(page)
  const start = tried.getByRole('button', { name: /发\s*起$/ })
  await start.click()
  await expect(tried.getByRole('alert')).toContainText('amount')
  await tried.getByLabel('amount的值').fill('500')
  await start.click()
  const log = tried.getByRole('list', { name: '试运行记录' })
  await expect(tried.getByRole('region', { name: '老板审批' })).toContainText(boss.realName)
  await expect(log).toContainText('经过连线「金额 → 老板审批」')
  await tried.getByRole('button', { name: /^同\s*意$/ }).click()
  await expect(log).toContainText(`${boss.realName}同意任务「老板审批」`)
  await expect(tried.getByRole('region', { name: '财务审批' })).toBeVisible()
  await tried.getByRole('button', { name: '撤销一步' }).click()
  await expect(tried.getByRole('region', { name: '老板审批' })).toBeVisible()
  await tried.getByRole('button', { name: /^拒\s*绝$/ }).click()
  await expect(tried.getByRole('status').first()).toContainText('已拒绝')
  await accessible(page)
  await tried.getByRole('button', { name: '重新开始' }).click()
  await tried.getByLabel('amount的值').fill('5')
  await start.click()
  await expect(tried.getByRole('region', { name: '财务审批' })).toBeVisible()
  const { total } = await ask<{ total: number }>('GET', `/admin/workflow/monitor/list?processName=${name}`)
  expect(total).toBe(0)
})

test('a delegation lets somebody else decide; it is stopped and deleted again', async ({ browse }) => {
  const owner = await person('魏托', { ...WORKS, 委托设置: ['新增', '编辑', '删除'] })
  const helper = await person(unique('邦'), WORKS)
  const name = unique('away')
  await deployed(line(name, ['owner', '本人审批', user(owner)]))
  const page = await browse(owner, DELEGATION)
  await front(page).getByRole('button', { name: '新增' }).first().click()
  const form = dialog(page, '新增委托')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form).toContainText('请选择受托人')
  await form.getByRole('button', { name: '选择受托人' }).click()
  const staff = dialog(page, '选择员工')
  await staff.getByLabel('关键字').fill(helper.account)
  await staff.getByRole('button', { name: /查\s*询/ }).click()
  await row(staff, helper.account).getByRole('radio').check()
  await staff.getByRole('button', { name: /确\s*定/ }).click()
  await form.getByLabel('委托原因').fill('出差')
  const when = async (label: string, text: string) => {
    await form.getByLabel(label).fill(text)
    await page.keyboard.press('Enter')
  }
  await when('开始时间', '2026-01-02 00:00:00')
  await when('结束时间', '2026-01-01 00:00:00')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await expect(form).toContainText('结束时间须晚于开始时间')
  await when('结束时间', '2099-01-01 00:00:00')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await told(page, '创建成功')
  await expect(row(front(page), helper.realName)).toContainText('全部流程')
  await expect(row(front(page), helper.realName)).toContainText('生效中')
  await accessible(page)

  const title = unique('托办')
  await started(owner, name, title)
  const todo = await browse(helper, TODO)
  await expect(row(front(todo), title)).toBeVisible()

  await press(page, row(front(page), helper.realName), '编辑')
  await dialog(page, '编辑委托').getByRole('switch').click()
  await dialog(page, '编辑委托')
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await told(page, '编辑成功')
  await expect(row(front(page), helper.realName)).toContainText('已停用')
  await press(page, row(front(page), helper.realName), '删除')
  await agree(page)
  await told(page, '删除成功')
})

test('who looks after processes sees all of them, hands tasks over, jumps and terminates', async ({
  browse,
}) => {
  const watcher = await person('管程', WATCHES)
  const leaver = await person(unique('离'), WORKS)
  const taker = await person(unique('接'), WORKS)
  const name = unique('watched')
  await deployed(line(name, ['first', '初审', user(leaver)], ['second', '复审', user(leaver)]))
  const [one, two, three] = [unique('甲'), unique('乙'), unique('丙')]
  for (const title of [one, two, three]) await started(leaver, name, title)
  const page = await browse(watcher, `${MONITOR}?processName=${name}`)
  await expect(row(front(page), one)).toContainText('初审')
  await accessible(page)
  await openRow(row(front(page), one))
  await expect(dialog(page, /流程跟踪/)).toContainText('初审')
  await page.keyboard.press('Escape')
  await expect(dialog(page, /流程跟踪/)).toHaveCount(0)

  const pick = async (label: string, who: Person) => {
    await page
      .getByRole('button', { name: `选择${label}` })
      .last()
      .click()
    const staff = dialog(page, '选择员工')
    await staff.getByLabel('关键字').fill(who.account)
    await staff.getByRole('button', { name: /查\s*询/ }).click()
    await row(staff, who.account).getByRole('radio').check()
    await staff.getByRole('button', { name: /确\s*定/ }).click()
  }
  await press(page, row(front(page), one), '转办')
  await pick('接收人', taker)
  await dialog(page, /^转办/)
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await told(page, '转办完成')
  await expect(row(front(page), one)).toContainText(taker.realName)

  await press(page, row(front(page), two), '跳转')
  await dialog(page, /^跳转/).getByRole('radio', { name: '复审' }).check()
  await dialog(page, /^跳转/)
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await told(page, '跳转成功')
  await expect(row(front(page), two)).toContainText('复审')

  await press(page, row(front(page), three), '终止')
  await dialog(page, '终止原因').getByRole('textbox').fill('重复提交')
  await dialog(page, '终止原因')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await told(page, '流程已终止')
  await expect(row(front(page), three)).toContainText('已终止')

  await front(page).getByRole('tab', { name: '批量转办' }).click()
  await pick('转出人', leaver)
  await expect(front(page).getByText('该员工在1个流程中有待处理的任务')).toBeVisible()
  await pick('接收人', taker)
  await front(page)
    .getByRole('button', { name: /^转\s*办$/ })
    .click()
  await agree(page, '全部改由接收人处理')
  await told(page, '已转办1个任务')
  await expect(front(page).getByText('没有等待该员工处理的任务')).toBeVisible()
  await accessible(page)

  await front(page).getByRole('tab', { name: '异常' }).click()
  await expect(front(page).getByText('没有异常')).toBeVisible()
  await page.goto(`${MONITOR}?tab=statistics&processName=${name}`)
  await expect(row(front(page), '申请').first()).toContainText(`流程${name}`)
  await accessible(page)
})

test('on a phone the drawing is shown, not drawn; a person without rights finds no buttons', async ({
  browse,
}) => {
  const designer = await person('杜机', DRAWS)
  const looker = await person('康看', { 流程设计: [] })
  const name = unique('phone')
  await deployed(line(name, ['boss', '审批', 'user:1']))
  const page = await browse(designer, `${DESIGN}/${name}`, { viewport: PHONE })
  await expect(front(page).getByText('绘制流程需要较大的屏幕')).toBeVisible()
  await expect(shape(page, 'start')).toBeVisible()
  await expect(tool(page, '保存')).toHaveCount(0)
  await looksRight(page)
  await accessible(page)
  await front(page).getByRole('button', { name: '试运行' }).click()
  await expect(dialog(page, /^试运行/)).toBeVisible()
  await looksRight(page)

  const watched = await browse(looker, `${FLOWS}?keywords=${name}`)
  await expect(row(front(watched), name)).toBeVisible()
  await expect(front(watched).getByRole('button', { name: '新增' })).toHaveCount(0)
  await expect(row(front(watched), name).getByRole('switch')).toHaveCount(0)
  await expect(row(front(watched), name).getByRole('button', { name: '历史版本' })).toBeVisible()
})
