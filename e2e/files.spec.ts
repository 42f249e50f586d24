// What comes in and goes out: spreadsheets with errors, exports that are given up, pictures; and the small masters.
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { budget } from '../tests/ownTime.ts'
import { call } from './support/api.ts'
import { openShop } from './support/catalog.ts'
import { query } from './support/database.ts'
import { left } from './support/env.ts'
import { csvOf, sheetOf } from './support/files.ts'
import { accessible, looksRight } from './support/page.ts'
import { ask, person, unique } from './support/people.ts'
import { colour } from './support/pictures.ts'
import {
  agree,
  choose,
  dialog,
  expect,
  front,
  openMenu,
  press,
  remark,
  row,
  search,
  test,
  told,
} from './support/test.ts'

const IMPORTER = { 我的上传: [], 商品库商品: ['导入', '查看成本'] }
const HEADINGS = ['外部编号', '商品名称', '分类路径', '单位', '售价', '封面图地址']

interface Sheet {
  name: string
  mimeType: string
  buffer: Buffer
}

/** 100 products of one category; `bad` are the numbers of the rows of the sheet that hold an error. */
async function products(
  bad: readonly number[],
): Promise<{ rows: string[][]; begin: string; sheet(all: string[][]): Sheet }> {
  const { cateId } = await openShop()
  const category = await ask<{ name: string }>('GET', `/admin/category/info?id=${cateId}`)
  const begin = unique('E')
  const rows = Array.from({ length: 100 }, (_, index) => {
    const price = bad.includes(index + 2) ? '很贵' : '12.80'
    return [
      `${begin}-${index + 1}`,
      `${begin} 酸奶 ${index + 1}`,
      category.name,
      '盒',
      price,
      '/upload/a.jpg',
    ]
  })
  return {
    rows,
    begin,
    sheet: (all) => ({ name: '商品.csv', mimeType: 'text/csv', buffer: csvOf([HEADINGS, ...all]) }),
  }
}

const fixed = (rows: readonly string[][]) =>
  rows.map((cells) => cells.map((cell) => (cell === '很贵' ? '13.20' : cell)))

test('C9-17: an import with two bad rows writes nothing, corrected it writes all, again it changes nothing', async ({
  browse,
}) => {
  const { rows, begin, sheet } = await products([7, 50])
  const page = await browse(await person('钱进', IMPORTER), '/storerepo/product')
  const count = async () => {
    await search(page, begin)
    await expect(front(page).getByRole('status', { name: '加载中' })).toHaveCount(0)
  }
  await front(page).getByRole('button', { name: /导入$/ }).click()
  const box = dialog(page, '导入商品')
  const send = async (all: string[][]) => {
    await box.getByLabel('选择导入文件').setInputFiles(sheet(all))
    await box.getByLabel('导入（有错误则全部不导入）').check()
    await box.getByRole('button', { name: '开始导入' }).click()
  }
  await send(rows)
  await expect(box.getByRole('listitem')).toHaveText([
    '第7行 售价：售价格式不正确，例：1299.00',
    '第50行 售价：售价格式不正确，例：1299.00',
  ])
  await expect(box.getByRole('status')).toContainText('成功0')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    box.getByRole('button', { name: '下载错误报告' }).click(),
  ])
  const [headings, ...refused] = await sheetOf(file)
  expect(headings?.slice(-3)).toEqual(['结果', '错误字段', '错误原因'])
  expect(refused.map((cells) => [cells[0], ...cells.slice(-3)])).toEqual([
    [`${begin}-6`, '失败', '售价', '售价格式不正确，例：1299.00'],
    [`${begin}-49`, '失败', '售价', '售价格式不正确，例：1299.00'],
  ])
  expect(await ask('GET', `/admin/storerepo/product/list?type=0&keywords=${begin}`)).toMatchObject({
    total: 0,
  })

  for (const again of [false, true]) {
    await box.getByRole('button', { name: '再导入一个文件' }).click()
    await send(fixed(rows))
    if (again) await agree(page, '该文件已导入过')
    await expect(box.getByRole('status')).toContainText('成功100')
    await expect(box.getByText('导入完成')).toBeVisible()
  }
  await box.getByRole('button', { name: '完成' }).click()
  await count()
  await expect(front(page).getByText('共 100 条')).toBeVisible()
})

