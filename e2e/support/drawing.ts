import { expect, type Page } from '@playwright/test'
import { left, pageAt } from './env.ts'
import type { Browse, Way as Opening } from './test.ts'

/** The worked example of workflow §1.6, without what only the engine reads. */
export const EXAMPLE = {
  name: 'stockin',
  displayName: '入库单审批',
  instanceUrl: '/wms/infoStockin/{id}',
  nodes: [
    node('start', 'start', 80, 200, '开始'),
    node('apply', 'task', 200, 200, '提交入库单', { assignee: 'applicant' }),
    node('route', 'decision', 340, 200, '金额判断'),
    node('keeper', 'task', 480, 120, '仓库主管', {
      assignee: 'role:3',
      field: { candidateGroups: 'role:3' },
    }),
    node('sign', 'task', 480, 300, '采购委员会', { assignee: 'committee' }),
    node('post', 'custom', 660, 200, '过账', { clazz: 'postStock' }),
    node('end', 'end', 800, 200, '结束'),
  ],
  edges: [
    edge('e1', 'start', 'apply'),
    edge('e2', 'apply', 'route'),
    edge('small', 'route', 'keeper'),
    {
      ...edge('big', 'route', 'sign', { expr: '#amount >= 10000' }),
      startPoint: { x: 340, y: 225 },
      endPoint: { x: 420, y: 300 },
      pointsList: [
        { x: 340, y: 225 },
        { x: 340, y: 300 },
        { x: 420, y: 300 },
      ],
      text: { x: 352, y: 270, value: '大额' },
    },
    edge('e5', 'keeper', 'post'),
    edge('e6', 'sign', 'post'),
    edge('e7', 'post', 'end'),
  ],
}

/** A process whose middle is an inline sub-process with a task inside; `folded`: as it was saved. */
export function grouped(folded = false) {
  return {
    name: 'grouped',
    displayName: '分组',
    nodes: [
      node('start', 'start', 60, 200, '开始'),
      {
        ...node('sub', 'subProcess', 400, 200, '验收', {
          children: ['in', 'check', 'out'],
          isCollapsed: folded,
        }),
      },
      node('in', 'start', 230, 200, '开始'),
      node('check', 'task', 400, 200, '检查'),
      node('out', 'end', 570, 200, '结束'),
      node('end', 'end', 740, 200, '结束'),
    ],
    edges: [
      edge('a', 'start', 'sub'),
      edge('b', 'in', 'check'),
      edge('c', 'check', 'out'),
      edge('d', 'sub', 'end'),
    ],
  }
}

export function node(id: string, type: string, x: number, y: number, label: string, properties: object = {}) {
  return { id, type: `snaker:${type}`, x, y, text: { x, y, value: label }, properties }
}

export function edge(id: string, sourceNodeId: string, targetNodeId: string, properties: object = {}) {
  return { id, type: 'snaker:transition', sourceNodeId, targetNodeId, properties }
}

interface Drawn {
  id: string
  type: string
  x: number
  y: number
  text?: { value: string }
  properties: Record<string, unknown>
}

interface Way {
  id: string
  type: string
  sourceNodeId: string
  targetNodeId: string
  sourceAnchorId: string
  targetAnchorId: string
  pointsList: { x: number; y: number }[]
  text?: { value: string }
  properties: Record<string, unknown>
}

export interface Taken {
  name: string
  nodes: Drawn[]
  edges: Way[]
  [more: string]: unknown
}

/** Opens the test page of the designer in a window of its own, with a definition and what else the host gives. */
export async function openDesigner(
  browse: Browse,
  value: object | string,
  given: object = {},
  way: Opening = {},
): Promise<Page> {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const page = await browse(null, null, { ...way, base: left('pages'), given: { value: text, ...given } })
  await page.goto(pageAt('designer'))
  return page
}

/** What the host was told since it was asked last, of one kind. */
export async function said(page: Page, what: string): Promise<unknown[]> {
  const all: [string, unknown][] = await page.evaluate(() => Reflect.get(window, 'told'))
  return all.filter(([one]) => one === what).map(([, value]) => value)
}

/** Presses 保存 and answers what came out of it. */
export async function save(page: Page): Promise<{ json: string; xml: string; problems: object[] }> {
  const before = (await said(page, 'save')).length
  await tool(page, '保存').click()
  await expect.poll(async () => (await said(page, 'save')).length).toBe(before + 1)
  return page.evaluate(() => Reflect.get(window, 'told').findLast(([what]: [string]) => what === 'save')[1])
}

/** The drawing as it is given out. */
export async function taken(page: Page): Promise<Taken> {
  return JSON.parse((await save(page)).json)
}

/** Goes one step back and forth again and finds what was there before and after. */
export async function isOneStep(page: Page, before: object, after: object): Promise<void> {
  await tool(page, '撤销').click()
  expect(await taken(page)).toEqual(before)
  await tool(page, '重做').click()
  expect(await taken(page)).toEqual(after)
}

export function tool(page: Page, name: string) {
  return page.getByRole('toolbar', { name: '设计器工具栏' }).getByRole('button', { name, exact: true })
}

export function shape(page: Page, id: string) {
  return page.locator(`.lf-canvas-overlay [data-id="${id}"]`)
}

export function shapes(page: Page) {
  return page.locator('.lf-canvas-overlay .ts-node')
}

/** A point of a node, in the window: from −1 (left, top) to 1 (right, bottom) of its border. */
export async function point(page: Page, id: string, across = 0, down = 0) {
  return shape(page, id).evaluate(
    (group, [across, down]) => {
      const border = group.querySelector('.lf-basic-shape') ?? group
      const box = border.getBoundingClientRect()
      return {
        x: box.x + (box.width * (1 + (across ?? 0))) / 2,
        y: box.y + (box.height * (1 + (down ?? 0))) / 2,
      }
    },
    [across, down],
  )
}

/** Presses at one point and moves to another without letting go. */
export async function pullTo(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  // The first step is taken for the beginning of the drag.
  await page.mouse.move(from.x + Math.sign(to.x - from.x) * 12, from.y + Math.sign(to.y - from.y) * 12)
  await page.mouse.move(to.x, to.y, { steps: 8 })
}

/** Presses at one point and lets go at another. */
export async function pull(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await pullTo(page, from, to)
  await page.mouse.up()
}

/** Moves a node by pixels of the window. */
export async function pullNode(page: Page, id: string, right: number, down: number) {
  const from = await point(page, id, 0, 0.5)
  await pull(page, from, { x: from.x + right, y: from.y + down })
}

/** Draws an edge from the right side of a node to the middle of another. */
export async function connect(page: Page, from: string, to: string) {
  const middle = await point(page, from)
  await page.mouse.click(middle.x, middle.y)
  await pull(page, await point(page, from, 1, 0), await point(page, to))
}
