// The canvas of the process designer on a page of its own. Workflow §2.
import type { Page } from '@playwright/test'
import { NODE_TYPES } from '../domains/workflow/model/types.ts'
import {
  connect,
  EXAMPLE,
  edge,
  grouped,
  isOneStep,
  node,
  openDesigner,
  point,
  pull,
  pullNode,
  said,
  save,
  shape,
  shapes,
  taken,
  tool,
} from './support/drawing.ts'
import { pageAt } from './support/env.ts'
import { accessible, budgetIn, looksRight, processorTime, WIDTHS } from './support/page.ts'
import { agree, choose, dialog, expect, remark, test } from './support/test.ts'

const drawer = (page: Page) => page.getByRole('dialog', { name: /^设置/ })
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const idle = (page: Page, name: string) => expect(tool(page, name)).toBeDisabled()

test('P-113, P-114, P-115: the tools stand in their order; a viewer has none that changes anything', async ({
  browse,
}) => {
  const page = await openDesigner(browse, EXAMPLE)
  const names = (bar: Page) =>
    bar
      .getByRole('toolbar', { name: '设计器工具栏' })
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  const looking = ['查看数据', '设置高亮', '放大', '缩小', '适应画布', '缩略图', '导出图片']
  expect(await names(page)).toEqual([
    ...['清空', '查看数据', '导入', '设置高亮', '保存', '撤销', '重做'],
    ...['放大', '缩小', '适应画布', '缩略图', '框选', '导出图片'],
  ])
  await expect(shapes(page)).toHaveCount(7)
  const viewer = await openDesigner(browse, EXAMPLE, { viewer: true })
  await expect(shapes(viewer)).toHaveCount(7)
  expect(await names(viewer)).toEqual(looking)
})

test('P-115: clearing asks and can be undone', async ({ browse }) => {
  const page = await openDesigner(browse, EXAMPLE)
  await tool(page, '清空').click()
  await dialog(page, '系统提示').getByRole('button', { name: '取消' }).click()
  await expect(shapes(page)).toHaveCount(7)
  const before = await taken(page)
  await tool(page, '清空').click()
  await agree(page, '清空')
  await expect(shapes(page)).toHaveCount(0)
  await isOneStep(page, before, await taken(page))
})