test('P16-24: good rows are taken, the workbook of the bad ones is corrected and sent', async ({
  browse,
}) => {
  const { rows, sheet } = await products([7, 50, 99])
  const page = await browse(await person('钱进', IMPORTER), '/file/uploadFile')
  const open = async () => {
    await front(page)
      .getByRole('button', { name: /新增导入$/ })
      .first()
      .click()
    await dialog(page, '新增导入')
      .getByRole('button', { name: /(^| )商品$/ })
      .click()
  }
  const box = dialog(page, '导入商品')
  const send = async (file: Sheet) => {
    await box.getByLabel('选择导入文件').setInputFiles(file)
    await box.getByLabel('导入，跳过错误行').check()
    await box.getByRole('button', { name: '开始导入' }).click()
  }
  await open()
  await send(sheet(rows))
  await expect(box.getByRole('status')).toContainText('成功97失败3')
  await box.getByRole('button', { name: '完成' }).click()
  const partly = row(front(page), '部分成功')
  await expect(partly).toHaveCount(1)
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, partly, '错误文件')])
  const refused = await sheetOf(file)
  expect(refused).toHaveLength(4)

  await open()
  await send({ name: '更正.csv', mimeType: 'text/csv', buffer: csvOf(fixed(refused)) })
  await expect(box.getByRole('status')).toContainText('成功3失败0')
  await box.getByRole('button', { name: '完成' }).click()
  await expect(row(front(page), '已完成')).toHaveCount(1)
})

test('P16-23: an export is given up half-way, and files belong to one person', async ({ browse }) => {
  const account = unique('robot')
  await query(
    `insert into "loginLog" ("account", "result", "message", "ip", "browser")
     select $1, 1, '登录成功', '10.0.0.1', 'Chrome ' || n from generate_series(1, 80000) as n`,
    [account],
  )
  const owner = await person('孙停', { 系统日志: ['导出'], 我的下载: [] })
  const page = await browse(owner, `/systemLog?tab=login&account=${account}`)
  await front(page).getByRole('button', { name: /导出$/ }).click()
  await openMenu(page, '文件管理', '我的下载')
  const task = row(front(page), '登录日志')
  await press(page, task, '取消')
  await agree(page, '确定取消该任务吗？')
  const asked = Date.now()
  await expect(task).toContainText('已取消')
  expect(Date.now() - asked).toBeLessThan(budget(2000, Date.now))
  await expect(task.getByRole('button', { name: '下载' })).toHaveCount(0)
  await query('delete from "loginLog" where "account" = $1', [account])

  await page.goto(`/systemLog?tab=login&account=${owner.account}`)
  await front(page).getByRole('button', { name: /导出$/ }).click()
  await openMenu(page, '文件管理', '我的下载')
  await expect(row(front(page), '已完成')).toHaveCount(1)
  const fetched = async (token: string, fileName: string) =>
    (
      await page.request.get('/api/common/download', { headers: { 'x-token': token }, params: { fileName } })
    ).text()
  const { list } = await ask<{ list: { resultName: string }[] }>(
    'GET',
    '/file/export/list?status=2',
    undefined,
    {
      base: left('full'),
      token: owner.token,
    },
  )
  const name = list[0]?.resultName ?? ''
  const other = await person('外人', { 系统日志: ['导出'], 我的下载: [] })
  expect(await fetched(owner.token, name)).toMatch(/^PK/)
  expect(await fetched(other.token, name)).toContain('"code":404')
  expect(await fetched(owner.token, '../secrets')).toContain('"code":404')
})

