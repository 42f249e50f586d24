// Lines of the process designer: nodes put into them, where a pulled one may end, and the drawer beside the drawing.
import type { Locator, Page } from '@playwright/test'
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
  pullTo,
  save,
  shape,
  taken,
  tool,
} from './support/drawing.ts'
import { accessible, looksRight } from './support/page.ts'
import { expect, remark, test } from './support/test.ts'

/** Nothing is shown of what is pressed: only the drawing counts. */
const SILENT = { disabledClickTypes: [...NODE_TYPES, 'transition'] }

/** start → route → (大额) → sign → end, with a task that stands apart. */
const WAYS = {
  name: 'ways',
  displayName: '连线',
  nodes: [
    node('start', 'start', 80, 200, '开始'),
    node('route', 'decision', 220, 200, '金额判断'),
    node('sign', 'task', 620, 200, '采购委员会', { assignee: 'committee' }),
    node('keeper', 'task', 620, 380, '仓库主管', { assignee: 'role:3' }),
    node('end', 'end', 800, 200, '结束'),
    node('free', 'task', 300, 520, '复核', { assignee: 'role:1' }),
  ],
  edges: [
    edge('e1', 'start', 'route'),
    { ...edge('big', 'route', 'sign', { expr: '#amount >= 10000' }), text: '大额' },
    edge('small', 'route', 'keeper'),
    edge('e3', 'sign', 'end'),
    edge('e4', 'keeper', 'end'),
  ],
}

const way = (page: Page, id?: string) =>
  page.locator(id === undefined ? '.ts-way' : `.ts-way[data-id="${id}"]`)
const marked = (page: Page) => page.locator('.ts-may, .ts-may-not')
const drawer = (page: Page) => page.getByRole('dialog', { name: /^设置/ })

async function inPalette(page: Page, kind: string) {
  const button = page.getByRole('toolbar', { name: '节点' }).getByRole('button', { name: kind, exact: true })
  const box = await button.boundingBox()
  if (box === null) throw new Error(kind)
  return { x: box.x + 20, y: box.y + 15 }
}

/** A point between two nodes, a share of the way, some pixels below the line. */
async function between(page: Page, from: string, to: string, share = 0.5, below = 0) {
  const [a, b] = [await point(page, from, 1, 0), await point(page, to, -1, 0)]
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share + below }
}

/** A point of a line, a share of its length from where it begins. */
const along = (line: Locator, share: number) =>
  line
    .locator('polyline')
    .first()
    .evaluate((shown, share) => {
      if (!(shown instanceof SVGPolylineElement)) throw new Error('a line is drawn as one')
      const { x, y } = shown
        .getPointAtLength(shown.getTotalLength() * share)
        .matrixTransform(shown.getScreenCTM() ?? undefined)
      return { x, y }
    }, share)

const ends = async (page: Page) =>
  (await taken(page)).edges.map(({ id, sourceNodeId, targetNodeId }) => [id, sourceNodeId, targetNodeId])

test('a node dropped on a line splits it: name and condition stay on the first half, and it is one step', async ({
  browse,
}) => {
  const page = await openDesigner(browse, WAYS, SILENT)
  const before = await taken(page)
  await pullTo(page, await inPalette(page, '任务'), await between(page, 'route', 'sign', 0.5, 14))
  // The line that takes it stands out, no other one.
  await expect(way(page, 'big')).toHaveClass(/ts-here/)
  await expect(marked(page)).toHaveCount(1)
  await page.mouse.up()
  await expect(marked(page)).toHaveCount(0)
  await expect(shape(page, 'task1')).toBeVisible()
  const after = await taken(page)
  expect(after.edges.map(({ id, sourceNodeId, targetNodeId }) => [id, sourceNodeId, targetNodeId])).toEqual([
    ['e1', 'start', 'route'],
    ['big', 'route', 'task1'],
    ['transition1', 'task1', 'sign'],
    ['small', 'route', 'keeper'],
    ['e3', 'sign', 'end'],
    ['e4', 'keeper', 'end'],
  ])
  const { xml } = await save(page)
  expect(xml).toMatch(
    /<decision name="route"[^>]*>\s*<transition name="big" displayName="大额"[^>]* to="task1"/,
  )
  expect(xml).toMatch(/<transition name="big"[^>]* expr="#amount &gt;= 10000"/)
  expect(xml).toMatch(/<task name="task1"[^>]*>\s*<transition name="transition1" to="sign" g=""/)
  // It came to lie on the line, so both halves are straight.
  expect(after.nodes.find(({ id }) => id === 'task1')?.y).toBe(200)
  for (const id of ['big', 'transition1'])
    expect(after.edges.find((one) => one.id === id)?.pointsList.map(({ y }) => y)).toEqual([200, 200])
  await isOneStep(page, before, after)
})

