// Suppliers and carriers: from the draft to what may be chosen, what goes to SAP, and what a carrier takes.
import { accessible, looksRight } from './support/page.ts'
import { ask, creditCode, person, unique } from './support/people.ts'
import { agree, dialog, expect, front, press, row, search, test, told } from './support/test.ts'

const FUJIAN = 350000
const FUZHOU = 350100
const GUANGDONG = 440000

const address = {
  contactName: '林工',
  contactPhone: '13800138000',
  districtId: FUZHOU,
  address: '工业路1号',
  settleType: 3,
}

/** A supplier the administrator has handed in and passed. */
async function approvedSupplier(): Promise<{ id: number; name: string }> {
  const name = unique('鹭岛食品')
  const form = { supplierName: name, supplierType: 2, creditCode: creditCode(), ...address, submit: 1 }
  const { id } = await ask('POST', '/admin/supplier/save', form)
  await ask('POST', `/admin/supplier/examine/${id}`, { auditStatus: 1, opinion: '' })
  return { id, name }
}

test('a supplier is written by one, passed by another, and then waits for SAP', async ({ browse }) => {
  const name = unique('海峡乳业')
  const maker = await browse(
    await person('制单', { 供应商列表: ['新增', '编辑', '提交'] }),
    '/supplier/supplierList',
  )
  await front(maker).getByRole('button', { name: '新增' }).first().click()
  await expect(maker).toHaveURL(/addSupplier$/)
  const form = front(maker)
  await form.getByRole('button', { name: '保存并提交' }).click()
  await expect(form.getByText('请输入供应商名称')).toBeVisible()
  await form.getByLabel('供应商名称').fill(name)
  await form.getByRole('radio', { name: '生产商' }).check()
  await form.getByLabel('统一社会信用代码').fill(creditCode())
  await form.getByLabel('联系人').fill('林工')
  await form.getByLabel('联系手机').fill('13800138000')
  await form.getByLabel('地区').fill('福州')
  await maker.getByRole('menuitemcheckbox').or(maker.locator('.ant-cascader-menu-item')).first().click()
  await form.getByLabel('地址', { exact: true }).fill('工业路1号')
  await form.getByRole('radio', { name: '月结' }).check()
  await form.getByRole('button', { name: '保存并提交' }).click()
  await expect(maker).toHaveURL(/supplierList/)
  await search(maker, name)
  await expect(row(front(maker), name)).toContainText('待审核')

  const checker = await browse(
    await person('审核', { 供应商列表: ['审核'], SAP队列: ['作废'] }),
    '/supplier/supplierList',
  )
  await search(checker, name)
  await press(checker, row(front(checker), name), '审核')
  await expect(checker).toHaveURL(/infoSupplier\/\d+\/examine$/)
  await front(checker).getByRole('button', { name: '通过' }).click()
  // The timeline below, which is read after it, says so, too.
  await expect(front(checker).getByText('审核通过', { exact: true }).first()).toBeVisible()
  await accessible(checker)

  const code = await front(checker)
    .getByText(/^GY\d{5}$/)
    .first()
    .textContent()
  await checker.goto(`/sapQueue?keywords=${code}`)
  await press(checker, row(front(checker), code ?? ''), '报文')
  await expect(dialog(checker, '报文')).toContainText(name)
  await accessible(checker)
  await dialog(checker, '报文')
    .getByRole('button', { name: /关闭|Close/ })
    .click()
  await press(checker, row(front(checker), code ?? ''), '作废')
  const why = dialog(checker, '作废原因')
  await why.getByRole('textbox').fill('已手工录入')
  await why.getByRole('button', { name: '确定' }).click()
  await expect(row(front(checker), code ?? '')).toContainText('已作废')
})

test('what goes to SAP later waits for what went before; the earlier one is tried again or given up', async ({
  browse,
}) => {
  const name = unique('排队商行')
  const { id } = await ask('POST', '/admin/system/org/save', {
    orgName: name,
    orgType: '1',
    channelIds: [1202],
    creditCode: creditCode(),
    licenceFile: [{ name: '营业执照.pdf', url: '/upload/licence.pdf', size: 1000 }],
    districtId: FUZHOU,
    address: '五四路1号',
    contactName: '张三',
    contactPhone: '13800138000',
    submit: 1,
  })
  await ask('POST', `/admin/system/org/examine/${id}`, { auditStatus: 1 })
  await ask('POST', `/admin/system/org/pushSap/${id}`)
  const { orgCode } = await ask<{ orgCode: string }>('GET', `/admin/system/org/info/${id}`)
  const page = await browse(
    await person('对接', { SAP队列: ['重试', '批量重试', '作废'] }),
    `/sapQueue?keywords=${orgCode}`,
  )
  const first = row(front(page), orgCode).nth(1)
  const second = row(front(page), orgCode).nth(0)
  await expect(front(page)).toContainText('未配置SAP接口地址，队列等待中')
  await expect(second).toContainText('等待前序报文')
  await press(page, first, '重试')
  await told(page, '已重新排队')
  await press(page, first, '作废')
  const why = dialog(page, '作废原因')
  await why.getByRole('button', { name: '确定' }).click()
  await expect(why).toContainText('请输入作废原因')
  await why.getByRole('textbox').fill('已手工录入')
  await why.getByRole('button', { name: '确定' }).click()
  await expect(first).toContainText('已作废')
  await expect(first.getByRole('button', { name: /重试|作废/ })).toHaveCount(0)
  await expect(second).not.toContainText('等待前序报文')
})