test('P16-21: what may not be uploaded is said, and the same picture is kept once', async ({ browse }) => {
  const page = await browse(
    await person('李图', { 图片管理: ['上传', '详情', '删除'], 商品列表: ['添加商品'], 添加商品: [] }),
    '/imageManagement/index',
  )
  const picture = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })
  const solid = (width: number, height: number, colour: string) =>
    sharp({ create: { width, height, channels: 3, background: colour } })
      .png()
      .toBuffer()
  const input = front(page).getByLabel('上传素材').first()
  await input.setInputFiles(picture('页面.png', Buffer.from('<html><script>alert(1)</script></html>')))
  await told(page, '文件格式不正确, 请上传')
  await input.setInputFiles({ name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('你好') })
  await told(page, '文件格式不正确, 请上传ico/jpg/jpeg/gif/png/bmp/mp4格式文件!')
  await input.setInputFiles(picture('很大.png', await solid(10_000, 6000, '#fff')))
  await told(page, '图片不能超过5000万像素')
  // One text, and no other: the notice has closed, and nothing has come in.
  await expect(remark(page, '上传中，请稍候')).toHaveCount(0)
  expect(await remark(page, /上传成功|失败/).count()).toBe(0)
  const small = await solid(40, 40, colour())
  const name = unique('图')
  await input.setInputFiles(Array.from({ length: 6 }, (_, index) => picture(`${name}${index}.png`, small)))
  await told(page, '上传文件数量不能超过 5 个!')
  for (const again of [1, 2]) {
    await input.setInputFiles(picture(`${name}-${again}.png`, small))
    await told(page, '上传成功')
  }
  await front(page).getByLabel('搜索名称').fill(name)
  await expect(front(page).getByTitle(name)).toHaveCount(1)
  await front(page).getByTitle('列表', { exact: true }).click()
  await front(page).getByRole('link', { name }).click()
  await expect(page).toHaveURL(/imageManagement\/info\/\d+$/)
  await expect(front(page).locator('.k-record-figures')).toContainText('40 × 40')
  await expect(front(page).getByText('没有被引用，可以删除')).toBeVisible()
  await looksRight(page)
  await accessible(page)

  await page.goto('/store/creatStore')
  await front(page).getByRole('button', { name: '商品封面图' }).click()
  const box = dialog(page, '上传图片')
  await box.getByRole('button', { name: '使用选中图片' }).click()
  await told(page, '请先选择图片')
  await box.getByLabel('搜索名称').fill(name)
  await box.getByTitle(name).first().click()
  await expect(box.getByText('已选 1 项')).toBeVisible()
  await box.getByRole('button', { name: '使用选中图片' }).click()
  await expect(box).toHaveCount(0)
  await expect(front(page).getByRole('img', { name: '商品封面图1' })).toBeVisible()
})

test('P §5.4, §10: columns are matched by hand and remembered; an export comes again by itself', async ({
  browse,
}) => {
  const one = await person('程列', { 我的下载: [], 品牌管理: [], 管理员列表: ['新增', '编辑', '导出'] })
  const page = await browse(one, '/operation/roleManager/adminList')
  const content = '登录名,姓名,手机号,部门,角色\n'
  const take = async (): Promise<Locator> => {
    await front(page).getByRole('button', { name: /导入$/ }).click()
    const box = dialog(page, '导入员工')
    await box.getByLabel('选择导入文件').setInputFiles({
      name: '员工.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${content}${unique('d')},丁列,13900000000,没有的部门,没有的角色\n`),
    })
    return box
  }
  const first = await take()
  await expect(first.getByText('缺少账号')).toBeVisible()
  await choose(page, first.getByLabel('账号 *'), '登录名')
  await expect(first.getByText('列对应：5 / 7 列')).toBeVisible()
  await looksRight(page)
  await accessible(page)
  await first.getByRole('button', { name: '开始校验' }).click()
  await expect(first.getByText('部门不存在')).toBeVisible()
  await first.getByRole('button', { name: '完成' }).click()
  const again = await take()
  await expect(again.getByText('列对应：5 / 7 列')).toBeVisible()
  await expect(again.getByText('缺少账号')).toHaveCount(0)
  await again.getByRole('button', { name: '取消' }).click()

  // Leaving at once would give the request up.
  const begun = page.waitForResponse('**/api/admin/system/admin/export')
  await front(page)
    .getByRole('button', { name: /^(?!.*模板).*导出$/ })
    .click()
  await begun
  await page.goto('/file/downloadFile')
  const line = row(front(page), '员工导出')
  await press(page, line, '定时导出')
  const form = dialog(page, '定时导出')
  await choose(page, form.getByLabel('周期'), '每周')
  await choose(page, form.getByLabel('日'), '周五')
  await form.getByRole('button', { name: /保\s*存/ }).click()
  await told(page, '创建成功')
  await front(page).locator('.k-list-bar').getByRole('button', { name: '定时导出' }).click()
  const plans = dialog(page, '定时导出')
  await expect(row(plans, '员工导出')).toContainText('每周五 08:00')
  await accessible(page)
  await press(page, row(plans, '员工导出'), '删除')
  await agree(page)
  await expect(plans.getByText('还没有定时导出')).toBeVisible()
})

