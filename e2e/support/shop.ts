import { readFile } from 'node:fs/promises'
import { call, signIn } from './api.ts'

/** The real rows that the tests import. */
export const SHOP_DATA = new URL('../../tests/data/', import.meta.url)

async function importFile(base: string, token: string, bizType: string, name: string): Promise<void> {
  const form = new FormData()
  form.append('multipart', new Blob([await readFile(new URL(name, SHOP_DATA))]), name)
  const started = await call<{ taskId: number }>(
    base,
    token,
    'POST',
    `/file/import/upload?bizType=${bizType}&force=1`,
    form,
  )
  if (started.code !== 200) throw new Error(`import of ${name}: ${started.message}`)
  for (let wait = 0; wait < 300; wait++) {
    const { data } = await call<{ status: number; message: string }>(
      base,
      token,
      'GET',
      `/file/task/info/${started.data.taskId}`,
    )
    if (data.status === 2) return
    if (data.status > 2) throw new Error(`import of ${name}: ${data.message}`)
    await new Promise((resolve) => {
      setTimeout(resolve, 200)
    })
  }
  throw new Error(`import of ${name} does not end`)
}

/** Fills a product with the real rows: 42 categories, 11 products, 134 specifications. */
export async function fillShop(base: string): Promise<void> {
  const { token } = await signIn(base)
  await importFile(base, token, 'category', 'product-categories.csv')
  await importFile(base, token, 'product', 'products.csv')
  await importFile(base, token, 'productSku', 'product-skus.csv')
}