test('an important change of a supplier waits, is marked beside what holds, and alone is shown to who decides', async ({
  browse,
}) => {
  const { id, name } = await approvedSupplier()
  const page = await browse(
    await person('改账', { 供应商列表: ['编辑', '提交', '撤回'] }),
    `/supplier/addSupplier/${id}`,
  )
  await front(page).getByLabel('银行账号').fill('6222000099998888')
  await front(page).getByLabel('地址', { exact: true }).fill('工业路2号')
  await front(page).getByRole('button', { name: '保存', exact: true }).click()
  await told(page, '成功')
  await page.goto(`/supplier/infoSupplier/${id}/see`)
  await expect(front(page)).toContainText('1项修改待审核，通过前仍使用原值')
  await front(page).getByRole('button', { name: '待审核的新值' }).hover()
  await expect(page.locator('.k-changed-other').filter({ visible: true })).toContainText('****8888')

  const judge = await browse(
    await person('审账', { 供应商列表: ['审核'] }),
    `/supplier/infoSupplier/${id}/examine`,
  )
  await expect(front(judge)).toContainText('标出的2项与上次审核通过时不同')
  await expect(front(judge)).toContainText('****8888')
  await expect(front(judge)).toContainText('工业路2号')
  await expect(front(judge).getByText('联系人', { exact: true })).toHaveCount(0)
  await front(judge).getByRole('button', { name: '原值' }).first().hover()
  await expect(judge.locator('.k-changed-other').filter({ visible: true })).toContainText('工业路1号')
  await looksRight(judge)
  await accessible(judge)
  // The value before lies over what stands beneath it, until the pointer leaves its mark.
  await judge.mouse.move(0, 0)
  await expect(judge.locator('.k-changed-other').filter({ visible: true })).toHaveCount(0)
  await front(judge).getByRole('button', { name: '查看全部内容' }).click()
  await expect(front(judge).getByText('联系人', { exact: true })).toBeVisible()

  await front(page).getByRole('button', { name: '撤回' }).click()
  await agree(page)
  await expect(front(page)).not.toContainText('待审核')
  await expect(front(page)).toContainText(name)
})

test('freight is tried out, and a carrier is stopped with a reason', async ({ browse }) => {
  const name = unique('闽运物流')
  const line = {
    fromCityId: FUJIAN,
    toCityId: GUANGDONG,
    firstQty: 100,
    firstFee: '80.00',
    nextQty: 10,
    nextFee: '6.50',
    hours: 48,
  }
  const { id } = await ask('POST', '/admin/logistics/provider/save', {
    providerName: name,
    creditCode: creditCode(),
    roadLicenceNo: '闽交350100000001',
    ...address,
    logisticsModes: [6],
    priceMode: 1,
    priceLines: [line],
    submit: 1,
  })
  await ask('POST', `/admin/logistics/provider/examine/${id}`, { auditStatus: 1, opinion: '' })
  const keeper = await person('管运', { 物流商列表: ['启用/停用'] })
  const page = await browse(keeper, `/logistics/infoLogistics/${id}/see?tab=freight`)
  const form = front(page)
  for (const [label, city] of [
    ['起始城市', '福州'],
    ['目的城市', '广州'],
  ] as const) {
    await form.getByLabel(label).fill(city)
    await page.locator('.ant-cascader-menu-item').filter({ visible: true }).first().click()
  }
  await form.getByLabel('重量(KG)').fill('237')
  await form.getByRole('button', { name: '试算' }).click()
  await expect(form.getByText('运费 171.00 元，时效 48 小时')).toBeVisible()
  await accessible(page)

  await form.getByRole('button', { name: '停用' }).click()
  const why = dialog(page, '停用原因')
  await why.getByRole('textbox').fill('服务到期')
  await why.getByRole('button', { name: '确定' }).click()
  await form.getByRole('tab', { name: '详情' }).click()
  await expect(form.getByText('服务到期').first()).toBeVisible()
})

test('who may only read is offered nothing else, and sees no phone in full', async ({ browse }) => {
  const { id, name } = await approvedSupplier()
  const reader = await person('只读', { 供应商列表: [] })
  const page = await browse(reader, '/supplier/supplierList', { viewport: { width: 360, height: 780 } })
  await front(page).getByText('展开').first().click()
  await expect(front(page).getByText('138****8000').first()).toBeVisible()
  await expect(front(page).getByRole('button', { name: '新增' })).toHaveCount(0)
  await page.goto(`/supplier/infoSupplier/${id}/examine`)
  await expect(front(page).getByRole('heading', { name })).toBeVisible()
  await expect(front(page).getByRole('button', { name: /通过|编辑|停用/ })).toHaveCount(0)
})
