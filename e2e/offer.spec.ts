// Limits, catalogue, labels, terms and warnings on their screens. Catalog §2.2, §3.5, §3.7.

import type { Page } from '@playwright/test'
import { signIn } from './support/api.ts'
import { openShop, saveProduct } from './support/catalog.ts'
import { left } from './support/env.ts'
import { accessible, looksRight, settled, WIDTHS } from './support/page.ts'
import { ask, person, unique } from './support/people.ts'
import { choose, dialog, expect, front, press, row, search, test, told } from './support/test.ts'

async function onSale() {
  const shop = await openShop()
  const product = await saveProduct(shop, { submit: 1 })
  await ask('POST', '/admin/product/examine/save', { id: product.id, auditStatus: 1, opinion: '' })
  await ask('GET', `/admin/store/product/putOnShell/${product.id}`)
  return { ...product, ...shop }
}

/** A page behind a list, which the tests of all menu screens do not open. */
async function looksWell(page: Page): Promise<void> {
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    await settled(page)
    await looksRight(page)
    await accessible(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a limit is written for products chosen from the list, copied, and only read with few rights', async ({
  browse,
}) => {
  const product = await onSale()
  const quotaName = unique('每日限购')
  const page = await browse(await signIn(left('full')), '/store/quota')
  await front(page).getByRole('button', { name: '新增' }).first().click()
  await front(page).getByLabel('限额名称').fill(quotaName)
  await choose(page, front(page).getByLabel('周期'), '每日')
  await front(page).getByLabel('限购', { exact: true }).fill('10')
  for (const [label, time] of [
    ['开始时间', '2026-01-01 00:00:00'],
    ['结束时间', '2036-01-01 00:00:00'],
  ] as const) {
    await front(page).getByLabel(label).fill(time)
    await page.keyboard.press('Enter')
  }
  await choose(page, front(page).getByLabel('渠道'), '商城', '供应链')
  await front(page).getByRole('button', { name: '保存' }).click()
  await expect(front(page).getByText('请选择商品', { exact: true })).toBeVisible()
  await front(page).getByLabel('整件商品').click()
  const picker = dialog(page, '商品列表')
  await picker.getByLabel('关键字').fill(product.name)
  await picker.getByRole('button', { name: '查询' }).click()
  await row(picker, product.name).getByRole('checkbox').check()
  await picker.getByRole('button', { name: '确定' }).click()
  await front(page).getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await search(page, quotaName)
  await expect(row(front(page), quotaName)).toContainText(/商城.*每日/)
  await press(page, row(front(page), quotaName), '复制')
  await expect(front(page).getByLabel('限额名称')).toHaveValue(quotaName)
  await expect(front(page).getByText(product.name)).toBeVisible()
  await looksWell(page)

  const reader = await browse(await person('阅限', { 商品限额: [] }), '/store/quota')
  await search(reader, quotaName)
  await expect(row(front(reader), quotaName)).toBeVisible()
  await expect(front(reader).getByRole('button', { name: /新增|编辑|删除|使用明细|导出/ })).toHaveCount(0)
})

test('labels are bound from the product list, shown there, and deleting one asks', async ({ browse }) => {
  const product = await onSale()
  const tagName = unique('标')
  const page = await browse(await signIn(left('full')), '/tag/productLabel')
  await front(page).getByRole('button', { name: '新增' }).first().click()
  const form = dialog(page, '新增商品标签')
  await form.getByLabel('标签名称').fill(tagName)
  await expect(form.locator('.p-tag-preview')).toContainText(tagName)
  await form.getByRole('button', { name: '保存' }).click()
  await told(page, '创建成功')
  await page.goto('/store/index')
  await search(page, product.name)
  await row(front(page), product.name).getByRole('checkbox').check()
  await press(page, front(page).locator('.k-batch'), '打标签')
  const bind = dialog(page, /打标签/)
  await choose(page, bind.getByLabel('商品标签'), tagName)
  await bind.getByRole('button', { name: '保存' }).click()
  await told(page, '打标签成功')
  await expect(row(front(page), product.name).locator('.p-tag')).toHaveText(tagName)
  await row(front(page), product.name).getByRole('checkbox').check()
  await press(page, front(page).locator('.k-batch'), '移除标签')
  // What the product does not carry is not offered.
  await expect(dialog(page, /移除标签/).getByRole('checkbox')).toHaveCount(1)
  await expect(dialog(page, /移除标签/).getByLabel(tagName)).toBeVisible()
  await page.goto('/tag/productLabel')
  await search(page, tagName)
  await press(page, row(front(page), tagName), '删除')
  await expect(dialog(page, '系统提示')).toContainText('该标签已绑定 1 个商品，确认删除吗？')
})

