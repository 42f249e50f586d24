// Levels of companies: a month is computed, decided and seen on the company's level.
import { monthBefore2020, numberOf, query } from './support/database.ts'
import { accessible, looksRight, settled, WIDTHS } from './support/page.ts'
import { ask, person, unique } from './support/people.ts'
import {
  agree,
  choose,
  dialog,
  expect,
  front,
  openRow,
  press,
  row,
  search,
  test,
  told,
} from './support/test.ts'

const CHANNEL = 1203

test('C9-24: a month is scored by hand, handed in and passed by somebody else; the level moves', async ({
  browse,
}) => {
  const name = unique('评')
  await query(
    `insert into "company" ("orgCode", "orgName", "orgType", "channelIds", "districtId", "auditStatus", "inForce")
      values ($1, $1, '1', '{${CHANNEL}}', 1, 1, 1)`,
    [name],
  )
  const gold = unique('金')
  // A higher grade asks for a higher score, so the newest is the one that is reached.
  const grade = await numberOf('grade')
  const month = monthBefore2020(await numberOf('month'))
  await ask('POST', '/admin/system/org/level/save', {
    grade,
    levelName: gold,
    channelId: CHANNEL,
    minScore: grade,
  })
  // Only the first rule of a channel may begin in the past; no other test makes one here.
  await query('update "evaluationRule" set "isDel" = 1 where "channelId" = $1', [CHANNEL])
  await ask('POST', '/admin/system/org/evaluate/rule/save', {
    channelId: CHANNEL,
    effectiveMonth: month,
    lines: [
      { ruleName: '服务', dimension: 8, weight: 60, bands: [] },
      { ruleName: '采购额', dimension: 1, weight: 40, bands: [{ from: null, to: null, score: 80 }] },
    ],
  })
  const maker = await person('周评', {
    月度测评: ['生成', '重新计算', '提交全部'],
    组织等级评定: ['调整', '提交'],
  })
  const judge = await person('吴审', { 组织等级评定: ['审核'], 门店等级: [] })

  const page = await browse(maker, '/company/month')
  await page.getByRole('button', { name: '生成' }).first().click()
  const box = dialog(page, '生成月度测评')
  await box.getByLabel('月份').fill(month)
  await page.keyboard.press('Enter')
  await box.getByLabel('渠道').click()
  await page.getByTitle('CT渠道').last().click()
  await box.getByRole('button', { name: '保存' }).click()
  await told(page, '已生成测评')
  await openRow(row(front(page), month))
  const line = row(front(page), name)
  await expect(line).toBeVisible()
  await looksRight(page)
  await accessible(page)
  await line.getByRole('button', { name: '调整' }).click()
  const adjust = dialog(page, '调整评分')
  await adjust.getByLabel('人工评分').fill('90')
  await adjust.getByRole('button', { name: '保存' }).click()
  await expect(line.getByText('86.00', { exact: true })).toBeVisible()
  await front(page).getByRole('button', { name: '提交全部' }).click()
  await agree(page)
  await expect(line.getByText('待审核')).toBeVisible()

  const other = await browse(judge, '/company/orgLevelEvaluate')
  await press(other, row(front(other), name), '审核')
  await expect(front(other).getByText('人工评分').first()).toBeVisible()
  await looksRight(other)
  await front(other).getByRole('button', { name: '通过' }).click()
  await expect(front(other).getByText('审核通过').first()).toBeVisible()
  await expect(front(other).getByRole('button', { name: '调整' })).toHaveCount(0)
  await other.goto('/company/storeLevel?tab=log')
  await expect(row(front(other), name).getByText(gold)).toBeVisible()
})

test('an equity plan is drafted, handed in, passed and previewed; purchases of the month stand in the summary', async ({
  browse,
}) => {
  const name = unique('权')
  const kind = '4'
  await query(
    `with "one" as (insert into "company" ("orgCode", "orgName", "orgType", "channelIds", "districtId", "auditStatus", "inForce")
      values ($1, $1, '${kind}', '{${CHANNEL}}', 1, 1, 1) returning "id")
    insert into "buySummary" ("month", "companyId", "shoudaId", "payerId", "channelId", "grossAmount", "netAmount", "unpaidAmount")
      select '2026-09', "id", -"id", 0, ${CHANNEL}, 1155000, 1155000, 1155000 from "one"`,
    [name],
  )
  const maker = await person('周权', { 权益发放计划: ['新增', '编辑', '提交'], 采购汇总: ['推送对账'] })
  const judge = await person('吴权', { 权益发放计划: ['审核'] })

  const page = await browse(maker, '/company/equity/add')
  const form = front(page)
  await form.getByLabel('计划名称').fill(name)
  await form.getByLabel('开始日期').fill('2026-01-01')
  await page.keyboard.press('Enter')
  await form.getByLabel('结束日期').fill('2099-12-31')
  await page.keyboard.press('Enter')
  await form.getByLabel('发放日').fill('5')
  await form.getByRole('radio', { name: '单位类型' }).click()
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form.getByText('权益至少1行', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: '新增权益' }).click()
  await expect(form.getByText('权益至少1行', { exact: true })).toHaveCount(0)
  const line = row(form.locator('.k-lines'), '无需选择')
  await choose(page, line.getByRole('combobox').first(), '返利')
  await line.getByRole('spinbutton').first().fill('88')
  await choose(page, form.getByLabel('对象范围'), '机关事业单位')
  await looksRight(page)
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page).toHaveURL(/\/company\/equity$/)
  await search(page, name)
  await press(page, row(front(page), name), '提交')
  await agree(page)
  await expect(row(front(page), name)).toContainText('待审核')

  const other = await browse(judge, '/company/equity')
  await search(other, name)
  await press(other, row(front(other), name), '审核')
  await expect(other).toHaveURL(/\/examine$/)
  await front(other).getByRole('button', { name: '通过' }).click()
  await front(other).getByRole('button', { name: '预览名单' }).click()
  const preview = dialog(other, '预览名单')
  await expect(row(preview, name).getByText('88.00', { exact: true })).toBeVisible()
  await accessible(other)

  await page.goto('/company/buySummary')
  await expect(row(front(page), name)).toContainText('11,550.00')
  await openRow(row(front(page), name))
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    await settled(page)
    await looksRight(page)
  }
  await accessible(page)
})

test('the page of a level tells what it gives and which companies have it', async ({ browse }) => {
  const levelName = unique('银')
  const grade = await numberOf('grade')
  const level = await ask('POST', '/admin/system/org/level/save', {
    ...{ grade, levelName, channelId: CHANNEL, minScore: grade, discount: '95.00' },
  })
  const name = unique('级')
  await query(
    `insert into "company" ("orgCode", "orgName", "orgType", "channelIds", "districtId", "auditStatus", "inForce", "orgLevelId")
      values ($1, $1, '1', '{${CHANNEL}}', 1, 1, 1, $2)`,
    [name, level.id],
  )
  const page = await browse(
    await person('查级', { 门店等级: ['编辑'], 编辑组织等级: [], 客户关系: [] }),
    '/company/storeLevel',
  )
  await search(page, levelName)
  await openRow(row(front(page), levelName))
  await expect(page).toHaveURL(new RegExp(`/company/storeLevelInfo/${level.id}$`))
  await expect(front(page).locator('.k-record-figures')).toContainText('单位数1')
  await expect(row(front(page), name)).toBeVisible()
  await looksRight(page)
  await accessible(page)
  await front(page).getByRole('button', { name: '编辑' }).click()
  await expect(front(page).getByLabel('等级名称')).toHaveValue(levelName)
})
