// Companies and customers: from an agent's prospect to a company in force, by hands that may do only their part.
import { companyForm } from '../tests/companies.ts'
import { openShop, saveProduct } from './support/catalog.ts'
import { openCompany } from './support/companies.ts'
import { accessible, looksRight } from './support/page.ts'
import { ask, person, phone, unique } from './support/people.ts'
import { agree, choose, dialog, expect, front, press, row, search, test, told } from './support/test.ts'

/** A person as contact: no credit code, no licence. */
const personal = (orgName: string) =>
  companyForm({ orgName, orgType: '6', creditCode: '', licenceFile: [], contactPhone: phone(), submit: 1 })

test('a company is written by one and passed by another, who sees its file', async ({ browse }) => {
  const name = unique('闽江商行')
  const maker = await browse(
    await person('林制', { 客户关系: ['新增', '编辑', '提交'] }),
    '/company/relations',
  )
  await front(maker).getByRole('button', { name: '新增' }).first().click()
  const form = front(maker)
  await form.getByRole('button', { name: '保存并提交' }).click()
  await expect(form.getByText('请输入单位名称').last()).toBeVisible()
  await form.getByLabel('单位名称').fill(name)
  await choose(maker, form.getByLabel('单位类型'), '个人')
  await expect(form.getByLabel('统一社会信用代码')).toHaveCount(0)
  await choose(maker, form.getByLabel('渠道', { exact: true }), '供应链')
  await form.getByLabel('联系人').fill('陈一')
  await form.getByLabel('联系电话').fill('1234')
  await form.getByLabel('联系电话').fill(phone())
  await form.getByLabel('所在地区').fill('鼓楼区')
  await maker.locator('.ant-cascader-menu-item').first().click()
  await form.getByLabel('详细地址').fill('五四路1号')
  await form.getByRole('button', { name: '保存并提交' }).click()
  await told(maker, '已提交，等待审核')

  const boss = await browse(
    await person('郑审', { 客户关系: ['审核', '启用/停用'], 组织用户: [], 客户管理: [] }),
    '/company/relations',
  )
  await search(boss, name)
  await press(boss, row(front(boss), name), '审核')
  await expect(boss).toHaveURL(/infoCustomers\/\d+\/examine$/)
  await front(boss).getByRole('button', { name: '通过' }).click()
  await expect(front(boss).getByText('审核通过').first()).toBeVisible()
  await front(boss).getByRole('tab', { name: '跟进记录' }).click()
  await expect(front(boss).getByText('还没有跟进记录')).toBeVisible()
  await expect(front(boss).getByRole('region', { name: '时间线' })).toContainText('郑审 通过')
  await looksRight(boss)
  await accessible(boss)
})

test('a likely double is told before it is saved, and a closed company says why', async ({ browse }) => {
  const name = unique('鹭江海产')
  const { id } = await ask('POST', '/admin/system/org/save', personal(`${name}有限公司`))
  await ask('POST', `/admin/system/org/examine/${id}`, { id, auditStatus: 1 })
  const { id: twin } = await ask('POST', '/admin/system/org/save', personal(unique('另一家')))
  await ask('POST', `/admin/system/org/examine/${twin}`, { id: twin, auditStatus: 1 })

  const page = await browse(
    await person('何理', { 客户关系: ['编辑', '启用/停用'] }),
    `/company/addCustomers/${twin}`,
  )
  await front(page).getByLabel('单位名称').fill(`${name}股份有限公司`)
  await front(page).getByRole('button', { name: '保存', exact: true }).click()
  await agree(page, new RegExp(`已有相似的单位：${name}有限公司`))
  await told(page, '编辑成功')

  await page.goto(`/company/infoCustomers/${id}/see`)
  // Others see a phone without its middle.
  await expect(front(page).getByText(/^139\*{4}\d{4}$/)).toBeVisible()
  await press(page, front(page), '停用')
  const box = dialog(page, '停用原因')
  await box.getByRole('textbox').fill('长期欠款')
  await box.getByRole('button', { name: '确定' }).click()
  await expect(front(page).getByText('停用原因：长期欠款')).toBeVisible()
  await accessible(page)
})