test('a term is bound by moving objects to the right; a second one of its kind is refused', async ({
  browse,
}) => {
  const product = await onSale()
  const save = (termName: string) =>
    ask('POST', '/admin/terms/service/save', {
      termName,
      protocolCode: 'refund',
      channelIds: [1201],
      summary: '签收七天内可退',
      content: '<p>第一版</p>',
      status: 1,
    })
  const [first, second] = [await save(unique('退换')), await save(unique('退货'))]
  const page = await browse(await signIn(left('full')), `/store/clauseBinding?termsId=${first.id}`)
  const [unbound, bound] = [
    front(page).getByRole('region', { name: '未绑定' }),
    front(page).getByRole('region', { name: '已绑定' }),
  ]
  const find = async () => {
    await unbound.getByPlaceholder('名称、编码').fill(product.name)
    await page.keyboard.press('Enter')
    await expect(row(unbound, product.name)).toBeVisible()
  }
  await find()
  await row(unbound, product.name).getByRole('checkbox').check()
  await unbound.getByRole('button', { name: /绑定选中/ }).click()
  await told(page, '绑定成功')
  await expect(row(bound, product.name)).toBeVisible()
  await expect(row(unbound, product.name)).toHaveCount(0)
  await page.goto(`/store/clauseBinding?termsId=${second.id}`)
  await find()
  await row(unbound, product.name).getByRole('button', { name: '绑定', exact: true }).click()
  await told(page, '该对象已绑定同类条款')
  // Of the first one: the second is bound to nothing.
  await page.goto(`/store/clauseBinding?termsId=${first.id}&type=all`)
  await expect(row(front(page), product.name)).toBeVisible()
  await accessible(page)
})

test('a warning asks for what its type needs, and its page shows what it triggered', async ({ browse }) => {
  const { cateId } = await openShop()
  const msgTitle = unique('预警')
  const page = await browse(await signIn(left('full')), '/prodCateWarningMsg/add')
  await front(page).getByLabel('标题').fill(msgTitle)
  await choose(page, front(page).getByLabel('预警类型'), '购买提示')
  await expect(front(page).getByText('展示位置', { exact: true })).toBeVisible()
  await expect(front(page).getByLabel('阈值')).toHaveCount(0)
  await choose(page, front(page).getByLabel('预警类型'), '库存预警')
  await expect(front(page).getByText('展示位置', { exact: true })).toHaveCount(0)
  await front(page).getByRole('button', { name: '保存' }).click()
  await expect(front(page).getByText('请输入阈值')).toBeVisible()
  await expect(front(page).getByText('请选择接收人', { exact: true }).first()).toBeVisible()
  await looksWell(page)
  const { id } = await ask('POST', '/admin/product/cateWarning/save', {
    msgTitle,
    cateIds: String(cateId),
    warnType: 2,
    threshold: 10,
    content: '{商品}仅剩{数量}',
    receiverIds: '1',
    notifyWay: [1],
  })
  await page.goto(`/prodCateWarningMsg/info/${id}?tab=log`)
  await expect(front(page).getByText('还没有触发过，每天 07:00 检查一次')).toBeVisible()
  await page.goto(`/prodCateWarningMsg/info/${id}`)
  await expect(front(page).getByRole('heading', { name: msgTitle })).toBeVisible()
  await looksWell(page)
  await front(page).getByRole('button', { name: '编辑' }).click()
  await expect(front(page).getByLabel('阈值')).toHaveValue('10')
})
