// What every screen tells: what was saved, what cannot be done now and where that is changed, what is gone.
import { openShop } from './support/catalog.ts'
import { ask, person, unique } from './support/people.ts'
import { expect, front, test, told } from './support/test.ts'

test('the name of the site is saved though nobody has set a logo', async ({ browse }) => {
  const page = await browse(await person('郑名', { 设置: ['保存'] }), '/operation/setting')
  const name = front(page).getByLabel('网站名称')
  const before = await name.inputValue()
  await name.fill(`${before}甲`)
  await front(page).getByRole('button', { name: '保存', exact: true }).click()
  await told(page, '编辑成功')
  await expect(front(page).getByLabel('网站名称')).toHaveValue(`${before}甲`)
  await ask('POST', '/admin/system/config/saveuniq', { key: 'site_name', value: before })
})

test('a wrong form is told on leaving the field, before anything is saved', async ({ browse }) => {
  const page = await browse(await person('郑名', { 设置: ['保存'] }), '/operation/setting')
  const address = front(page).getByLabel('网站地址')
  await address.fill('not an address')
  await front(page).getByLabel('网站名称').focus()
  await expect(front(page).getByText('网站地址格式不正确')).toBeVisible()
  await address.fill('https://shop.example.cn')
  await expect(front(page).getByText('网站地址格式不正确')).toHaveCount(0)
})

test('an approved product without channels says what is missing and leads there', async ({ browse }) => {
  const { cateId, unitId } = await openShop()
  const storeName = unique('待上架 ')
  const { id } = await ask('POST', '/admin/store/product/save', {
    storeName,
    keyword: '酸奶',
    cateId: String(cateId),
    unitId,
    image: '/upload/a.jpg',
    sliderImage: ['/upload/a.jpg'],
    channels: [],
    specType: 0,
    attr: [],
    attrValue: [
      {
        attrValue: '{"规格":"默认"}',
        image: '/upload/a.jpg',
        price: '9.00',
        otPrice: '9.00',
        cost: '5.00',
        stock: 0,
      },
    ],
    submit: 0,
  })
  await ask('POST', `/admin/storerepo/product/submit/${id}`)
  await ask('POST', '/admin/product/examine/save', { id, auditStatus: 1 })
  const one = await person('何架', { 商品列表: ['编辑', '上架'], 编辑商品: [], 商品详情: [] })
  const page = await browse(one, `/store/product/info/${id}`)
  await expect(front(page)).toContainText('下一步：设渠道与价格')
  await expect(front(page).getByRole('button', { name: '上架', exact: true })).toBeDisabled()
  await front(page).getByRole('button', { name: '设渠道与价格' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/store/product/edit/${id}\\?tab=sale`))
})

test('what is gone leads back and to its list', async ({ browse }) => {
  const one = await person('何无', { 商品列表: [], 商品详情: [] })
  const page = await browse(one, '/store/product/info/99999999')
  await expect(front(page)).toContainText('数据不存在')
  await expect(front(page).getByRole('button', { name: '返回' })).toBeVisible()
  await front(page).getByRole('button', { name: '去商品列表' }).click()
  await expect(page).toHaveURL(/\/store\/index/)
})
