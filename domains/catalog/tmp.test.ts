import { test } from 'vitest'
import { testApp } from '#app/testing.ts'
import { openShop } from '../../tests/catalogShop.ts'

test('x', async () => {
  const app = await testApp()
  const shop = await openShop(app)
  const a = await app.request('POST', '/admin/store/product/save', { token: shop.token, body: shop.form() })
  console.log(a.body)
  for (const e of await app.db.selectFrom('errorLog').select(['message', 'stack']).execute())
    console.log(e.message, e.stack.slice(0, 1500))
  await app.close()
})