test('C9-16: switches of categories follow the tree, and no category lies below itself', async ({
  browse,
}) => {
  const ids: number[] = []
  const names = ['上', '中', '下'].map((place) => unique(place))
  for (const name of names) {
    const body = { pid: ids.at(-1) ?? 0, name, type: 1, sort: 1, status: 1 }
    ids.push((await ask('POST', '/admin/category/save', body)).id)
  }
  const [top = '', middle = '', bottom = ''] = names
  const page = await browse(await person('周类', { 商品分类: ['编辑', '启用/停用'] }), '/store/sort')
  const shown = (name: string) => page.getByRole('switch', { name: new RegExp(`^${name}：`) })
  await front(page).getByRole('searchbox', { name: '搜索' }).fill(bottom)
  for (const name of names) await expect(shown(name)).toBeChecked()
  await shown(top).click()
  await agree(page, '隐藏后其下级分类也会隐藏，确定隐藏吗？')
  for (const name of names) await expect(shown(name)).not.toBeChecked()
  await shown(bottom).click()
  for (const name of names) await expect(shown(name)).toBeChecked()

  await press(page, row(front(page), top).first(), '编辑')
  const box = dialog(page, '编辑商品分类')
  await box.getByRole('combobox', { name: '上级分类' }).fill(bottom)
  await page.locator('.ant-select-tree').getByTitle(bottom).click()
  await box.getByRole('button', { name: '保存' }).click()
  await expect(box.getByText('上级分类不能是自己或下级')).toBeVisible()
  expect(await ask('GET', `/admin/category/info?id=${ids[0]}`)).toMatchObject({ pid: 0 })
  expect(await ask('GET', `/admin/category/info?id=${ids[1]}`)).toMatchObject({ pid: ids[0], name: middle })
})

test('C9-15, C-023, C-026: the dialog of specifications says what is missing', async ({ browse }) => {
  const one = await person('吴规', { 商品规格: ['新增', '编辑'] })
  const page = await browse(one, '/store/attr')
  await front(page).getByRole('button', { name: /新增$/ }).first().click()
  const box = dialog(page, '属性规格')
  const ok = box.locator('.ant-modal-footer').getByRole('button', { name: /确定$/ })
  const ruleName = unique('服装')
  await ok.click()
  await expect(box.getByText('请输入规格名称')).toBeVisible()
  await box.getByLabel('规格名称').fill(ruleName)
  await expect(box.getByText('请输入规格名称')).toHaveCount(0)
  await ok.click()
  await expect(ok).toBeDisabled()
  await told(page, '请至少添加一条属性规格！')
  await box.getByRole('button', { name: /新增新规格$/ }).click()
  await box.getByLabel('规格', { exact: true }).fill('尺码')
  await box.getByLabel('规格值').press('Enter')
  await told(page, '请添加规格名称')
  await box.getByLabel('规格值').fill('S,M,S')
  await box.getByLabel('规格值').press('Enter')
  const values = box.locator('.ant-tag')
  await expect(values).toHaveText(['S', 'M'])
  await box.getByLabel('尺码的属性').press('Enter')
  await told(page, '请添加属性')
  await box.getByLabel('尺码的属性').fill('M')
  await box.getByLabel('尺码的属性').press('Enter')
  await expect(values).toHaveText(['S', 'M'])
  // The arrow keys move a value, as dragging does.
  await values.last().press('ArrowLeft')
  await expect(values).toHaveText(['M', 'S'])
  await ok.click()
  await told(page, '提交成功')
  await expect(box).toHaveCount(0)
  await search(page, ruleName)
  await expect(row(front(page), ruleName)).toContainText('MS')
  const long = {
    ruleName: unique('长'),
    ruleValue: JSON.stringify([{ value: '一'.repeat(21), detail: ['S'] }]),
  }
  const named = {
    ...long,
    ruleName: '一'.repeat(21),
    ruleValue: JSON.stringify([{ value: '尺码', detail: ['S'] }]),
  }
  const answer = await call(left('full'), one.token, 'POST', '/admin/store/product/rule/save', named)
  expect(answer).toMatchObject({ code: 422, message: '规格名称不能超过20个字符' })
  expect((await call(left('full'), one.token, 'POST', '/admin/store/product/rule/save', long)).code).toBe(422)
})
