// SAP partners of a company and its licences: from the form to the decision, and who may do what.
import { openCompany } from './support/companies.ts'
import { accessible, looksRight, settled, WIDTHS } from './support/page.ts'
import { ask, creditCode, person, unique } from './support/people.ts'
import { agree, dialog, expect, front, press, row, search, test } from './support/test.ts'

const ORG = '/admin/system/org'
const FILES = [{ name: '许可证.png', url: '/files/licence.png' }]

const licenceOf = (ownerId: number, licenceNo: string) => ({
  ownerType: 1,
  ownerId,
  licenceType: '109',
  licenceNo,
  holder: '某商行',
  startDate: '2026-01-01',
  endDate: '2030-12-31',
  files: FILES,
})

test('a sold-to party gets its partners, is handed in by one and passed by another', async ({ browse }) => {
  const company = await openCompany()
  const name = unique('远洋售达')
  const maker = await browse(
    await person('制单', { 售达方: ['新增', '编辑', '提交'], 付款方: [], 送达方: [], 开票方: [] }),
    `/company/addShouda?companyId=${company.id}`,
  )
  const form = front(maker)
  // Who may not type numbers waits for SAP to give one.
  await expect(form.getByLabel('售达方名称')).toBeVisible()
  await expect(form.getByLabel('售达方编号')).toHaveCount(0)
  await form.getByLabel('售达方名称').fill(name)
  await form.getByRole('radio', { name: '供应链' }).or(form.getByLabel('渠道')).first().click()
  const channel = maker.locator('.ant-select-dropdown').filter({ visible: true }).getByTitle('供应链')
  if (await channel.isVisible()) await channel.click()
  await form.getByLabel('销售组织').fill('1000')
  await form.getByLabel('分销渠道').fill('10')
  await form.getByLabel('产品组', { exact: true }).fill('00')
  await form.getByLabel('付款条件').fill('Z030')
  await form.getByRole('button', { name: '保存并提交' }).click()
  await expect(form.getByText('请设置一个默认付款方', { exact: true })).toBeVisible()
  for (const [kind, partner] of [
    ['付款方', company.payer],
    ['送达方', company.shipTo],
    ['开票方', company.title],
  ] as const) {
    await form.getByRole('button', { name: `新增${kind}` }).click()
    const picker = dialog(maker, `选择${kind}`)
    await row(picker, partner).getByRole('checkbox').check()
    await picker.getByRole('button', { name: '确定' }).click()
    await expect(form.getByRole('radio', { name: `设为默认${kind} ${partner}` })).toBeChecked()
  }
  await accessible(maker)
  await form.getByRole('button', { name: '保存并提交' }).click()
  await expect(maker).toHaveURL(/\/company\/shouda/)
  await search(maker, name)
  await expect(row(maker, name)).toContainText(company.payer)
  await expect(row(maker, name).getByRole('button', { name: '审核' })).toHaveCount(0)

  const judge = await browse(await person('审核', { 售达方: ['审核'] }), '/company/shouda')
  await search(judge, name)
  await press(judge, row(judge, name), '审核')
  await expect(judge).toHaveURL(/\/examine$/)
  await front(judge).getByRole('button', { name: '通过' }).click()
  await expect(front(judge).getByText('审核通过').first()).toBeVisible()
  await front(judge).getByRole('tab', { name: '合作方' }).click()
  await expect(row(judge, company.shipTo)).toBeVisible()
})

test('an invoice title with another tax number is asked about before it is saved', async ({ browse }) => {
  const company = await openCompany()
  await ask('POST', `${ORG}/update`, { id: company.id, orgType: '1', creditCode: creditCode() })
  const { list } = await ask<{ list: { id: number }[] }>('GET', `${ORG}/invoice/list?companyId=${company.id}`)
  const clerk = await browse(
    await person('开票', { 开票方: ['编辑'] }),
    `/company/addInvoice/${list[0]?.id}/edit`,
  )
  await front(clerk).getByLabel('纳税人识别号').fill('110101199001011')
  await front(clerk).getByRole('button', { name: '保存' }).click()
  await agree(clerk, '税号与单位信用代码不一致，确认保存吗？')
  await expect(clerk).toHaveURL(/\/company\/invoice$/)
})

test('a licence is passed, then renewed; the pages of one record look right at every width', async ({
  browse,
}) => {
  const company = await openCompany()
  const licenceNo = unique('JY')
  const { id } = await ask('POST', `${ORG}/licence/save`, licenceOf(company.id, licenceNo))
  const judge = await browse(
    await person('证照', { 证照管理: ['审核', '续期', '新增'] }),
    `/company/licenceInfo/${id}`,
  )
  // Where it is read, nothing is decided.
  await expect(front(judge).getByText(licenceNo).first()).toBeVisible()
  await expect(front(judge).getByRole('button', { name: '通过' })).toHaveCount(0)
  await press(judge, front(judge), '审核')
  await expect(judge).toHaveURL(/licenceInfo\/\d+\/examine$/)
  await front(judge).getByRole('button', { name: '通过' }).click()
  await front(judge).getByRole('button', { name: '续期', exact: true }).click()
  const renewal = dialog(judge, `续期 ${licenceNo}`)
  await expect(renewal.getByLabel('生效日期')).toHaveValue('2031-01-01')
  await renewal.getByRole('button', { name: '取消' }).click()
  const { ownerType: _type, ownerId: _owner, ...line } = licenceOf(company.id, unique('ZZ'))
  const quality = await ask('POST', `${ORG}/quality/save`, {
    companyId: company.id,
    qualityType: 1,
    licenceFile: FILES,
    licences: [line],
  })
  const [payer, shipTo, invoice] = await Promise.all(
    ['payer', 'userAddress', 'invoice'].map(async (kind) => {
      const found = await ask<{ list: { id: number }[] }>(
        'GET',
        `${ORG}/${kind}/list?companyId=${company.id}`,
      )
      return found.list[0]?.id ?? 0
    }),
  )
  const admin = await browse(
    await person('主管', {
      付款方: ['编辑', '新增'],
      送达方: ['编辑'],
      开票方: ['编辑'],
      资质管理: ['编辑', '提交'],
      证照管理: ['编辑'],
    }),
    `/company/addPayer/${payer}/see`,
  )
  for (const path of [
    `/company/addPayer/${payer}/see`,
    '/company/addPayer/0/edit',
    `/company/addAddress/${shipTo}/see`,
    `/company/addAddress/${shipTo}/edit`,
    `/company/addInvoice/${invoice}/see`,
    `/company/qualityInfo/${quality.id}`,
    `/company/addQuality/${quality.id}`,
  ]) {
    await admin.goto(path)
    for (const size of WIDTHS) {
      await admin.setViewportSize(size)
      await settled(admin)
      await looksRight(admin)
    }
    await accessible(admin)
  }
})
