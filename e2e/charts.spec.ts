// Charts of the kit where they stand: what they say, the same figures as a table, and where their points lead. Screens §9.
import { openShop, saveProduct } from './support/catalog.ts'
import { inserted, query } from './support/database.ts'
import { accessible, looksRight, settled, WIDTHS } from './support/page.ts'
import { person, unique } from './support/people.ts'
import { askAs, begin, deployLine, WORKS, waiting } from './support/process.ts'
import { expect, front, row, test } from './support/test.ts'

test('purchases of some months are drawn, read out and shown as a table; a month leads to its rows', async ({
  browse,
}) => {
  const name = unique('图')
  const companyId = await inserted(
    `insert into "company" ("orgCode", "orgName", "orgType", "channelIds", "districtId", "auditStatus", "inForce")
      values ($1, $1, '1', '{1202}', 1, 1, 1) returning "id"`,
    [name],
  )
  // Nothing in August.
  for (const [month, net, paid] of [
    ['2025-07', 950_000, 950_000],
    ['2025-09', 1_155_000, 0],
  ])
    await query(
      `insert into "buySummary" ("month", "companyId", "shoudaId", "payerId", "grossAmount", "netAmount", "paidAmount")
        values ($1, $2, $3, 0, $4, $4, $5)`,
      [month, companyId, -companyId, net, paid],
    )
  const page = await browse(
    await person('图月', { 采购汇总: [] }),
    `/company/buySummary?companyId=${companyId}`,
  )
  const screen = front(page)
  const drawing = screen.getByRole('img', { name: /每月采购/ })
  await expect(drawing).toHaveAccessibleName(
    '每月采购，单位元，共3个月份：净额最高11,550.00（2025-09），最低9,500.00（2025-07），最近11,550.00（2025-09）；已付最高9,500.00（2025-07），最低0.00（2025-09），最近0.00（2025-09）',
  )
  await expect(screen.getByText('单位：万元')).toBeVisible()
  await expect(drawing.locator('svg')).toContainText('2025-08')
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    await settled(page)
    await looksRight(page)
    await accessible(page)
  }
  await page.setViewportSize(WIDTHS[0])
  const place = screen.locator('.k-chart-place')
  const drawn = await place.boundingBox()
  await screen.getByRole('button', { name: '看表格' }).click()
  await expect(row(place, '2025-07')).toContainText('9,500.00')
  await expect(row(place, '2025-08')).toContainText('—')
  expect((await place.boundingBox())?.height).toBe(drawn?.height)
  await accessible(page)
  await place.getByRole('button', { name: '2025-09' }).click()
  await expect(page).toHaveURL(/month=2025-09/)
  await expect(screen.locator('.k-list .ant-table-row', { hasText: '2025-07' })).toHaveCount(0)
  await screen.getByRole('button', { name: '看图' }).click()
  await expect(drawing).toHaveAccessibleName(/共1个月份/)
})

test('prices hold until the next one; a point leads to what ruled then', async ({ browse }) => {
  const { id } = await saveProduct(await openShop())
  const skuId = await inserted('select "id" from "sku" where "productId" = $1', [id])
  await query(`delete from "skuPrice" where "skuId" = $1`, [skuId])
  for (const [price, from, to] of [
    [1280, 30, 10],
    [990, 10, null],
  ])
    await query(
      `insert into "skuPrice" ("skuId", "channelId", "price", "otPrice", "startTime", "endTime", "sourceType", "sourceId", "sourceLineId")
        values ($1, 1201, $2, $2, now() - make_interval(days => $3), now() - make_interval(days => $4), 'e2e', 1, $5)`,
      [skuId, price, from, to, from],
    )
  const page = await browse(
    await person('图价', { 价格日历: [] }),
    `/productBasePrice/calendar?skuId=${skuId}`,
  )
  await front(page).getByRole('tab', { name: '价格记录' }).click()
  const drawing = front(page).getByRole('img', { name: /售价走势，单位元，共3个时间/ })
  await expect(drawing).toHaveAccessibleName(/最高12\.80（.*最低9\.90（.*最近9\.90（现在）/)
  const records = front(page).getByRole('tabpanel', { name: '价格记录' }).locator('.ant-table-row')
  await expect(records).toHaveCount(2)
  // The first of its points; the drawing tells where it lies, and moves it there while the line is being drawn.
  await expect(async () => {
    await drawing.locator('svg path[transform]').first().click()
    await expect(records).toHaveCount(1, { timeout: 1000 })
  }).toPass()
  await expect(records).toContainText('12.80')
  await accessible(page)
})

test('the slowest nodes stand beside each other, and lead to the instances of their process', async ({
  browse,
}) => {
  const one = await person('图流', { ...WORKS, 流程监控: ['耗时统计'] })
  const process = await deployLine(['check', `user:${one.id}`])
  const title = unique('耗时')
  await begin(one, process, title)
  await query(`update "processTask" set "createTime" = now() - interval '3 hours' where "processName" = $1`, [
    process,
  ])
  await askAs(one, 'POST', `task/agree/${await waiting(one, title)}`, { comment: '同意' })
  const page = await browse(
    one,
    `/myToTransact/monitor?tab=statistics&processName=${process}&dateLimit=today`,
  )
  const nodes = front(page).locator('figure', { hasText: '节点耗时' })
  await expect(nodes.getByRole('img', { name: /单位小时/ })).toBeVisible()
  await nodes.getByRole('button', { name: '看表格' }).click()
  await accessible(page)
  await nodes.getByRole('button', { name: /check/ }).click()
  await expect(page).toHaveURL(new RegExp(`tab=instance&processName=${process}`))
  await expect(front(page).locator('.ant-table-row')).toHaveCount(1)
})