test('an agent follows a customer up and gives them back to the pool; another claims them', async ({
  browse,
}) => {
  const rights = { 客户管理: ['新增', '写跟进', '放入公海', '领取'] }
  const [first, second] = [await person('吴一', rights), await person('吴二', rights)]
  for (const { id } of [first, second]) await ask('POST', '/admin/system/admin/update', { id, isAgent: 1 })
  const name = unique('意向客户')
  const page = await browse(first, '/customer/add_customers')
  const form = front(page)
  await form.getByLabel('客户名称').fill(name)
  await form.getByRole('radio', { name: '企业' }).check()
  await choose(page, form.getByLabel('来源'), '展会')
  await form.getByLabel('联系人').fill('刘三')
  await form.getByLabel('联系电话').fill(phone())
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await told(page, '创建成功')
  await page.goto('/customer/index')
  await search(page, name)
  const line = row(front(page), name)
  await press(page, line, '写跟进')
  const box = dialog(page, '写跟进')
  await box.getByRole('radio', { name: '拜访' }).check()
  await box.getByLabel('内容').fill('上门了解采购需求')
  await box.getByRole('button', { name: '保存' }).click()
  await told(page, '已记录')
  await press(page, line, '放入公海')
  await agree(page)
  await told(page, '操作成功')

  const other = await browse(second, '/customer/index?tab=pool', { viewport: { width: 360, height: 780 } })
  await looksRight(other)
  await search(other, name)
  await press(other, front(other).locator('.k-card').filter({ hasText: name }), '领取')
  await agree(other)
  await told(other, '领取成功')
})

test('a company opens on one page: what is wrong is told at its part, then all of it is saved', async ({
  browse,
}) => {
  const name = unique('同安水产')
  const clerk = await person('吴开', { 客户关系: ['一页开户', '提交'], 售达方: [], 组织用户: [] })
  const page = await browse(clerk, '/company/openCustomers')
  const part = (title: string) => front(page).getByRole('region', { name: title, exact: true })
  await part('单位').getByLabel('单位名称').fill(name)
  await choose(page, part('单位').getByLabel('单位类型'), '个人')
  await choose(page, part('单位').getByLabel('渠道', { exact: true }), '供应链')
  await part('单位').getByLabel('联系人').fill('陈一')
  await part('单位').getByLabel('联系电话').fill(phone())
  await part('单位').getByLabel('所在地区').fill('鼓楼区')
  await page.locator('.ant-cascader-menu-item').first().click()
  await part('单位').getByLabel('详细地址').fill('五四路1号')
  // What is known of the company stands in the other parts already.
  await expect(part('付款方').getByLabel('付款方名称')).toHaveValue(name)
  await expect(part('送达方').getByLabel('详细地址')).toHaveValue('五四路1号')
  for (const [label, value] of [
    ['销售组织', '1000'],
    ['分销渠道', '10'],
    ['产品组', '00'],
    ['付款条件', 'Z030'],
  ] as const)
    await part('售达方').getByLabel(label, { exact: true }).fill(value)
  await part('开票方').getByLabel('纳税人识别号').fill('350100123456789')
  await front(page).getByRole('button', { name: '保存', exact: true }).click()
  await expect(part('开票方').getByText('请选择发票类型').last()).toBeVisible()
  await expect(part('主账号').getByText('请输入登录账号').last()).toBeVisible()
  await accessible(page)
  // Left and come back to, nothing is lost but what is shown to few.
  await page.waitForTimeout(500)
  await page.reload()
  await expect(front(page).getByText(/已恢复\d{4}-\d\d-\d\d \d\d:\d\d未保存的内容/)).toBeVisible()
  await expect(front(page).getByRole('button', { name: '丢弃' })).toBeVisible()
  await expect(part('售达方').getByLabel('付款条件')).toHaveValue('Z030')
  await expect(part('单位').getByLabel('联系电话')).toHaveValue('')
  await part('单位').getByLabel('联系电话').fill(phone())
  await choose(page, part('开票方').getByLabel('发票类型'), '电子普票')
  await part('开票方').getByLabel('收票邮箱').fill('bill@example.com')
  await part('主账号')
    .getByLabel('登录账号')
    .fill(unique('open').replace(/[^a-zA-Z0-9]/g, ''))
  await part('主账号').getByRole('checkbox', { name: '采购' }).check()
  await front(page).getByRole('button', { name: '保存并提交' }).click()
  await told(page, '开户成功，已提交审核')
  await expect(page).toHaveURL(/infoCustomers\/\d+\/see$/)
  await front(page).getByRole('tab', { name: '合作方' }).click()
  await expect(front(page).getByText('售达方（1）')).toBeVisible()
})