test('P-116, P-117, P-118: what is pressed shows its properties, a right press on the blank those of the process', async ({
  browse,
}) => {
  const page = await openDesigner(browse, EXAMPLE, { disabledClickTypes: ['decision', 'transition'] })
  await shape(page, 'apply').click()
  await expect(drawer(page)).toHaveAccessibleName(/设置节点属性/)
  await shape(page, 'start').click()
  await expect(drawer(page).getByLabel('编号', { exact: true })).toHaveValue('start')
  await page.evaluate(() =>
    addEventListener('contextmenu', (event) => Reflect.set(window, 'browserMenu', !event.defaultPrevented)),
  )
  const apply = await point(page, 'apply')
  await page.mouse.click(apply.x, apply.y + 200, { button: 'right' })
  await expect(drawer(page)).toHaveAccessibleName(/设置流程属性/)
  expect(await page.evaluate(() => Reflect.get(window, 'browserMenu'))).toBe(false)
  await drawer(page)
    .getByRole('button', { name: /关闭|Close/ })
    .click()
  await expect(drawer(page)).toHaveCount(0)
  // Types the host has switched off show nothing, in the menu neither.
  await shape(page, 'route').click()
  await page.mouse.click(apply.x + 70, apply.y)
  await expect(drawer(page)).toHaveCount(0)
  await shape(page, 'route').click({ button: 'right' })
  await expect(menuItem(page, '删除')).toBeVisible()
  await expect(menuItem(page, '属性')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await shape(page, 'apply').click({ button: 'right' })
  await menuItem(page, '属性').click()
  await expect(drawer(page)).toHaveAccessibleName(/设置节点属性/)
})

test('P-116, P-118: an edge that is pressed shows its properties', async ({ browse }) => {
  const page = await openDesigner(browse, EXAMPLE)
  const apply = await point(page, 'apply', 1, 0)
  await page.mouse.click(apply.x + 12, apply.y)
  await expect(drawer(page)).toHaveAccessibleName(/设置边属性/)
  await expect(drawer(page).getByLabel('编号', { exact: true })).toHaveValue('e2')
  await page.mouse.click(apply.x + 12, apply.y, { button: 'right' })
  await expect(menuItem(page, '复制')).toHaveCount(0)
  await menuItem(page, '删除').click()
  await expect(shape(page, 'e2')).toHaveCount(0)
  await expect(drawer(page)).toHaveCount(0)
})

test('P-120, P-121: an import replaces the drawing in one step; what cannot be drawn changes nothing', async ({
  browse,
}) => {
  const page = await openDesigner(browse, EXAMPLE)
  const before = await taken(page)
  const xml =
    '<process name="p" displayName="新流程"><start name="s" layout="0,0,-1,-1"><transition name="t" to="e"/></start><end name="e" layout="200,0,-1,-1"/></process>'
  const give = async (text: string) => {
    await tool(page, '导入').click()
    await dialog(page, '导入').getByLabel('导入内容').fill(text)
    await dialog(page, '导入').getByRole('button', { name: '导入', exact: true }).click()
  }
  const twice = { ...EXAMPLE, nodes: [...EXAMPLE.nodes, node('apply', 'task', 0, 0, '重复')] }
  await give(JSON.stringify(twice))
  await expect(dialog(page, '导入')).toContainText('编号「apply」重复')
  await dialog(page, '导入').getByRole('button', { name: '取消' }).click()
  expect(await taken(page)).toEqual(before)
  await give(xml)
  await expect(shapes(page)).toHaveCount(2)
  const after = await taken(page)
  expect(after.displayName).toBe('新流程')
  expect(await said(page, 'process')).toHaveLength(1)
  await tool(page, '撤销').click()
  await expect(shapes(page)).toHaveCount(7)
  expect((await taken(page)).nodes).toEqual(before.nodes)
  await idle(page, '撤销')
})

test('P-124, P-126: the highlight marks green and blue, is replaced as a whole, and is never given out', async ({
  browse,
}) => {
  const first = { historyNodeNames: ['start', 'apply'], activeNodeNames: ['apply'], historyEdgeNames: ['e1'] }
  const page = await openDesigner(browse, EXAMPLE, { highlight: first })
  const stroke = (id: string) => shape(page, id).locator('.lf-basic-shape').first()
  const [green, blue] = ['#67c23a', '#409eff']
  await expect(stroke('start')).toHaveAttribute('stroke', green)
  await expect(stroke('apply')).toHaveAttribute('stroke', blue)
  await expect(shape(page, 'e1').locator('polyline')).toHaveAttribute('stroke', green)
  expect((await save(page)).json).not.toContain('"state"')

  await tool(page, '设置高亮').click()
  const box = dialog(page, '设置高亮')
  await box.getByLabel('高亮内容').fill('{"historyNodeNames":["post"],"historyEdgeNames":["e7","nowhere"]}')
  await box.getByRole('button', { name: '确定' }).click()
  await expect(remark(page, 'nowhere')).toBeVisible()
  await expect(stroke('post')).toHaveAttribute('stroke', green)
  for (const id of ['start', 'apply']) await expect(stroke(id)).not.toHaveAttribute('stroke', /67c23a|409eff/)
  await expect(shape(page, 'e1').locator('polyline')).not.toHaveAttribute('stroke', green)
  // It is no change of the drawing, and it stays when one is undone.
  await idle(page, '撤销')
  await shape(page, 'sign').click({ button: 'right' })
  await menuItem(page, '删除').click()
  await tool(page, '撤销').click()
  await expect(stroke('post')).toHaveAttribute('stroke', green)
})

test('P-125: a viewer can be moved and zoomed, and nothing else', async ({ browse }) => {
  const page = await openDesigner(browse, EXAMPLE, { viewer: true })
  await expect(page.getByRole('toolbar', { name: '节点' })).toHaveCount(0)
  await shape(page, 'apply').click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  const { x, y } = await point(page, 'apply')
  await page.mouse.click(x, y + 200, { button: 'right' })
  await expect(drawer(page)).toHaveCount(0)
  await shape(page, 'apply').click()
  await expect(drawer(page)).toBeVisible()
  await expect(drawer(page).getByRole('textbox')).toHaveCount(0)
  await drawer(page)
    .getByRole('button', { name: /关闭|Close/ })
    .click()
  for (const key of ['Delete', 'Backspace', 'Control+a', 'Control+c', 'Control+v', 'Control+z'])
    await page.keyboard.press(key)
  await expect(shapes(page)).toHaveCount(7)
  await expect(page.locator('.lf-anchor, .lf-resize-control')).toHaveCount(0)
  // Pulling at a node moves the drawing.
  const apart = async () => (await point(page, 'sign')).x - (await point(page, 'apply')).x
  const before = await apart()
  await pull(page, { x, y }, { x: x + 100, y: y + 60 })
  expect((await point(page, 'apply')).x).toBeGreaterThan(x + 50)
  expect(await apart()).toBeCloseTo(before, 1)
  await tool(page, '放大').click()
  await expect.poll(apart).toBeGreaterThan(before)
})

test('P-127, P-128: a renamed node takes its edges, its anchors and its place in the group along', async ({
  browse,
}) => {
  const page = await openDesigner(browse, grouped())
  const before = await taken(page)
  await shape(page, 'check').click()
  const name = drawer(page).getByLabel('编号', { exact: true })
  await name.fill('out')
  await name.press('Enter')
  await expect(drawer(page)).toContainText('编号已存在')
  // An edge has that id.
  await name.fill('a')
  await name.press('Enter')
  await expect(drawer(page)).toContainText('编号已存在')
  await name.fill('a b')
  await name.press('Enter')
  await expect(drawer(page)).toContainText('编号格式不正确')
  await expect(shape(page, 'check')).toHaveCount(1)
  await name.fill('检查')
  await name.press('Enter')
  await expect(shape(page, '检查')).toHaveCount(1)
  const after = await taken(page)
  expect(after.nodes.find(({ id }) => id === 'sub')?.properties.children).toEqual(['in', '检查', 'out'])
  const [b, c] = ['b', 'c'].map((id) => after.edges.find((one) => one.id === id))
  expect(b?.targetNodeId).toBe('检查')
  expect(b?.targetAnchorId).toMatch(/^检查_/)
  expect(c?.sourceAnchorId).toMatch(/^检查_/)
  // The very next drag moves it, and its edges with it.
  await pullNode(page, '检查', 0, 60)
  const moved = await taken(page)
  expect(moved.nodes.find(({ id }) => id === '检查')?.y).toBeGreaterThan(230)
  expect(moved.edges.find(({ id }) => id === 'b')?.pointsList.at(-1)?.y).toBeGreaterThan(230)
  await tool(page, '撤销').click()
  await isOneStep(page, before, after)
})

test('P-128: an edge is renamed too, but not to the id of a node', async ({ browse }) => {
  const page = await openDesigner(browse, EXAMPLE)
  const { x, y } = await point(page, 'apply', 1, 0)
  await page.mouse.click(x + 12, y)
  const name = drawer(page).getByLabel('编号', { exact: true })
  await name.fill('keeper')
  await name.press('Enter')
  await expect(drawer(page)).toContainText('编号已存在')
  await name.fill('到判断')
  await name.press('Enter')
  expect((await taken(page)).edges.map(({ id }) => id)).toContain('到判断')
})

test('P-129: typing a label changes it on the canvas, and is one step', async ({ browse }) => {
  const page = await openDesigner(browse, EXAMPLE)
  const before = await taken(page)
  const label = drawer(page).getByLabel('显示名称')
  // The canvas takes the focus a moment after the press; whoever types before that would be interrupted.
  const pressShape = async () => {
    await shape(page, 'apply').click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('DIV')
    await label.press('End')
    await expect(label).toBeFocused()
  }
  await pressShape()
  await label.pressSequentially('（仓库）', { delay: 150 })
  await expect(shape(page, 'apply')).toContainText('提交入库单（仓库）')
  const after = await taken(page)
  expect(after.nodes.find(({ id }) => id === 'apply')?.text?.value).toBe('提交入库单（仓库）')
  await isOneStep(page, before, after)
  // Backspace in an input takes a letter, not the node.
  await pressShape()
  await label.press('Backspace')
  await expect(shape(page, 'apply')).toHaveCount(1)
  await expect(label).toHaveValue('提交入库单（仓库')
})

test('P-130, P-154: an edge that is drawn is a transition', async ({ browse }) => {
  const page = await openDesigner(browse, EXAMPLE)
  const before = await taken(page)
  await connect(page, 'apply', 'sign')
  const after = await taken(page)
  expect(after.edges).toHaveLength(before.edges.length + 1)
  expect(after.edges.at(-1)).toMatchObject({
    id: 'transition1',
    type: 'snaker:transition',
    sourceNodeId: 'apply',
    targetNodeId: 'sign',
  })
  await isOneStep(page, before, after)
})

test('P-154: an edge is bent, led to another node and its label moved, each in one step', async ({
  browse,
}) => {
  const page = await openDesigner(browse, EXAMPLE, { disabledClickTypes: [...NODE_TYPES, 'transition'] })
  const before = await taken(page)
  const way = async () => (await taken(page)).edges.find(({ id }) => id === 'e5')
  const first = before.edges.find(({ id }) => id === 'e5')
  const side = await point(page, 'keeper', 1, 0)
  const post = await point(page, 'post', -1, 0)
  const bend = { x: post.x - 15, y: (side.y + post.y) / 2 }
  await page.mouse.click(bend.x, bend.y)
  await pull(page, bend, { x: bend.x - 26, y: bend.y })
  const bent = await taken(page)
  expect((await way())?.pointsList[1]?.x).toBeLessThan((first?.pointsList[1]?.x ?? 0) - 10)
  await isOneStep(page, before, bent)
  await tool(page, '撤销').click()

  await page.mouse.click(bend.x, bend.y)
  await pull(page, post, await point(page, 'start'))
  await expect(remark(page, '起始节点不能作为边的终点')).toBeVisible()
  expect((await way())?.targetNodeId).toBe('post')
  await page.mouse.click(bend.x, bend.y)
  await pull(page, post, await point(page, 'end'))
  const led = await taken(page)
  expect((await way())?.targetNodeId).toBe('end')
  await isOneStep(page, before, led)
  await tool(page, '撤销').click()

  const label = await page.locator('.lf-line-text').filter({ hasText: '大额' }).boundingBox()
  const at = { x: (label?.x ?? 0) + 8, y: (label?.y ?? 0) + 8 }
  await pull(page, at, { x: at.x + 40, y: at.y })
  await isOneStep(page, before, await taken(page))
})

test('P-131, P-132: the rules of edges say why they refuse', async ({ browse }) => {
  const value = grouped()
  const page = await openDesigner(
    browse,
    {
      ...value,
      nodes: [...value.nodes, node('free', 'task', 60, 420, '外面')],
      edges: [...value.edges, edge('f', 'start', 'free')],
    },
    { disabledClickTypes: NODE_TYPES },
  )
  const refused = async (from: string, to: string, why: string) => {
    const before = await page.locator('.ts-way').count()
    await connect(page, from, to)
    await expect(remark(page, why)).toBeVisible()
    expect(await page.locator('.ts-way').count()).toBe(before)
  }
  await refused('free', 'start', '起始节点不能作为边的终点')
  await refused('end', 'free', '结束节点不能作为边的起点')
  await refused('start', 'free', '两个节点之间已存在连线')
  await refused('free', 'check', '子流程内外的节点不能直接连线')
  await refused('free', 'free', '节点不能连接自身')
  await idle(page, '撤销')
})

test('P-136, P-138, P-155: nodes have their sizes, and one that may be resized keeps its own', async ({
  browse,
}) => {
  const wrong = node('odd', 'task', 200, 420, '大小', { width: '', height: 'tall' })
  const page = await openDesigner(browse, { ...EXAMPLE, nodes: [...EXAMPLE.nodes, wrong] })
  await expect(shape(page, 'start').locator('circle')).toHaveAttribute('r', '18')
  await expect(shape(page, 'end').locator('circle')).toHaveAttribute('r', '18')
  await expect(shape(page, 'odd').locator('rect')).toHaveAttribute('width', '120')
  await expect(shape(page, 'odd').locator('rect')).toHaveAttribute('height', '80')
  const before = await taken(page)
  expect(before.nodes.find(({ id }) => id === 'start')?.properties).toEqual({})
  await shape(page, 'keeper').click()
  const corner = await point(page, 'keeper', 1, -1)
  await pull(page, { x: corner.x + 5, y: corner.y - 5 }, { x: corner.x + 65, y: corner.y - 45 })
  const after = await taken(page)
  const size = after.nodes.find(({ id }) => id === 'keeper')?.properties
  expect(Number(size?.width)).toBeGreaterThan(160)
  expect(Number(size?.height)).toBeGreaterThan(100)
  // The edge that ended at its side ends at the new side.
  const end = after.edges.find(({ id }) => id === 'e5')?.pointsList[0]
  const keeper = after.nodes.find(({ id }) => id === 'keeper')
  expect(end?.x).toBeCloseTo((keeper?.x ?? 0) + Number(size?.width) / 2, 0)
  await isOneStep(page, before, after)
})

test('P-133, P-134, P-135, P-137, P-140: the drawer writes into the drawing, every input a step of its own', async ({
  browse,
}) => {
  const page = await openDesigner(browse, EXAMPLE)
  const before = await taken(page)
  const properties = async (id: string) => (await taken(page)).nodes.find((one) => one.id === id)?.properties
  await shape(page, 'keeper').click()
  await choose(page, drawer(page).getByLabel('参与方式'), '会签')
  expect((await properties('keeper'))?.field).toEqual({
    candidateGroups: 'role:3',
    countersignType: 'PARALLEL',
  })
  await choose(page, drawer(page).getByLabel('参与方式'), '普通')
  expect((await properties('keeper'))?.field).toEqual({ candidateGroups: 'role:3' })
  const width = drawer(page).getByLabel('宽度')
  await width.fill('163')
  await width.press('Tab')
  await expect(shape(page, 'keeper').locator('rect').first()).toHaveAttribute('width', '165')
  const wide = await taken(page)
  expect(wide.edges.find(({ id }) => id === 'e5')?.pointsList[0]?.x).toBeCloseTo(480 + 165 / 2, 1)
  await drawer(page).getByLabel('单据页面').fill('/doc')
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await said(page, 'process')).at(-1)).toMatchObject({ instanceUrl: '/doc' })
  const after = await taken(page)
  expect(after.instanceUrl).toBe('/doc')
  expect(after.nodes.every((one) => one.properties.instanceUrl === undefined)).toBe(true)
  for (let step = 0; step < 3; step++) await tool(page, '撤销').click()
  expect((await taken(page)).nodes).toEqual(before.nodes)
  await idle(page, '撤销')
})