test('what is dropped beside lines, and a start or an end on one, splits nothing', async ({ browse }) => {
  const page = await openDesigner(browse, WAYS, SILENT)
  const before = await ends(page)
  for (const kind of ['开始', '结束']) {
    await pullTo(page, await inPalette(page, kind), await between(page, 'route', 'sign'))
    await expect(marked(page)).toHaveCount(0)
    await page.mouse.up()
  }
  await pull(page, await inPalette(page, '任务'), await between(page, 'route', 'sign', 0.5, -110))
  // On the way to its place it passes a line, and then another node.
  const onLine = await between(page, 'route', 'sign', 0.75)
  await pullTo(page, await inPalette(page, '任务'), onLine)
  await expect(way(page, 'big')).toHaveClass(/ts-here/)
  const sign = await point(page, 'sign')
  await page.mouse.move(sign.x, sign.y, { steps: 4 })
  await expect(marked(page)).toHaveCount(0)
  await page.mouse.move(onLine.x, onLine.y, { steps: 4 })
  await expect(way(page, 'big')).toHaveClass(/ts-here/)
  // Out of the drawing again nothing is dropped.
  const bar = await tool(page, '查看数据').boundingBox()
  await page.mouse.move((bar?.x ?? 0) + 10, (bar?.y ?? 0) + 10, { steps: 4 })
  await expect(marked(page)).toHaveCount(0)
  await page.mouse.up()
  expect(await ends(page)).toEqual(before)
})

test('a node without ways is moved into a line; one that has ways only changes its place', async ({
  browse,
}) => {
  const page = await openDesigner(browse, WAYS, SILENT)
  const before = await taken(page)
  const free = await point(page, 'free')
  await pullTo(page, free, await between(page, 'route', 'sign'))
  await expect(way(page, 'big')).toHaveClass(/ts-here/)
  await page.mouse.up()
  await expect(way(page, 'transition1')).toHaveCount(1)
  const after = await taken(page)
  expect(await ends(page)).toContainEqual(['big', 'route', 'free'])
  expect(await ends(page)).toContainEqual(['transition1', 'free', 'sign'])
  await isOneStep(page, before, after)
  await tool(page, '撤销').click()
  await pullTo(page, await point(page, 'keeper'), await between(page, 'route', 'sign'))
  await expect(marked(page)).toHaveCount(0)
  await page.mouse.up()
  expect(await ends(page)).toEqual(
    before.edges.map(({ id, sourceNodeId, targetNodeId }) => [id, sourceNodeId, targetNodeId]),
  )
})

test('with the keyboard a node goes into the line that is chosen, half way', async ({ browse }) => {
  const page = await openDesigner(browse, WAYS, SILENT)
  const before = await taken(page)
  const at = await between(page, 'route', 'sign', 0.25)
  await page.mouse.click(at.x, at.y)
  const palette = page.getByRole('toolbar', { name: '节点' })
  await palette.getByRole('button', { name: '分支', exact: true }).press('Enter')
  const after = await taken(page)
  expect(await ends(page)).toContainEqual(['big', 'route', 'fork1'])
  expect(await ends(page)).toContainEqual(['transition1', 'fork1', 'sign'])
  expect(after.nodes.find(({ id }) => id === 'fork1')).toMatchObject({ x: (245 + 560) / 2, y: 200 })
  await isOneStep(page, before, after)
})

test('a line within a sub-process takes what is dropped there, one around it does not; a folded one is no hindrance', async ({
  browse,
}) => {
  const page = await openDesigner(browse, grouped(), SILENT)
  const inner = await between(page, 'in', 'check')
  await pull(page, await inPalette(page, '决策'), inner)
  const split = await taken(page)
  expect(await ends(page)).toContainEqual(['b', 'in', 'decision1'])
  expect(await ends(page)).toContainEqual(['transition1', 'decision1', 'check'])
  expect(split.nodes.find(({ id }) => id === 'sub')?.properties.children).toEqual([
    ...['in', 'check', 'out', 'decision1'],
  ])
  const folded = await openDesigner(browse, grouped(true), SILENT)
  const before = await taken(folded)
  // The line that is seen begins at the folded one, and stands for the real one.
  await pull(folded, await inPalette(folded, '决策'), await along(way(folded).last(), 0.7))
  const after = await taken(folded)
  expect(await ends(folded)).toContainEqual(['d', 'sub', 'decision1'])
  expect(await ends(folded)).toContainEqual(['transition1', 'decision1', 'end'])
  expect(after.nodes.find(({ id }) => id === 'sub')).toEqual(before.nodes.find(({ id }) => id === 'sub'))
  await isOneStep(folded, before, after)
})