test('of two companies that are one, one is kept', async ({ browse }) => {
  const name = unique('集美百货')
  const address = unique('集美路1号')
  for (const end of ['有限公司', '股份有限公司', '二店有限公司']) {
    const form = { ...personal(`${name}${end}`), address }
    const { id } = await ask('POST', '/admin/system/org/save', form)
    await ask('POST', `/admin/system/org/examine/${id}`, { id, auditStatus: 1 })
  }
  const page = await browse(
    await person('何并', { 重复单位: ['合并单位'], 客户关系: [] }),
    '/company/duplicates',
  )
  await search(page, name)
  await expect(front(page).getByText('名称相似').last()).toBeVisible()
  await looksRight(page)
  await accessible(page)
  await front(page).getByRole('button', { name: '合并' }).last().click()
  await front(page).getByLabel(`保留 ${name}股份有限公司`).check()
  await front(page)
    .getByRole('button', { name: `移出 ${name}二店有限公司` })
    .click()
  await expect(front(page).getByText('二店有限公司')).toHaveCount(0)
  await expect(front(page).getByText('合并将移动')).toBeVisible()
  await front(page).getByLabel('合并原因').fill('重复建档')
  await accessible(page)
  await front(page).getByRole('button', { name: '合并', exact: true }).click()
  await told(page, '合并成功')
  await expect(
    front(page)
      .getByRole('heading', { name: `${name}股份有限公司` })
      .or(front(page).getByText(`${name}股份有限公司`))
      .first(),
  ).toBeVisible()
  await expect(front(page).getByText('曾用编码')).toBeVisible()
})

