// Who has to decide sees it in the bell and in the menu, and who asked hears what became of it.
import type { Page } from '@playwright/test'
import { accessible } from './support/page.ts'
import { ask, creditCode, type Person, person, unique } from './support/people.ts'
import { agree, dialog, expect, front, press, remark, row, search, test } from './support/test.ts'

const FUZHOU = 350100
const CUSTOM = 7
const LIST = '/supplier/supplierList'

const bell = (page: Page) => page.getByRole('button', { name: /^消息与任务/ })
const badge = (page: Page) => page.getByRole('navigation', { name: '主菜单' }).getByRole('status')

/** A supplier that is not handed in yet. */
async function draft(): Promise<{ id: number; name: string }> {
  const name = unique('待审商行')
  const { id } = await ask('POST', '/admin/supplier/save', {
    supplierName: name,
    supplierType: 2,
    creditCode: creditCode(),
    contactName: '林工',
    contactPhone: '13800138000',
    districtId: FUZHOU,
    address: '工业路1号',
    settleType: 3,
  })
  return { id, name }
}

/** Lets a person see these suppliers only: what other tests hand in is none of theirs. */
async function narrow({ roleId }: Person, supplierIds: readonly number[]): Promise<void> {
  const role = await ask<{ id: number; version: number }>('GET', `/admin/system/role/info/${roleId}`)
  await ask('POST', '/admin/system/role/update', {
    id: role.id,
    version: role.version,
    dataScope: CUSTOM,
    scopeIds: { supplierIds },
  })
}

test('what is handed in stands in bell and menu of who decides, at once; the submitter hears the result', async ({
  browse,
}) => {
  const { id, name } = await draft()
  const maker = await person('施交', { 供应商列表: ['提交'] })
  const boss = await person('鲍审', { 供应商列表: ['审核'] })
  await narrow(boss, [id])
  const page = await browse(boss, '/dashboard')
  await expect(bell(page)).toHaveAccessibleName('消息与任务')
  await expect(badge(page)).toHaveCount(0)

  const back = await browse(maker, LIST)
  await search(back, name)
  await press(back, row(front(back), name), '提交')
  await agree(back)
  // What is next is said, with the way to it.
  await expect(remark(back, '已提交，等待审核').getByRole('link', { name: '查看' })).toHaveAttribute(
    'href',
    new RegExp(`/supplier/.*${id}`),
  )
  await expect(row(front(back), name)).toContainText('待审核')

  // The directory is closed: what waits behind it stands beside it.
  await expect(bell(page)).toHaveAccessibleName('消息与任务，1个单据待审核')
  await expect(badge(page)).toHaveAccessibleName('1个供应商待审核')
  await accessible(page)
  await bell(page).click()
  const drawer = dialog(page, '消息与任务')
  await accessible(page)
  await drawer
    .getByRole('region', { name: '待审核' })
    .getByRole('button', { name: /^供应商/ })
    .click()
  await expect(page).toHaveURL(/supplierList\?auditStatus=0/)
  await expect(badge(page)).toHaveAccessibleName('1个供应商待审核')
  await press(page, row(front(page), name), '审核')
  await front(page).getByLabel('审核意见').fill('地址不全')
  await front(page).getByRole('button', { name: '驳回' }).click()
  await expect(badge(page)).toHaveCount(0)
  await expect(bell(page)).toHaveAccessibleName('消息与任务')

  await expect(bell(back)).toHaveAccessibleName('消息与任务，1条未读')
  await bell(back).click()
  await dialog(back, '消息与任务')
    .getByRole('button', { name: `供应商${name}审核驳回：地址不全` })
    .click()
  await expect(back).toHaveURL(new RegExp(`/supplier/infoSupplier/${id}/see$`))
  await expect(front(back)).toContainText(name)
})

test('who may not decide sees nothing of it, and own documents are not counted', async ({ browse }) => {
  const { id, name } = await draft()
  const maker = await person('施双', { 供应商列表: ['提交', '审核'] })
  const reader = await person('阅读', { 供应商列表: [] })
  await narrow(maker, [id])
  await narrow(reader, [id])
  const page = await browse(maker, LIST)
  const other = await browse(reader, LIST)
  await press(page, row(front(page), name), '提交')
  await agree(page)
  await expect(row(front(page), name)).toContainText('待审核')
  await other.reload()
  await expect(row(front(other), name)).toContainText('待审核')
  for (const one of [page, other]) {
    await expect(badge(one)).toHaveCount(0)
    await expect(bell(one)).toHaveAccessibleName('消息与任务')
  }
})