test('while a line is pulled: who may take it, where it ends, and why it must not end elsewhere', async ({
  browse,
}) => {
  const page = await openDesigner(browse, WAYS, SILENT)
  await shape(page, 'sign').click()
  const why = page.locator('.ts-canvas-reason')
  await pullTo(page, await point(page, 'sign', 1, 0), await between(page, 'sign', 'end', 0.4, 60))
  for (const id of ['keeper', 'route', 'free']) await expect(shape(page, id)).toHaveClass(/ts-may(?!-)/)
  for (const id of ['start', 'end']) await expect(shape(page, id)).toHaveClass(/ts-may-not/)
  await expect(shape(page, 'sign')).not.toHaveClass(/ts-may/)
  await expect(page.locator('.ts-here')).toHaveCount(0)
  await expect(why).toBeHidden()
  for (const [id, text] of [
    ['start', '起始节点不能作为边的终点'],
    ['end', '两个节点之间已存在连线'],
    ['sign', '节点不能连接自身'],
  ] as const) {
    const over = await point(page, id)
    await page.mouse.move(over.x, over.y, { steps: 6 })
    await expect(why).toHaveText(text)
    await expect(page.locator('.ts-here')).toHaveCount(0)
  }
  // On the body of a node it ends at the nearest of its four points.
  const body = await point(page, 'keeper', 0.1, -0.6)
  await page.mouse.move(body.x, body.y, { steps: 6 })
  await expect(page.locator('.ts-here')).toHaveCount(1)
  await expect(shape(page, 'keeper')).toHaveClass(/ts-here/)
  await expect(why).toBeHidden()
  await expect(shape(page, 'keeper').locator('.lf-node-anchor[r="7"]')).toHaveCount(1)
  await accessible(page)
  await page.mouse.up()
  await expect(marked(page)).toHaveCount(0)
  expect((await taken(page)).edges.at(-1)).toMatchObject({
    id: 'transition1',
    sourceNodeId: 'sign',
    targetNodeId: 'keeper',
    targetAnchorId: 'keeper_0',
  })
  expect((await save(page)).xml).toMatch(/<transition name="transition1" to="keeper"/)
  // Let go where it must not end it is gone, and so are the marks.
  await pull(page, await point(page, 'sign', 1, 0), await point(page, 'start'))
  await expect(remark(page, '起始节点不能作为边的终点')).toBeVisible()
  await expect(marked(page)).toHaveCount(0)
  await expect(why).toBeHidden()
})

test('the end of a line that is led elsewhere shows the same', async ({ browse }) => {
  const page = await openDesigner(browse, WAYS, SILENT)
  const at = await between(page, 'sign', 'end', 0.5)
  await page.mouse.click(at.x, at.y)
  await pullTo(page, await point(page, 'end', -1, 0), await point(page, 'start'))
  await expect(page.locator('.ts-canvas-reason')).toHaveText('起始节点不能作为边的终点')
  await expect(shape(page, 'start')).toHaveClass(/ts-may-not/)
  const keeper = await point(page, 'keeper', 0, -0.5)
  await page.mouse.move(keeper.x, keeper.y, { steps: 6 })
  await expect(shape(page, 'keeper')).toHaveClass(/ts-here/)
  await page.mouse.up()
  await expect(marked(page)).toHaveCount(0)
  expect(await ends(page)).toContainEqual(['e3', 'sign', 'keeper'])
})

test('the drawer stands beside the drawing, which stays in use and keeps what is chosen in sight', async ({
  browse,
}) => {
  const page = await openDesigner(browse, EXAMPLE)
  const canvas = page.locator('.ts-canvas')
  const wide = (await canvas.boundingBox())?.width ?? 0
  const right = async () => {
    const box = await canvas.boundingBox()
    return (box?.x ?? 0) + (box?.width ?? 0)
  }
  await shape(page, 'end').click()
  await expect(drawer(page)).toBeVisible()
  // The drawer may still be moving in.
  await expect
    .poll(async () => (await drawer(page).boundingBox())?.x ?? 0)
    .toBeGreaterThanOrEqual(await right())
  const narrow = (await canvas.boundingBox())?.width ?? 0
  expect(narrow).toBeLessThan(wide - 400)
  expect(narrow).toBeGreaterThan(600)
  // What was pressed has not gone behind it.
  expect((await point(page, 'end', 1, 0)).x).toBeLessThan(await right())
  await expect(shape(page, 'end')).toBeInViewport({ ratio: 1 })
  // What is typed is kept when another node is pressed, and a line is drawn meanwhile.
  await drawer(page).getByLabel('显示名称').fill('完成')
  await shape(page, 'post').click()
  await expect(drawer(page).getByLabel('编号', { exact: true })).toHaveValue('post')
  await drawer(page).getByLabel('方法名称').fill('post')
  await connect(page, 'keeper', 'sign')
  await expect(drawer(page).getByLabel('编号', { exact: true })).toHaveValue('keeper')
  const after = await taken(page)
  expect(after.nodes.find(({ id }) => id === 'end')?.text?.value).toBe('完成')
  expect(after.nodes.find(({ id }) => id === 'post')?.properties.methodName).toBe('post')
  expect(await ends(page)).toContainEqual(['transition1', 'keeper', 'sign'])
  // A name that cannot be keeps the drawer where it is.
  await drawer(page).getByLabel('编号', { exact: true }).fill('sign')
  await shape(page, 'post').click()
  await expect(drawer(page)).toContainText('编号已存在')
  await drawer(page).getByRole('button', { name: '恢复为 keeper' }).click()
  await looksRight(page)
  await accessible(page)
  await drawer(page)
    .getByRole('button', { name: /关闭|Close/ })
    .click()
  await expect(drawer(page)).toHaveCount(0)
  await expect.poll(async () => (await canvas.boundingBox())?.width).toBe(wide)
})