test('价格与商品 of a company: its own prices, what its payers agreed on and its catalogue, within the reader’s rights', async ({
  browse,
}) => {
  const company = await openCompany()
  const { id: shouda } = await ask('POST', '/admin/system/org/shouda/save', {
    companyId: company.id,
    shoudaName: unique('华中售达'),
    channelId: 1202,
    salesOrg: '1000',
    distChannel: '10',
    division: '00',
    paymentTerms: 'Z030',
  })
  const { list: payers } = await ask<{ list: { id: number }[] }>(
    'GET',
    `/admin/system/org/payer/list?companyId=${company.id}`,
  )
  const { id, name } = await saveProduct(await openShop(), { submit: 1 })
  const { attrValue } = await ask<{ attrValue: { id: number }[] }>('GET', `/admin/store/product/info/${id}`)
  const skuId = attrValue[0]?.id ?? 0
  const { id: notice } = await ask('POST', '/admin/purpose/priceNotice/save', {
    noticeTitle: unique('客户价'),
    noticeType: 1,
    scopeType: 2,
    scopeIds: String(shouda),
    channelId: 1202,
    effectTime: Math.floor(Date.now() / 1000) - 60,
    reason: '年度协议',
    lines: [{ skuId, newPrice: '11.50' }],
    submit: 1,
  })
  await ask('POST', `/admin/purpose/priceNotice/examine/${notice}`, { id: notice, auditStatus: 1 })
  await ask('POST', '/admin/payerproduct/save', {
    payerId: payers[0]?.id,
    skuIds: String(skuId),
    startDate: '2026-01-01',
    endDate: '2099-12-31',
    settlePrice: '11.20',
  })
  await ask('POST', `/admin/store/product/directory/${id}`, {
    isDirectory: 1,
    scopeType: 2,
    scopeIds: [company.id],
  })
  const address = `/company/infoCustomers/${company.id}/see`
  const page = await browse(
    await person('林价', { 客户关系: [], 付款方商品: [], 目录商品: [], 商品列表: [] }),
    address,
  )
  await front(page).getByRole('tab', { name: '价格与商品' }).click()
  const part = (title: string) =>
    front(page)
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: title }) })
  await expect(row(part('售达方价格'), name)).toContainText('11.50')
  await expect(row(part('付款方商品'), name)).toContainText('11.20')
  await expect(row(part('目录商品'), name)).toBeVisible()
  await looksRight(page)
  await accessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await looksRight(page)
  const few = await browse(await person('郑少', { 客户关系: [], 目录商品: [] }), address)
  await front(few).getByRole('tab', { name: '价格与商品' }).click()
  await expect(front(few).getByRole('heading', { name: '目录商品' })).toBeVisible()
  await expect(front(few).getByRole('heading', { name: '付款方商品' })).toHaveCount(0)
  const none = await browse(await person('吴无', { 客户关系: [] }), address)
  await expect(front(none).getByRole('region', { name: '时间线' })).toBeVisible()
  await expect(front(none).getByRole('tab', { name: '价格与商品' })).toHaveCount(0)
})

test('the page of a company tells its users, licences and stores in short, with the way to all of them', async ({
  browse,
}) => {
  const { id } = await ask('POST', '/admin/system/org/save', personal(unique('晋江商行')))
  await ask('POST', `/admin/system/org/examine/${id}`, { id, auditStatus: 1 })
  const storeName = unique('总店')
  await ask('POST', '/admin/system/store/save', {
    ...{ name: storeName, storeType: 1, companyId: id, image: '/upload/a.jpg', phone: '0591-87654321' },
    ...{
      address: '福建省,福州市,鼓楼区',
      detailedAddress: '五四路1号',
      latitude: 26.0745,
      longitude: 119.2965,
    },
  })
  const licenceNo = unique('XK')
  for (let n = 0; n < 6; n += 1)
    await ask('POST', '/admin/system/org/licence/save', {
      ...{ ownerType: 1, ownerId: id, licenceType: '109', licenceNo: `${licenceNo}-${n}`, holder: '某商行' },
      ...{
        startDate: '2026-01-01',
        endDate: '2030-12-31',
        files: [{ name: '证明.png', url: '/files/proof.png' }],
      },
    })
  const page = await browse(
    await person('查单位', { 客户关系: [], 证照管理: [], 门店管理: [], 门店详情: [], 组织用户: [] }),
    `/company/infoCustomers/${id}/see`,
  )
  const part = (title: string) => front(page).getByRole('region', { name: title, exact: true })
  await expect(part('用户')).toContainText('还没有组织用户')
  await expect(part('门店').getByRole('link', { name: storeName })).toBeVisible()
  await expect(front(page).locator('.k-record-figures')).toContainText('执照剩余天数长期')
  await looksRight(page)
  await accessible(page)
  await part('证照').getByRole('link', { name: '查看全部（6）' }).click()
  await expect(front(page).getByRole('tab', { name: '资质证照' })).toHaveAttribute('aria-selected', 'true')
  await expect(row(front(page), `${licenceNo}-0`).filter({ visible: true })).toBeVisible()
  await front(page).getByRole('tab', { name: '详情' }).click()
  await part('门店').getByRole('link', { name: storeName }).click()
  await expect(front(page).getByRole('heading', { name: storeName })).toBeVisible()
})