test('P-139, P-152: a sub-process folds to 50 × 50 and keeps its place, its children and its edges', async ({
  browse,
}) => {
  const page = await openDesigner(browse, grouped())
  const border = shape(page, 'sub').locator('.lf-basic-shape').first()
  await expect(border).toHaveAttribute('width', '500')
  await expect(border).toHaveAttribute('height', '300')
  const before = await taken(page)
  const fold = async () => {
    const { x, y } = await point(page, 'sub', -1, -1)
    await page.mouse.click(x + 17, y + 15)
  }
  await fold()
  await expect(border).toHaveAttribute('width', '50')
  await expect(shape(page, 'check')).toHaveCount(0)
  const folded = await taken(page)
  const own = folded.nodes.find(({ id }) => id === 'sub')
  expect(own).toMatchObject({ x: 400, y: 200, properties: { isCollapsed: true, width: 500, height: 300 } })
  expect(folded.edges.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  await isOneStep(page, before, folded)
  // Loading it again, and once more, moves nothing.
  for (let times = 0; times < 2; times++) {
    const again = await openDesigner(browse, folded)
    await expect(shape(again, 'sub').locator('.lf-basic-shape').first()).toHaveAttribute('width', '50')
    expect(await taken(again)).toEqual(folded)
  }
  // Folded it is moved with all that is inside.
  await pullNode(page, 'sub', 120, 80)
  const moved = await taken(page)
  const by = (moved.nodes.find(({ id }) => id === 'sub')?.x ?? 0) - 400
  expect(by).toBeGreaterThan(50)
  expect(moved.nodes.find(({ id }) => id === 'check')?.x).toBe(400 + by)
  await fold()
  await expect(shape(page, 'check')).toHaveCount(1)
  expect((await taken(page)).nodes.find(({ id }) => id === 'check')?.x).toBe(400 + by)
})

test('a sub-process within another keeps its own folding, and edges at a folded one are its real ones', async ({
  browse,
}) => {
  const value = {
    name: 'nested',
    displayName: '套叠',
    nodes: [
      node('start', 'start', 40, 250, '开始'),
      node('outer', 'subProcess', 460, 250, '外层', { width: 700, height: 400, children: ['in', 'inner'] }),
      node('in', 'start', 140, 250, '开始'),
      node('inner', 'subProcess', 480, 250, '内层', { children: ['deep'] }),
      node('deep', 'task', 480, 250, '任务'),
      node('end', 'end', 900, 250, '结束'),
    ],
    edges: [edge('a', 'start', 'outer'), edge('b', 'in', 'inner'), edge('c', 'outer', 'end')],
  }
  let page = await openDesigner(browse, value)
  const fold = async (id: string) => {
    const { x, y } = await point(page, id, -1, -1)
    await page.mouse.click(x + 16, y + 14)
  }
  const before = await taken(page)
  await fold('inner')
  const inner = await taken(page)
  await fold('outer')
  await expect(shapes(page)).toHaveCount(3)
  const both = await taken(page)
  page = await openDesigner(browse, both)
  await expect(shapes(page)).toHaveCount(3)
  expect(await taken(page)).toEqual(both)
  await fold('outer')
  expect(await taken(page)).toEqual(inner)
  await fold('inner')
  expect(await taken(page)).toEqual(before)
  // Open within a folded one it is open again afterwards.
  await fold('outer')
  const own = (await taken(page)).nodes.find(({ id }) => id === 'inner')
  expect(own?.properties.isCollapsed).toBe(false)
  const { x, y } = await point(page, 'outer', 1, 0)
  await page.mouse.click(x + 8, y)
  await expect(drawer(page).getByLabel('编号', { exact: true })).toHaveValue('c')
  // The drawing is narrower beside the drawer, and has moved to keep the edge in sight.
  const now = await point(page, 'outer', 1, 0)
  await page.mouse.click(now.x + 8, now.y, { button: 'right' })
  await menuItem(page, '删除').click()
  await expect(drawer(page)).toHaveCount(0)
  expect((await taken(page)).edges.map(({ id }) => id)).toEqual(['a', 'b'])
  await tool(page, '撤销').click()
  expect((await taken(page)).edges.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('P-141, P-142, P-143: values of the process go to the host, saving gives json and xml and asks nobody', async ({
  browse,
}) => {
  const page = await openDesigner(browse, EXAMPLE)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const { x, y } = await point(page, 'apply')
  await page.mouse.click(x, y + 200, { button: 'right' })
  await drawer(page).getByLabel('显示名称').fill('入库审批')
  await drawer(page)
    .getByRole('button', { name: /关闭|Close/ })
    .click()
  await expect(drawer(page)).toHaveCount(0)
  expect(await said(page, 'beforeClose')).toHaveLength(1)
  expect((await said(page, 'process')).at(-1)).toMatchObject({
    name: 'stockin',
    displayName: '入库审批',
    instanceUrl: '/wms/infoStockin/{id}',
  })
  const { json, xml, problems } = await save(page)
  expect(JSON.parse(json).displayName).toBe('入库审批')
  expect(xml).toContain('<process name="stockin" displayName="入库审批"')
  expect(problems).toEqual([])
  expect(asked).toEqual([])
})

test('P-143: the host may keep the drawer open', async ({ browse }) => {
  const page = await openDesigner(browse, EXAMPLE, { veto: true })
  await shape(page, 'apply').click()
  await drawer(page)
    .getByRole('button', { name: /关闭|Close/ })
    .click()
  await expect.poll(() => said(page, 'beforeClose')).toHaveLength(1)
  await expect(drawer(page)).toBeVisible()
  // Another node does not take its place either.
  await shape(page, 'sign').click()
  await expect(drawer(page).getByLabel('编号', { exact: true })).toHaveValue('apply')
})

test('P-144, P-145: every type comes out of the palette under the prefix of the host, with the first free id', async ({
  browse,
}) => {
  const page = await openDesigner(browse, EXAMPLE, { typePrefix: 'wms:' })
  const palette = page.getByRole('toolbar', { name: '节点' })
  const { x, y } = await point(page, 'post')
  const kinds = ['开始', '结束', '任务', '自定义', '决策', '分支', '合并', '流程子流程', '子流程']
  for (const [index, kind] of kinds.entries()) {
    const box = await palette.getByRole('button', { name: kind, exact: true }).boundingBox()
    if (!box) throw new Error(kind)
    await pull(
      page,
      { x: box.x + 20, y: box.y + 15 },
      kind === '子流程' ? { x: x - 200, y: y + 320 } : { x: x - 450 + index * 90, y: y - 230 },
    )
  }
  await expect(shapes(page)).toHaveCount(16)
  const after = await taken(page)
  const added = after.nodes.slice(7)
  expect(added.map(({ id, type }) => [id, type])).toEqual([
    ['start2', 'wms:start'],
    ['end2', 'wms:end'],
    ['task1', 'wms:task'],
    ['custom1', 'wms:custom'],
    ['decision1', 'wms:decision'],
    ['fork1', 'wms:fork'],
    ['join1', 'wms:join'],
    ['wfSubProcess1', 'wms:wfSubProcess'],
    ['subProcess1', 'wms:subProcess'],
  ])
  for (const { x, y } of added) expect([x % 10, y % 10].map(Math.abs)).toEqual([0, 0])
  expect(after.edges.every(({ type }) => type === 'wms:transition')).toBe(true)
  await tool(page, '撤销').click()
  expect((await taken(page)).nodes).toEqual(after.nodes.slice(0, -1))
  // With the keyboard it goes into the middle.
  await palette.getByRole('button', { name: '任务' }).press('Enter')
  expect((await taken(page)).nodes.at(-1)).toMatchObject({ id: 'task2', text: { value: '任务' } })
})

test('keys delete, choose, copy and save; a start is copied never', async ({ browse }) => {
  const page = await openDesigner(browse, EXAMPLE)
  const before = await taken(page)
  await shape(page, 'sign').click()
  await page.keyboard.press('Delete')
  await expect(shape(page, 'sign')).toHaveCount(0)
  await expect(shape(page, 'e6')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await shape(page, 'sign').click()
  await page.keyboard.press('Backspace')
  await expect(shape(page, 'sign')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  expect(await taken(page)).toEqual(before)

  await shape(page, 'sign').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await expect(remark(page, '开始节点不能复制')).toBeVisible()
  await page.keyboard.press('Control+v')
  await expect(shapes(page)).toHaveCount(13)
  const after = await taken(page)
  const ids = [...after.nodes, ...after.edges].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  // All ways between the copies, none to the originals.
  expect(after.edges).toHaveLength(13)
  const copies = new Set(after.nodes.slice(7).map(({ id }) => id))
  for (const { sourceNodeId, targetNodeId, type } of after.edges.slice(7)) {
    expect([copies.has(sourceNodeId), copies.has(targetNodeId), type]).toEqual([
      true,
      true,
      'snaker:transition',
    ])
  }
  await isOneStep(page, before, after)
  const saves = (await said(page, 'save')).length
  await shape(page, 'start').click()
  await page.keyboard.press('Control+s')
  await expect.poll(() => said(page, 'save')).toHaveLength(saves + 1)
  await shape(page, 'start').click({ button: 'right' })
  await menuItem(page, '复制').click()
  await expect(shapes(page)).toHaveCount(13)
})

test('a sub-process is deleted with what is in it, after a question; its copy has children of its own', async ({
  browse,
}) => {
  const page = await openDesigner(browse, grouped())
  const before = await taken(page)
  const sub = await point(page, 'sub', 0, 0.8)
  await page.mouse.click(sub.x, sub.y, { button: 'right' })
  await menuItem(page, '复制').click()
  await expect(shapes(page)).toHaveCount(10)
  const copy = (await taken(page)).nodes.find(({ id }) => id === 'subProcess1')
  expect(copy?.properties.children).toEqual(['start2', 'task1', 'end2'])
  await tool(page, '撤销').click()
  await page.mouse.click(sub.x, sub.y, { button: 'right' })
  await menuItem(page, '删除').click()
  await dialog(page, '系统提示').getByRole('button', { name: '取消' }).click()
  await expect(shapes(page)).toHaveCount(6)
  await page.mouse.click(sub.x, sub.y, { button: 'right' })
  await menuItem(page, '删除').click()
  await agree(page, '子流程「验收」内的节点会一起删除')
  await expect(shapes(page)).toHaveCount(2)
  await isOneStep(page, before, await taken(page))
})

test('what is put into a sub-process belongs to it', async ({ browse }) => {
  const page = await openDesigner(browse, grouped())
  const palette = page.getByRole('toolbar', { name: '节点' })
  const box = await palette.getByRole('button', { name: '决策' }).boundingBox()
  const into = await point(page, 'sub', 0, -0.6)
  await pull(page, { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 15 }, into)
  const after = await taken(page)
  expect(after.nodes.find(({ id }) => id === 'sub')?.properties.children).toEqual([
    ...['in', 'check', 'out', 'decision1'],
  ])
  await tool(page, '撤销').click()
  const before = (await taken(page)).nodes.find(({ id }) => id === 'sub')
  expect(before?.properties.children).toEqual(['in', 'check', 'out'])
})

test('another definition is opened without the history of the former; loading changes nothing', async ({
  browse,
}) => {
  const other = {
    name: 'other',
    displayName: '',
    nodes: [node('only', 'task', 101.37, 53.5, '唯一')],
    edges: [],
  }
  const page = await openDesigner(browse, EXAMPLE, { other: JSON.stringify(other) })
  await shape(page, 'apply').click({ button: 'right' })
  await menuItem(page, '删除').click()
  await expect(tool(page, '撤销')).toBeEnabled()
  await page.getByRole('button', { name: '打开另一个' }).click()
  await expect(shapes(page)).toHaveCount(1)
  await idle(page, '撤销')
  await page.waitForTimeout(600)
  expect((await taken(page)).nodes[0]).toMatchObject({ x: 101.37, y: 53.5 })
  // While it is dragged it goes to the grid.
  await pullNode(page, 'only', 60, 40)
  const { x, y } = (await taken(page)).nodes[0] ?? { x: Number.NaN, y: Number.NaN }
  expect([x % 10, y % 10]).toEqual([0, 0])
})

test('what the host is told: every change once, a moment later; leaving with changes asks', async ({
  browse,
}) => {
  const page = await openDesigner(browse, EXAMPLE)
  let asked = 0
  page.on('dialog', (question) => {
    asked++
    void question.accept()
  })
  await expect(shapes(page)).toHaveCount(7)
  await page.waitForTimeout(600)
  expect(await said(page, 'change')).toEqual([])
  await shape(page, 'sign').click()
  await page.keyboard.press('Delete')
  await expect.poll(() => said(page, 'change')).toHaveLength(1)
  const [json] = await said(page, 'change')
  expect(JSON.parse(String(json)).nodes).toHaveLength(6)
  await page.goto(pageAt('designer'))
  await expect.poll(() => asked).toBe(1)
  await expect(shapes(page)).toHaveCount(7)
  await shape(page, 'sign').click()
  await page.keyboard.press('Delete')
  await save(page)
  await page.goto(pageAt('designer'))
  await expect(shapes(page)).toHaveCount(7)
  expect(asked).toBe(1)
})

test('P-123: a drawing is kept in the browser when it is saved, and every 30 seconds while it changes', async ({
  browse,
}) => {
  const page = await openDesigner(browse, EXAMPLE, {}, { clock: true })
  await expect(shapes(page)).toHaveCount(7)
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('LFDATA_stockin_')).length)
  await page.clock.fastForward(31_000)
  expect(await kept()).toBe(0)
  await save(page)
  expect(await kept()).toBe(1)
  await page.clock.fastForward(31_000)
  expect(await kept()).toBe(1)
  await shape(page, 'sign').click({ button: 'right' })
  await menuItem(page, '删除').click()
  await expect(shape(page, 'sign')).toHaveCount(0)
  await page.clock.fastForward(31_000)
  await expect.poll(kept).toBe(2)
  await page.clock.fastForward(31_000)
  expect(await kept()).toBe(2)
})

test('old drawings: diagonal bends become square, an edge without a type is one, a text offset shifts nothing', async ({
  browse,
}) => {
  const page = await openDesigner(browse, {
    name: 'old',
    displayName: '',
    nodes: [
      { id: 'a', type: 'task', x: '100', y: 100, text: '甲', properties: { width: '140' } },
      node('b', 'task', 500, 300, '乙'),
    ],
    edges: [
      {
        id: 't',
        sourceNodeId: 'a',
        targetNodeId: 'b',
        properties: { offset: '0,0' },
        startPoint: { x: 170, y: 100 },
        endPoint: { x: 440, y: 300 },
        pointsList: [
          { x: 170, y: 100 },
          { x: 300, y: 220 },
          { x: 440, y: 300 },
        ],
      },
    ],
  })
  await expect(shapes(page)).toHaveCount(2)
  const { nodes, edges } = await taken(page)
  expect(nodes[0]).toMatchObject({
    x: 100,
    text: { x: 100, y: 100, value: '甲' },
    properties: { width: 140 },
  })
  expect(edges[0]?.type).toBe('snaker:transition')
  expect(edges[0]?.properties.offset).toBeUndefined()
  const points = edges[0]?.pointsList ?? []
  expect(points.length).toBeGreaterThan(2)
  for (const [index, { x, y }] of points.entries()) {
    const before = points[index - 1]
    if (before) expect(before.x === x || before.y === y).toBe(true)
  }
})

test('a definition that cannot be drawn says why', async ({ browse }) => {
  const page = await openDesigner(browse, { ...EXAMPLE, edges: [edge('e', 'apply', 'nowhere')] })
  await expect(page.getByRole('alert')).toContainText('连线「e」的起点或终点不存在')
  await expect(shapes(page)).toHaveCount(0)
})

test('unknown keys of elements and of the process come out as they went in', async ({ browse }) => {
  const [first, ...rest] = EXAMPLE.nodes
  const page = await openDesigner(browse, {
    ...EXAMPLE,
    owner: { team: 'wms' },
    nodes: [{ ...first, colour: 'red' }, ...rest],
    edges: EXAMPLE.edges.map((one) => ({ ...one, weight: 3 })),
  })
  await pullNode(page, 'start', 0, 40)
  const after = await taken(page)
  expect(after.owner).toEqual({ team: 'wms' })
  expect(after.nodes[0]).toMatchObject({ id: 'start', colour: 'red' })
  expect(after.edges.every((one) => Reflect.get(one, 'weight') === 3)).toBe(true)
})

test('a small map goes anywhere, an area chooses what is in it, a picture shows everything', async ({
  browse,
}) => {
  const page = await openDesigner(browse, grouped(true))
  await tool(page, '缩略图').click()
  const map = page.getByRole('img', { name: '缩略图' })
  await expect(map).toBeVisible()
  const before = await point(page, 'sub')
  await map.click({ position: { x: 20, y: 20 } })
  await expect.poll(async () => (await point(page, 'sub')).x).toBeGreaterThan(before.x + 50)
  await tool(page, '缩略图').click()
  await expect(map).toHaveCount(0)
  await tool(page, '适应画布').click()

  await tool(page, '框选').click()
  const start = await point(page, 'start')
  await pull(page, { x: start.x - 60, y: start.y - 60 }, { x: start.x + 60, y: start.y + 60 })
  await expect(page.locator('.lf-node-selected')).toHaveCount(1)
  const all = await point(page, 'end')
  await pull(page, { x: start.x - 60, y: start.y - 200 }, { x: all.x + 60, y: all.y + 220 })
  await tool(page, '框选').click()
  // Several are moved and deleted together.
  const count = await shapes(page).count()
  await pull(page, start, { x: start.x + 40, y: start.y })
  expect((await point(page, 'end')).x).toBeGreaterThan(all.x + 10)
  await page.mouse.click(start.x + 40, start.y, { button: 'right' })
  await expect(menuItem(page, '属性')).toHaveCount(0)
  await menuItem(page, '删除').click()
  await agree(page)
  await expect(shapes(page)).toHaveCount(0)
  for (let step = 0; step < 2; step++) await tool(page, '撤销').click()
  await expect(shapes(page)).toHaveCount(count)

  const files = page.waitForEvent('download')
  await tool(page, '导出图片').click()
  const file = await files
  expect(file.suggestedFilename()).toBe('分组.png')
  const stream = await file.createReadStream()
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  const png = Buffer.concat(chunks)
  // Unfolded it is more than 700 wide, at twice the sharpness.
  expect(png.readUInt32BE(16)).toBeGreaterThan(1400)
  // Afterwards it is folded as before.
  await expect(shape(page, 'check')).toHaveCount(0)
  await idle(page, '撤销')
})

function large(count: number) {
  const at = (index: number) => ({ x: 100 + (index % 25) * 180, y: 100 + Math.floor(index / 25) * 140 })
  const nodes = Array.from({ length: count }, (_, index) => {
    const type = index === 0 ? 'start' : index === count - 1 ? 'end' : 'task'
    return node(`n${index}`, type, at(index).x, at(index).y, `节点${index}`, { assignee: 'role:1' })
  })
  const edges = nodes.slice(1).map(({ id }, index) => edge(`e${index}`, nodes[index]?.id ?? '', id))
  return { name: 'large', displayName: '大流程', nodes, edges }
}

test('a thousand nodes open and move quickly, and are written quickly', async ({ browse }) => {
  const page = await openDesigner(browse, large(1000), {}, { fresh: true })
  const spent = await processorTime(page)
  await expect(shapes(page).first()).toBeVisible()
  const opened = await spent()
  expect(opened).toBeLessThan(await budgetIn(page, spent, 4000))
  // Only what is seen is drawn.
  expect(await shapes(page).count()).toBeLessThan(400)
  const before = await spent()
  await pullNode(page, 'n26', 120, 90)
  // A dozen pictures while it is pulled, each in a tenth of a second at most.
  const pulled = (await spent()) - before
  expect(pulled).toBeLessThan(await budgetIn(page, spent, 12 * 100))
  expect((await taken(page)).nodes).toHaveLength(1000)
})

for (const viewport of WIDTHS)
  test(`the designer is sound at ${viewport.width}`, async ({ browse }) => {
    const page = await openDesigner(browse, EXAMPLE, {}, { viewport })
    await expect(shapes(page)).toHaveCount(7)
    await looksRight(page)
    await accessible(page)
    await tool(page, '缩略图').click()
    await expect(page.getByRole('img', { name: '缩略图' })).toBeInViewport()
  })

test('the viewer tells what is pressed and pointed at, fits a phone, and changes nothing', async ({
  browse,
}) => {
  const page = await openDesigner(
    browse,
    EXAMPLE,
    { looking: true },
    { viewport: { width: 360, height: 780 } },
  )
  await expect(shapes(page)).toHaveCount(7)
  for (const id of ['start', 'end']) await expect(shape(page, id)).toBeInViewport()
  await shape(page, 'sign').hover()
  await expect.poll(async () => (await said(page, 'hover')).at(-1)).toBe('sign')
  await shape(page, 'sign').click()
  expect(await said(page, 'node')).toEqual(['sign'])
  await looksRight(page)
  await accessible(page)

  // Two fingers that move apart.
  const apart = async () => (await point(page, 'end')).x - (await point(page, 'start')).x
  const before = await apart()
  const touch = await page.context().newCDPSession(page)
  const fingers = (by: number) => [
    { x: 180 - by, y: 300, id: 1 },
    { x: 180 + by, y: 300, id: 2 },
  ]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) })
  for (const by of [60, 80, 100, 120])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(by) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(apart).toBeGreaterThan(before * 1.5)
  // One finger moves the drawing.
  const at = await point(page, 'apply')
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 100, y: 600 }] })
  for (const x of [120, 150, 180])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: 600 }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(async () => (await point(page, 'apply')).x).toBeGreaterThan(at.x + 40)
})

test('a viewer begins with the whole drawing, and never larger than it is', async ({ browse }) => {
  const ids = Array.from({ length: 30 }, (_, at) => `n${at}`)
  const chain = (count: number) => ({
    name: 'chain',
    displayName: '链',
    nodes: ids.slice(0, count).map((id, at) => node(id, 'task', 100 + at * 180, 100, id)),
    edges: ids.slice(1, count).map((id, at) => edge(`e${at}`, `n${at}`, id)),
  })
  const phone = { viewport: { width: 360, height: 780 } }
  const page = await openDesigner(browse, chain(30), { looking: true }, phone)
  const whole = { ratio: 1 }
  await expect(shape(page, 'n0')).toBeInViewport(whole)
  await expect(shape(page, 'n29')).toBeInViewport(whole)
  const small = await openDesigner(browse, chain(2), { looking: true })
  await expect(shape(small, 'n1')).toBeInViewport(whole)
  expect((await point(small, 'n1')).x - (await point(small, 'n0')).x).toBeCloseTo(180, 0)
})
